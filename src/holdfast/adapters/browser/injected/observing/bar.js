// The bar in the recorded window: what is recorded so far, and what the person wants of the recorder.
// A part of observe.js, which has one scope for all of them.
//
// One host beside the body, with a closed root: nothing in it can be reached from the page, and the
// page hears of no event on it. Only the top window has one.

const LABEL_PX = 24; // how high the label of a mark is
const PLACED_MOST = 5; // times that it comes back; a page that takes it away again and again wins
const POINTING_AT = record({
  visible: 'Click what must be visible. Esc: leave it',
  text: 'Click what must say what it says now. Esc: leave it',
  value: 'Click the field that must hold what it holds now. Esc: leave it',
});
const BAR_STYLE = `
:host { all: initial !important; direction: ltr !important; display: block !important; position: fixed !important;
  inset: 0 auto auto 0 !important; width: 0 !important; height: 0 !important;
  z-index: 2147483647 !important; pointer-events: none !important }
@media print { :host { display: none !important } }
* { box-sizing: border-box; margin: 0; font: 12px/1.5 system-ui, sans-serif; user-select: none }
.panel { position: fixed; bottom: 12px; left: 50%; transform: translateX(-50%);
  width: min(520px, calc(100vw - 16px)); padding: 6px 10px 8px; color: #f4f4f5; background: #18181b;
  border: 1px solid #71717a; border-radius: 10px; box-shadow: 0 4px 18px #0006; pointer-events: auto;
  cursor: default }
.through { pointer-events: none }
.moved { transform: none }
.steps { padding: 0 0 4px; color: #d4d4d8 }
.steps:empty, .says:empty { display: none }
.steps div { white-space: pre; overflow: hidden; text-overflow: ellipsis }
.steps div:last-child { color: #fff }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px }
.grip { padding: 0 4px; color: #a1a1aa; cursor: move }
.light { width: 10px; height: 10px; border-radius: 5px; background: #ef4444 }
.paused .light { border-radius: 2px; background: #a1a1aa }
.count { min-width: 56px; margin: 0 4px }
.pause { min-width: 66px }
.word { margin-left: 6px; color: #a1a1aa }
.button { padding: 2px 8px; color: #f4f4f5; background: #3f3f46; border: 1px solid #52525b;
  border-radius: 6px; cursor: pointer }
.button:hover { background: #52525b }
.on, .on:hover { color: #18181b; background: #fbbf24 }
.stop { margin-left: 6px; background: #b91c1c; border-color: #dc2626 }
.says { padding-bottom: 4px; color: #fde68a }
.mark { position: fixed; display: none; background: #3b82f626; outline: 2px solid #2563eb }
.label { position: fixed; display: none; max-width: calc(100vw - 8px); padding: 1px 6px; overflow: hidden;
  white-space: nowrap; text-overflow: ellipsis; color: #fff; background: #1d4ed8; border-radius: 4px;
  font-family: ui-monospace, monospace }`;

let host = null, bar = null, placed = 0, barPaused = false, taking = false, grabbed = null;
let asserting = ''; // what the next click asserts; frames are told of it by the recorder
let isOnTop = false, modal = null; // whether it is in the top layer; the dialog that had focus last
const commands = list();

function part(parent, kind, text = '', command = '') {
  const made = createElement(document, command === '' ? 'div' : 'button');
  setAttribute(made, 'class', kind);
  if (text !== '') setText(made, text);
  if (command !== '') {
    setAttribute(made, 'tabindex', '-1'); // the way of the Tab key is the page's
    commands[commands.length] = record({ made, command });
  }
  appendTo(parent, made);
  return made;
}

// Made before the page's own scripts can change what it is made with; shown when there is news.
function makeBar() {
  if (!SETTINGS.bar || window !== top) return;
  const element = createElement(document, 'holdfast-bar');
  setAttribute(element, 'popover', 'manual'); // so that it can be shown above what blocks the page
  const root = attachRoot(element, { mode: 'closed', __proto__: null });
  const sheet = new CSSStyleSheet(); // no policy of the page forbids it, unlike a style element
  sheet.replaceSync(BAR_STYLE);
  root.adoptedStyleSheets = [sheet];
  const made = record({ mark: part(root, 'mark'), label: part(root, 'label') });
  made.panel = part(root, 'panel');
  made.steps = part(made.panel, 'steps');
  made.says = part(made.panel, 'says'); // above the buttons, which stay where they are
  const row = part(made.panel, 'row');
  made.grip = part(row, 'grip', '⠿');
  part(row, 'light');
  made.count = part(row, 'count');
  made.pause = part(row, 'button pause', 'Pause', 'pause');
  part(row, 'button', 'Undo', 'undo');
  const asserts = part(row, 'row');
  part(asserts, 'word', 'Assert');
  for (const check in POINTING_AT) made[check] = part(asserts, 'button', check, check);
  part(row, 'button stop', 'Stop', 'stop');
  host = element;
  bar = made;
}

