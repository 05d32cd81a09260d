// Runs in every document of a recorded context, before its own scripts. Tells what a person does;
// listens on the window while events come down, so that no page can keep them from it, and never
// changes anything. What is written in capitals between underscores is filled in on the way; the
// parts in observing/ stand in one scope with this.
(() => {
  'use strict';
  const SETTINGS = __SETTINGS__;
  const tell = globalThis[SETTINGS.binding];
  if (typeof tell !== 'function') return;
  delete globalThis[SETTINGS.binding]; // the page need not see it
  const world = __MEASURE__;
  const { isTextField, isPicked, isSecret, eachSecretField, secretTexts, fieldName } =
    (__FIELDS__)(SETTINGS.secrets);
  const effects = __EFFECTS__, { valueOf } = effects;

  const SAMPLE_MS = 50, SMALLEST_MOVE = 3, TRAIL_POINTS = 100, TRAIL_MS = 5000;
  const DRAG_PX = 10; // less is a click with an unsteady hand
  const POINTING_MS = 150; // between two pictures
  const REST_MS = 200;
  const SAME_MOMENT_MS = 50; // what one act sets off: a label's click on its field, a submit
  const SUBMITTED_MS = 5000; // a form that is sent this soon after an act is sent by it
  const HOVER_MS = 1000;
  const EFFECT_MS = 80; // after which an act has had its effect on its element
  const SETTLED_MS = 300; // a dropped thing may glide to its place, and an item come a moment later
  const ALONE_MS = 5000; // what changed by itself within this time may do so again
  const PATH_POINTS = 100;
  const MOST_MEASURED = 3000; // at rest; measuring more would be felt
  const MOST_AT_REST = 20000; // elements; larger pages are not searched for what is hidden

  __PLATFORM__
  __SIGNING__
  __TELLING__
  __SETTLING__
  __MOUSE__
  __CLICKING__
  __TYPING__
  __RELAYING__
  __KEYS__
  __COMING__
  __BAR__

  function left() {
    if (!document.hasFocus() || document.visibilityState === 'hidden') trail = list();
    typing = null;
  }

  function listen() {
    knownRoot = rootOf(document);
    const on = (type, heard) =>
      listenTo(window, type, heard, { capture: true, passive: type !== 'keydown' });
    listenForBar(); // first: the page hears nothing of what is done to it
    on('pointerdown', hearRoots);
    on('focusin', hearRoots);
    on('pointermove', moved);
    on('pointerdown', pointerDown);
    on('pointerup', pointerUp);
    on('pointerover', entered);
    on('focusin', focused);
    on('click', clicked);
    on('dblclick', doubleClicked);
    on('auxclick', otherButton);
    on('drop', drop);
    on('keypress', followEdit);
    on('beforeinput', beforeInput);
    on('textInput', followEdit);
    on('input', input);
    on('change', changed);
    on('paste', pasted);
    on('compositionend', composed);
    on('submit', submitted);
    on('keydown', keyDown);
    on('scroll', scrolling);
    on('blur', left);
    on('visibilitychange', left);
    on('pagehide', leaving);
    on(SETTINGS.binding + 'All', leaving); // the recording ends
    on('load', loaded);
  }

  function leaving() {
    decide();
    tellRelayed();
    tellEdit();
    flushClick();
    tellEffect();
  }

  function loaded(event) {
    placeBar();
    if (targetOf(event) === document) begun();
  }

  function begun() {
    if (window !== top || window.length > 0) later(around, 0);
    restSoon();
  }

  const observer = new MutationObserver(noteChanges);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  makeBar();
  listen();
  // Tells whether a navigation comes from the page or from the person's address bar.
  const { navigation } = globalThis;
  if (navigation) {
    listenTo(navigation, 'navigate', event => {
      const { navigationType: type, userInitiated: byPerson } = event;
      say('leaving', record({ type, byPerson, url: event.destination.url }));
    });
  }
  say('begin', record({ url: document.URL, tellsLeaving: Boolean(navigation) }));
  if (document.readyState === 'complete') begun();
})()
