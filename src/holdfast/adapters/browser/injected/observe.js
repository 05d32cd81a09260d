// Runs in every document of a recorded context, before its own scripts. Tells what a person does;
// listens on the window while events come down, so that no page can keep them from it, and never
// changes anything. What is written in capitals between underscores is filled in on the way.
(() => {
  'use strict';
  const SETTINGS = __SETTINGS__;
  const tell = globalThis[SETTINGS.binding];
  if (typeof tell !== 'function') return;
  delete globalThis[SETTINGS.binding]; // the page need not see it
  const world = __MEASURE__;
  const {
    isTextField, isPicked, isSecret, valueOf, eachSecretField, secretTexts, fieldName,
  } = (__FIELDS__)(SETTINGS.secrets);

  const SAMPLE_MS = 50, SMALLEST_MOVE = 3, TRAIL_POINTS = 100, TRAIL_MS = 5000;
  const DRAG_PX = 10; // less is a click with an unsteady hand
  const POINTING_MS = 150; // between two pictures
  const REST_MS = 200;
  const SAME_MOMENT_MS = 50; // what one act sets off: a label's click on its field, a submit
  const SUBMITTED_MS = 5000; // a form that is sent this soon after an act is sent by it
  const HOVER_MS = 1000;
  const MOST_AT_REST = 20000; // elements; larger pages are not searched for what is hidden

  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const getter = (kind, name) =>
    uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).get);
  const { stringify } = JSON;
  const { now } = Date;
  const { hypot, max } = Math;
  const { create, setPrototypeOf } = Object;
  const later = setTimeout, forget = clearTimeout;
  const listenTo = uncurry(EventTarget.prototype.addEventListener);
  const pathOf = uncurry(Event.prototype.composedPath);
  const test = uncurry(RegExp.prototype.test);
  const lowerCase = uncurry(String.prototype.toLowerCase);
  const trim = uncurry(String.prototype.trim);
  const matches = uncurry(Element.prototype.matches);
  const closest = uncurry(Element.prototype.closest);
  const getAttribute = uncurry(Element.prototype.getAttribute);
  const hasAttribute = uncurry(Element.prototype.hasAttribute);
  const rectOf = uncurry(Element.prototype.getBoundingClientRect);
  const isVisible = uncurry(Element.prototype.checkVisibility);
  const findInside = uncurry(Element.prototype.querySelector);
  const findAll = uncurry(Document.prototype.querySelectorAll);
  const tagNameOf = getter(Element, 'tagName');
  const parentOf = getter(Node, 'parentNode');
  const hostOf = getter(ShadowRoot, 'host');
  const isConnected = getter(Node, 'isConnected');
  const targetOf = getter(Event, 'target');
  const rootOf = getter(Document, 'documentElement');
  const inputChecked = getter(HTMLInputElement, 'checked');
  const inputFiles = getter(HTMLInputElement, 'files');
  const chosenOf = getter(HTMLSelectElement, 'selectedOptions');
  const labelOf = getter(HTMLOptionElement, 'label');
  const controlOf = getter(HTMLLabelElement, 'control');
  const isEditable = getter(HTMLElement, 'isContentEditable');
  const innerText = getter(HTMLElement, 'innerText');
  const weakGet = uncurry(WeakMap.prototype.get), weakSet = uncurry(WeakMap.prototype.set);
  const weakHas = uncurry(WeakSet.prototype.has), weakAdd = uncurry(WeakSet.prototype.add);
  const NewWeakSet = WeakSet;
  const then = uncurry(Promise.prototype.then);
  const isA = uncurry(Function.prototype[Symbol.hasInstance]);

  const list = () => setPrototypeOf([], null);
  const record = given => setPrototypeOf(given, null);
  const tagOf = element => lowerCase(tagNameOf(element));
  const isElement = node => isA(Element, node);

  // ------------------------------------------------------------------------- where this document is

  // The way to this frame: at each level, which of the window's frames it is.
  function way() {
    const places = list();
    for (let inner = window; inner !== top; inner = inner.parent) {
      let place = 0;
      while (place < inner.parent.length && inner.parent[place] !== inner) place++;
      for (let i = places.length; i > 0; i--) places[i] = places[i - 1];
      places[0] = place;
    }
    return places;
  }

  // The driver writes messages with the page's own JSON: it is lent ours while it does, and has back
  // what it had before any of its scripts can run.
  const describe = Object.getOwnPropertyDescriptor, define = Object.defineProperty;
  const ownJson = JSON;
  function pristine(work) {
    const undo = list();
    const lend = (owner, name, value) => {
      const had = describe(owner, name);
      if (value === undefined ? had === undefined : had?.value === value) return;
      undo[undo.length] = () => define(owner, name, had);
      if (value === undefined) delete owner[name];
      else define(owner, name, { value, configurable: true, writable: true });
    };
    try {
      lend(globalThis, 'JSON', ownJson);
      lend(ownJson, 'stringify', stringify);
      lend(Array.prototype, 'toJSON');
      lend(Object.prototype, 'toJSON');
      return work();
    } finally {
      for (let i = undo.length - 1; i >= 0; i--) undo[i]();
    }
  }

  function say(kind, more, page) {
    const message = record({ kind, way: way(), at: now() });
    for (const name in more) message[name] = more[name];
    try {
      then(pristine(() => tell(stringify(message), page ?? '')), undefined, () => {});
    } catch {
      // The recorder has gone; the page must not notice.
    }
  }

  // ------------------------------------------------------------------------------- measuring, element

  let elementNumbers = 0;
  const numbered = new WeakMap();
  function numberOf(element) {
    let number = weakGet(numbered, element);
    if (number === undefined) weakSet(numbered, element, number = ++elementNumbers);
    return number;
  }

  // The page as it is now, and which of its elements is meant.
  function look(elements) {
    const page = world.measure(null, secretTexts());
    const seen = { page, number: world.latest(), target: -1, element: null };
    for (let i = 0; i < elements.length && seen.target < 0; i++) {
      if (isElement(elements[i])) {
        seen.target = world.indexOf(seen.number, elements[i]);
        seen.element = elements[i];
      }
    }
    return seen;
  }

  let lastAct = { kind: '', at: 0 };

  function act(name, seen, more) {
    const { element } = seen;
    const told = record({ act: name, target: seen.target, element: 0, control: 0, blank: true });
    if (element !== null) {
      told.element = numberOf(element);
      told.control = numberOf(closest(element, CONTROLS) ?? element);
      told.blank = seen.blank ?? showsSecret(element, rectOf(element));
    }
    for (const key in more) told[key] = more[key];
    lastAct = { kind: name, at: now() };
    if (name !== 'typed') typing = null;
    say('act', told, seen.page);
    atRest = null;
    scrolled = null;
    restSoon();
  }

  // ----------------------------------------------------------------------------------------- the mouse

  let trail = list(), mouse = null, pointedAt = null, pointedWhen = 0, over = null, overSince = 0;

  function moved(event) {
    if (!event.isTrusted) return;
    const at = now(), { clientX: x, clientY: y } = event;
    mouse = { x, y };
    const target = pathOf(event)[0];
    if (isElement(target) && target !== over) {
      over = target;
      overSince = at;
    }
    const last = trail.length >= 3 ? trail.length - 3 : -1;
    if (last >= 0 && (at - trail[last + 2] < SAMPLE_MS ||
        hypot(x - trail[last], y - trail[last + 1]) < SMALLEST_MOVE)) return;
    addPoint(x, y, at);
    if (isElement(target)) point(target, at);
  }

  function addPoint(x, y, at) {
    trail[trail.length] = x;
    trail[trail.length] = y;
    trail[trail.length] = at;
    if (trail.length > 3 * TRAIL_POINTS) trail = cut(trail.length - 3 * TRAIL_POINTS);
  }

  function cut(from) {
    const rest = list();
    for (let i = from; i < trail.length; i++) rest[i - from] = trail[i];
    return rest;
  }

  // The way to here, at most five seconds long, with this point as its end.
  function trailTo(x, y) {
    const at = now();
    const last = trail.length - 3;
    if (last < 0 || trail[last] !== x || trail[last + 1] !== y) addPoint(x, y, at);
    let from = 0;
    while (from < trail.length && at - trail[from + 2] > TRAIL_MS) from += 3;
    return cut(from);
  }

  const CONTROLS = 'a,button,input,select,textarea,summary,label,canvas,[role],[onclick],[tabindex]';

  // Says which control the mouse has come to, so that a picture can be taken before anything happens.
  function point(target, at) {
    const control = closest(target, CONTROLS) ?? target;
    if (!SETTINGS.pictures || control === pointedAt || at - pointedWhen < POINTING_MS) return;
    pointedAt = control;
    pointedWhen = at;
    const box = rectOf(control);
    say('pointing', record({
      element: numberOf(control), box: boxOf(box), blank: showsSecret(control, box),
    }));
  }

  function boxOf(rect) {
    const box = list();
    box[0] = rect.x;
    box[1] = rect.y;
    box[2] = rect.width;
    box[3] = rect.height;
    return box;
  }

  function showsSecret(element, box) {
    let shows = isSecret(element);
    eachSecretField(field => {
      const other = rectOf(field);
      shows ||= valueOf(field) !== '' && other.x < box.right && box.x < other.right &&
        other.y < box.bottom && box.y < other.bottom;
    });
    return shows;
  }

  let enteredAt = 0; // when Enter was pressed in a field
  let pressed = null, pendingClick = null, dragged = false, draggedAt = 0, labelClickedAt = 0;

  function pointerDown(event) {
    if (!event.isTrusted) return;
    const elements = pathOf(event);
    flushClick();
    foreshadow(elements[0]);
    pressed = look(elements);
    pressed.blank = isElement(elements[0]) && showsSecret(elements[0], rectOf(elements[0]));
    pressed.x = event.clientX;
    pressed.y = event.clientY;
    pressed.trail = trailTo(event.clientX, event.clientY);
    pressed.changes = changes();
    dragged = false;
  }

  const withMouse = (seen, event) => record({
    x: event.clientX, y: event.clientY, trail: seen.trail ?? list(),
    button: event.button, modifiers: modifiersOf(event),
  });

  function modifiersOf(event) {
    const held = list();
    if (event.altKey) held[held.length] = 'Alt';
    if (event.ctrlKey) held[held.length] = 'Control';
    if (event.metaKey) held[held.length] = 'Meta';
    if (event.shiftKey) held[held.length] = 'Shift';
    return held;
  }

  // What was seen when the button went down, if this is the click of that press.
  function seenAtPress(elements) {
    for (let i = 0; pressed !== null && i < elements.length; i++) {
      if (elements[i] === pressed.element) return pressed;
    }
    return null;
  }

  function clicked(event) {
    if (!event.isTrusted) return;
    const elements = pathOf(event), at = now(), target = elements[0];
    if (!isElement(target)) return;
    if (event.detail === 0 && at - enteredAt < SAME_MOMENT_MS) return; // Enter sent the form
    if (pressed !== null && pressed.isTold) return;
    if (at - draggedAt < SAME_MOMENT_MS) return;
    const field = fieldOf(target);
    if (field !== target && field !== null) labelClickedAt = at;
    else if (field !== null && at - labelClickedAt < SAME_MOMENT_MS) return;
    if (field !== null && matches(field, 'select,option,optgroup,[type=file i]')) return;
    const seen = (event.detail > 0 && seenAtPress(elements)) || look(elements);
    const more = withMouse(seen, event);
    if (field === null || !matches(field, '[type=checkbox i],[type=radio i]')) {
      act('click', seen, more);
      return;
    }
    // The change of a box says more than the click; without one, it was a click after all.
    flushClick();
    pendingClick = { field, seen, more, timer: later(flushClick, 0) };
  }

  function flushClick() {
    if (pendingClick === null) return;
    const { seen, more, timer } = pendingClick;
    forget(timer);
    pendingClick = null;
    act('click', seen, more);
  }

  // The field that a click goes to: itself, or what its label is for.
  function fieldOf(target) {
    const field = closest(target, 'input,select,textarea,option,optgroup');
    if (field !== null) return field;
    const label = closest(target, 'label');
    return label !== null && isA(HTMLLabelElement, label) ? controlOf(label) : null;
  }

  function doubleClicked(event) {
    const elements = pathOf(event);
    if (!event.isTrusted || !isElement(elements[0])) return;
    const seen = seenAtPress(elements) ?? look(elements);
    act('dblclick', seen, withMouse(seen, event));
  }

  function otherButton(event) {
    if (!event.isTrusted || event.button === 0) return;
    const elements = pathOf(event);
    const seen = seenAtPress(elements) ?? look(elements);
    act('click', seen, withMouse(seen, event));
  }

  // ------------------------------------------------------------------------------------------ dragging

  function drop(event) {
    if (!event.isTrusted || pressed === null) return;
    drag(pathOf(event)[0], event.clientX, event.clientY);
  }

  function pointerUp(event) {
    if (!event.isTrusted || pressed === null || dragged || event.button !== 0) return;
    if (!isConnected(pressed.element)) {
      // It is gone already: its click will never come.
      act('click', pressed, withMouse(pressed, event));
      pressed.isTold = true;
      return;
    }
    const far = hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (far < DRAG_PX || changes() === pressed.changes) return;
    if (isTextField(pressed.element)) return; // its change tells, or words in it were marked
    if (getSelection()?.isCollapsed === false) return; // words were marked
    drag(document.elementFromPoint(event.clientX, event.clientY), event.clientX, event.clientY);
  }

  function drag(onto, x, y) {
    dragged = true;
    draggedAt = now();
    const to = isElement(onto) ? world.indexOf(pressed.number, onto) : -1;
    act('drag', pressed, record({
      x: pressed.x, y: pressed.y, trail: pressed.trail, toX: x, toY: y, to,
    }));
    pressed = null;
  }

  // ------------------------------------------------------------------------------------------- typing

  let typing = null, sessions = 0;
  const lastTold = new WeakMap();

  // The field that an input event is about: also the host of what is edited in place.
  function editedBy(elements) {
    const target = elements[0];
    if (!isElement(target)) return null;
    if (isTextField(target)) return target;
    let host = null;
    for (let i = 0; i < elements.length && isA(HTMLElement, elements[i]); i++) {
      if (!isEditable(elements[i])) break;
      host = elements[i];
    }
    return host;
  }

  function beginTyping(element) {
    if (typing !== null && typing.element === element) return;
    typing = { element, session: ++sessions, seen: look([element]), isTold: false };
  }

  function beforeInput(event) {
    const element = event.isTrusted ? editedBy(pathOf(event)) : null;
    if (element !== null) beginTyping(element);
  }

  function input(event) {
    const element = editedBy(pathOf(event));
    if (element === null || isPicked(element)) return;
    if (event.isTrusted) typed(element);
  }

  function typed(element) {
    flushClick();
    beginTyping(element);
    const value = valueOf(element);
    if (weakGet(lastTold, element) === value) return; // a change that its inputs have told of
    weakSet(lastTold, element, value);
    const secret = isSecret(element);
    const seen = typing.seen;
    const told = record({ session: typing.session, secret, field: secret ? fieldName(element) : '' });
    told.names = secret ? namesToMask(element) : list();
    if (!secret) told.value = value;
    act('typed', { page: typing.isTold ? '' : seen.page, target: seen.target, element }, told);
    typing.isTold = true;
  }

  // Under which names a form would send the field.
  function namesToMask(element) {
    const names = list();
    const name = getAttribute(element, 'name');
    if (name) names[0] = name;
    return names;
  }

  function changed(event) {
    const target = pathOf(event)[0];
    if (!isElement(target)) return;
    if (isA(HTMLSelectElement, target)) selected(target);
    else if (!isA(HTMLInputElement, target) || isTextField(target)) {
      if (isTextField(target) && (event.isTrusted || isPicked(target))) typed(target);
    } else if (matches(target, '[type=file i]')) uploaded(target);
    else if (event.isTrusted && matches(target, '[type=checkbox i],[type=radio i]')) ticked(target);
  }

  function selected(element) {
    const chosen = chosenOf(element), labels = list();
    for (let i = 0; i < chosen.length; i++) labels[i] = labelOf(chosen[i]);
    const secret = isSecret(element);
    act('select', look([element]), record({
      secret, field: secret ? fieldName(element) : '', values: secret ? list() : labels,
      names: secret ? namesToMask(element) : list(),
    }));
  }

  function uploaded(element) {
    const files = inputFiles(element), names = list();
    for (let i = 0; files && i < files.length; i++) names[i] = files[i].name;
    act('upload', look([element]), record({ values: names }));
  }

  function ticked(element) {
    const name = inputChecked(element) ? 'check' : 'uncheck';
    if (pendingClick === null || pendingClick.field !== element) {
      act(name, look([element]), record({}));
      return;
    }
    const { seen, more, timer } = pendingClick;
    forget(timer);
    pendingClick = null;
    const target = world.indexOf(seen.number, element);
    act(name, { page: seen.page, target: target < 0 ? seen.target : target, element }, more);
  }

  function submitted(event) {
    const recent = now() - lastAct.at < SUBMITTED_MS && lastAct.kind !== '';
    if (event.isTrusted && !recent) act('submit', look(pathOf(event)), record({}));
  }

  // --------------------------------------------------------------------------------------------- keys

  const WORD_KEYS = new RegExp(
    '^(?:Enter|Escape|Backspace|Delete|Insert|Home|End|Page(?:Up|Down)|' +
    'Arrow(?:Up|Down|Left|Right)|F\\d+|ContextMenu)$');
  const FIELD_KEYS = /^(?:Enter|Escape|Arrow(?:Up|Down)|F\d+)$/;
  const PRESSED_BY_ENTER = 'a,button,summary,select,[type=submit i],[type=button i]';
  const EDITING = /^[acvxyz]$/i;
  const CHECKS = record({ Digit1: 'visible', Digit2: 'text', Digit3: 'value' });

  function keyDown(event) {
    if (!event.isTrusted || event.isComposing) return;
    const target = pathOf(event)[0];
    if (SETTINGS.assertKeys && event.altKey && !event.ctrlKey && CHECKS[event.code]) {
      event.preventDefault();
      event.stopImmediatePropagation();
      assertThat(CHECKS[event.code]);
      return;
    }
    const element = isElement(target) ? target : rootOf(document);
    const keys = keysOf(event, element);
    if (keys === '' || event.repeat) return;
    flushClick();
    if (keys === 'Enter') enteredAt = now();
    act('press', look([element]), record({ keys }));
  }

  function keysOf(event, element) {
    const { key } = event;
    const held = modifiersOf(event);
    const shortcut = event.ctrlKey || event.metaKey || (event.altKey && key.length === 1);
    if (editedBy([element]) !== null || isEditable(element)) {
      if (shortcut ? key.length > 1 || test(EDITING, key) : !test(FIELD_KEYS, key)) return '';
      if (key === 'Enter' && !isA(HTMLInputElement, element)) return '';
    } else if (!shortcut && !test(WORD_KEYS, key)) return '';
    // These come back as the click or the change that they set off.
    if (key === 'Enter' && matches(element, PRESSED_BY_ENTER)) return '';
    if (matches(element, 'select,[type=radio i],[type=range i]') && !shortcut) return '';
    let keys = '';
    for (let i = 0; i < held.length; i++) keys += held[i] + '+';
    return keys + key;
  }

  function assertThat(check) {
    if (mouse === null) return;
    let element = document.elementFromPoint(mouse.x, mouse.y);
    for (let inner = element; inner !== null && inner.shadowRoot; ) {
      inner = inner.shadowRoot.elementFromPoint(mouse.x, mouse.y);
      if (inner === null || inner === element) break;
      element = inner;
    }
    if (element === null) return;
    const secret = isSecret(element);
    const told = record({ check, secret, field: secret ? fieldName(element) : '' });
    if (check === 'value' && !secret) told.value = valueOf(element);
    act('assert', look([element]), told);
  }

  // --------------------------------------------------------------- hovering and scrolling that matter

  // What could not be seen when the page was last at rest, and what came into it since.
  let atRest = null, restTimer = 0, scrolled = null, changeCount = 0;
  const added = new WeakMap();

  function restSoon() {
    forget(restTimer);
    restTimer = later(() => {
      const hidden = new NewWeakSet();
      const all = findAll(document, 'body *');
      for (let i = 0; all.length <= MOST_AT_REST && i < all.length; i++) {
        if (!isVisible(all[i], { checkVisibilityCSS: true })) weakAdd(hidden, all[i]);
      }
      atRest = { hidden, at: now() };
    }, REST_MS);
  }

  const above = element => {
    const parent = parentOf(element);
    return parent !== null && isA(ShadowRoot, parent) ? hostOf(parent) : parent;
  };

  // Tells of a hover or a scroll without which the element would not be there to be clicked.
  function foreshadow(element) {
    if (!isElement(element)) return;
    let hidden = false, came = null;
    let showing = element;
    for (let here = element; isElement(here); here = above(here)) {
      if (atRest !== null && weakHas(atRest.hidden, here)) {
        hidden = true;
        showing = above(here);
      }
      came ??= weakGet(added, here) ?? null;
    }
    if (came !== null && scrolled !== null && came.at >= scrolled.at) tellScroll();
    else if (hidden && isElement(showing)) tellHover(showing);
    else if (came !== null && atRest !== null && came.at > atRest.at && came.over !== null &&
        came.at - came.since < HOVER_MS) tellHover(came.over);
  }

  function tellHover(element) {
    const body = tagOf(element);
    if (body !== 'body' && body !== 'html') act('hover', look([element]), record({}));
  }

  function tellScroll() {
    const { target } = scrolled;
    const whole = !isElement(target) || target === rootOf(document);
    act('scroll', look([whole ? rootOf(document) : target]), record({
      whole, scrollX: scrolled.x, scrollY: scrolled.y,
    }));
  }

  function scrolling(event) {
    if (!event.isTrusted) return;
    const target = pathOf(event)[0];
    scrolled ??= { at: now(), target, x: 0, y: 0 };
    const whole = !isElement(target);
    scrolled.target = target;
    // The farthest place: what brings an element into view may scroll back again.
    scrolled.x = max(scrolled.x, whole ? scrollX : target.scrollLeft);
    scrolled.y = max(scrolled.y, whole ? scrollY : target.scrollTop);
  }

  function changes() {
    noteChanges(observer.takeRecords());
    return changeCount;
  }

  let knownRoot = null, aroundTimer = 0;
  function noteChanges(records) {
    changeCount += records.length;
    let framesCame = false;
    for (let i = 0; i < records.length; i++) {
      const nodes = records[i].addedNodes;
      for (let k = 0; k < nodes.length; k++) {
        if (!isElement(nodes[k])) continue;
        const control = over === null ? null : closest(over, CONTROLS + ',li');
        weakSet(added, nodes[k], { at: now(), over: control, since: overSince });
        framesCame ||= tagOf(nodes[k]) === 'iframe' || findInside(nodes[k], 'iframe') !== null;
      }
    }
    if (framesCame) aroundSoon();
    // document.open() takes all listeners away.
    if (rootOf(document) !== knownRoot) listen();
  }

  // Says what surrounds a frame, or is in one, before anything happens in it.
  function around() {
    if (rootOf(document) !== null) say('around', record({}), world.measure(null, secretTexts()));
  }
  function aroundSoon() {
    forget(aroundTimer);
    aroundTimer = later(around, REST_MS);
  }
  function enteredFrame(event) {
    const target = pathOf(event)[0];
    if (event.isTrusted && isElement(target) && matches(target, 'iframe,frame,object,embed')) around();
  }

  // ------------------------------------------------------------------------------------------ listening

  function left() {
    if (!document.hasFocus() || document.visibilityState === 'hidden') trail = list();
    typing = null;
  }

  function listen() {
    knownRoot = rootOf(document);
    const on = (type, heard) =>
      listenTo(window, type, heard, { capture: true, passive: type !== 'keydown' });
    on('pointermove', moved);
    on('pointerdown', pointerDown);
    on('pointerup', pointerUp);
    on('pointerover', enteredFrame);
    on('click', clicked);
    on('dblclick', doubleClicked);
    on('auxclick', otherButton);
    on('drop', drop);
    on('beforeinput', beforeInput);
    on('input', input);
    on('change', changed);
    on('submit', submitted);
    on('keydown', keyDown);
    on('scroll', scrolling);
    on('blur', left);
    on('visibilitychange', left);
    on('pagehide', flushClick);
    on('load', loaded);
  }

  function loaded(event) {
    if (targetOf(event) === document) begun();
  }

  function begun() {
    if (window !== top || window.length > 0) later(around, 0);
    restSoon();
  }

  const observer = new MutationObserver(noteChanges);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  listen();
  // Tells whether a navigation comes from the page or from the person's address bar.
  const { navigation } = globalThis;
  if (navigation) {
    listenTo(navigation, 'navigate', event => {
      say('leaving', record({ type: event.navigationType, url: event.destination.url }));
    });
  }
  say('begin', record({ url: document.URL, tellsLeaving: Boolean(navigation) }));
  if (document.readyState === 'complete') begun();
})()