function placeBar() {
  const root = rootOf(document);
  if (bar === null || placed === 0 || isConnected(host) || !isA(HTMLHtmlElement, root)) return;
  if (placed++ > PLACED_MOST) return;
  appendTo(root, host);
  if (isOnTop) {
    isOnTop = false; // what is taken out of a page is not on top any more
    raiseBar();
  }
}

// A modal dialog, full screen and the like are drawn above all else, the latest on top: the bar comes
// after them. Beneath a modal dialog nothing can be hit; there the bar goes by its place.
function raiseBar() {
  if (bar === null || !isConnected(host)) return;
  try {
    if (isOnTop) hideOnTop(host);
    showOnTop(host);
    isOnTop = true;
  } catch { /* the browser is too old for it, or the page does not want it */ }
}

function cameOnTop(event) {
  if (targetOf(event) === host) stopEvent(event); // the page hears nothing of it
  else raiseBar();
}

// A dialog in a shadow root says nothing to the window when it opens, but something in it has focus.
function focusedOnTop(event) {
  const path = pathOf(event);
  for (let i = 0; i < path.length; i++) {
    if (!isElement(path[i]) || path[i] === modal || !matches(path[i], 'dialog:modal')) continue;
    modal = path[i];
    raiseBar();
    return;
  }
}

// What the recorder tells, in an event whose name no page knows.
function heardNews(event) {
  stopEvent(event);
  const told = parse(detailOf(event));
  if (bar === null) return;
  if (told.kind === 'state') showState(told);
  else if (told.kind === 'mark') showMark(told);
  else if (told.kind === 'veil') veil(told.box);
  else if (told.kind === 'unveil') setStyle(styleOf(bar.panel), 'visibility', 'visible');
  else if (told.kind === 'end') {
    placed = 0;
    removeNode(host);
  }
}

function showState({ steps, count, paused, mode, note, place }) {
  barPaused = paused;
  asserting = mode;
  setText(bar.steps, '');
  for (let i = 0; i < steps.length; i++) part(bar.steps, 'step', steps[i]);
  setText(bar.count, count + (count === 1 ? ' step' : ' steps'));
  setText(bar.pause, paused ? 'Resume' : 'Pause');
  if (place !== null && grabbed === null) movePanel(place[0], place[1]);
  if (paused) clearMark();
  showMode(note);
  placed = max(placed, 1);
  placeBar();
}

function showMode(note) {
  for (const check in POINTING_AT) {
    setAttribute(bar[check], 'class', check === asserting ? 'button on' : 'button');
  }
  setText(bar.says, POINTING_AT[asserting] ?? note ?? '');
  dressPanel(false);
}

function dressPanel(isThrough) {
  bar.isThrough = isThrough;
  const dress = 'panel' + (barPaused ? ' paused' : '') + (isThrough ? ' through' : '') +
    (bar.isMoved ? ' moved' : '');
  if (dress !== bar.dress) setAttribute(bar.panel, 'class', bar.dress = dress);
}

// By its lower edge: it grows upwards, and its buttons stay where they are.
function movePanel(x, below) {
  const box = rectOf(bar.panel), inside = (at, size, all) => max(0, at + size > all ? all - size : at);
  bar.isMoved = true;
  dressPanel(false);
  setStyle(styleOf(bar.panel), 'left', inside(x, box.width, innerWidth) + 'px');
  setStyle(styleOf(bar.panel), 'bottom', inside(below, box.height, innerHeight) + 'px');
}

// What would be recorded under the mouse. It is gone before a picture is taken, or anything is done.
function showMark({ element, box, locator }) {
  // By now the mouse may be elsewhere; 0: it is in a frame.
  const isThere = element === 0 || (pointedAt !== null && element === numberOf(pointedAt));
  if (barPaused || !isThere) return;
  const at = (target, x, y) => {
    setStyle(styleOf(target), 'left', x + 'px');
    setStyle(styleOf(target), 'top', y + 'px');
    setStyle(styleOf(target), 'display', 'block');
  };
  at(bar.mark, box[0], box[1]);
  setStyle(styleOf(bar.mark), 'width', box[2] + 'px');
  setStyle(styleOf(bar.mark), 'height', box[3] + 'px');
  setText(bar.label, locator);
  const below = box[1] + box[3] + 4;
  at(bar.label, max(4, box[0]), below + LABEL_PX > innerHeight ? max(2, box[1] - LABEL_PX) : below);
  const over = rectOf(bar.label).right - innerWidth + 4;
  if (over > 0) setStyle(styleOf(bar.label), 'left', max(4, box[0] - over) + 'px');
}

function clearMark() {
  if (bar === null) return;
  setStyle(styleOf(bar.mark), 'display', 'none');
  setStyle(styleOf(bar.label), 'display', 'none');
}

// Before a picture of a place is taken: the bar is no part of it.
function veil(shot) {
  clearMark();
  const box = rectOf(bar.panel);
  if (box.x < shot[0] + shot[2] && shot[0] < box.right &&
      box.y < shot[1] + shot[3] && shot[1] < box.bottom) {
    setStyle(styleOf(bar.panel), 'visibility', 'hidden');
  }
}

// --- what the mouse and the keys do to it; heard before anybody else

const DEFAULTS = record({ mousedown: 1, click: 1, contextmenu: 1, dragstart: 1, dblclick: 1, auxclick: 1 });

// What a click consists of; where the mouse goes, the page may know.
const TAKEN = record({
  pointerdown: 1, pointerup: 1, mousedown: 1, mouseup: 1, touchstart: 1, touchend: 1, ...DEFAULTS,
});

function swallow(event) {
  stopEvent(event);
  if (DEFAULTS[event.type]) preventDefault(event);
}

const isWithin = (element, x, y) => {
  const box = rectOf(element);
  return box.x <= x && x < box.right && box.y <= y && y < box.bottom;
};

const isForBar = event => host !== null && (targetOf(event) === host || grabbed !== null ||
  (isOnTop && !bar.isThrough && isWithin(bar.panel, event.clientX, event.clientY)));

function hearBar(event) {
  if (!event.isTrusted) return; // a page may make events, but wants nothing of the recorder
  if (isForBar(event)) onBar(event);
  else if (asserting !== '' || taking) takeUp(event);
  // What is dragged passes under it, and is there when it is dropped.
  else if (bar !== null && event.type === 'pointerdown') dressPanel(true);
  else if (bar !== null && event.type === 'pointermove' && event.buttons === 0) dressPanel(false);
}

function onBar(event) {
  swallow(event);
  const { type, clientX: x, clientY: y } = event;
  if (type === 'pointerover') {
    clearMark();
    pointedAt = over = null;
  } else if (type === 'pointerdown' && isWithin(bar.grip, x, y)) {
    const box = rectOf(bar.panel);
    grabbed = { x: x - box.x, below: box.bottom - y };
  } else if (type === 'pointermove' && grabbed !== null) {
    movePanel(x - grabbed.x, innerHeight - y - grabbed.below);
  }
  else if (type === 'pointerup' && grabbed !== null) {
    const box = rectOf(bar.panel), place = list();
    grabbed = null;
    place[0] = box.x;
    place[1] = innerHeight - box.bottom;
    say('command', record({ command: 'place', place }));
  } else if (type === 'click') {
    for (let i = 0; i < commands.length; i++) {
      if (isWithin(commands[i].made, x, y)) order(commands[i].command);
    }
  }
}

function order(command) {
  leaving();
  if (POINTING_AT[command]) {
    asserting = asserting === command ? '' : command;
    showMode('');
    say('command', record({ command: 'point', mode: asserting }));
  } else say('command', record({ command }));
}

// A click that asserts something is none of the page's.
function takeUp(event) {
  const { type } = event;
  if (type === 'pointerout' && event.relatedTarget === null && window !== top) asserting = '';
  if (!TAKEN[type] || (type === 'pointerup' && !taking)) return;
  swallow(event);
  if (type === 'pointerdown') taking = true;
  if (type !== 'pointerup') return;
  mouse = { x: event.clientX, y: event.clientY };
  assertThat(asserting);
  asserting = '';
  later(() => { taking = false; }, 0); // its click comes in the same moment
}

const BAR_EVENTS = [
  'pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'pointerenter', 'pointerleave',
  'pointercancel', 'mousedown', 'mouseup', 'mousemove', 'mouseover', 'mouseout', 'mouseenter', 'mouseleave',
  'click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'touchstart', 'touchmove', 'touchend', 'dragstart',
];

function listenForBar() {
  if (!SETTINGS.bar) return;
  for (let i = 0; i < BAR_EVENTS.length; i++) {
    const passive = !DEFAULTS[BAR_EVENTS[i]];
    listenTo(window, BAR_EVENTS[i], hearBar, { capture: true, passive, __proto__: null });
  }
  if (window !== top) return;
  listenTo(window, SETTINGS.bar, heardNews, true);
  listenTo(window, 'beforetoggle', cameOnTop, true);
  listenTo(window, 'toggle', cameOnTop, true);
  listenTo(window, 'fullscreenchange', cameOnTop, true);
  listenTo(window, 'focusin', focusedOnTop, true);
}
