// Tells: where this document is, what the page looks like, and which element was acted on.
// A part of observe.js, which has one scope for all of them.

const ownParent = window.parent; // before the page can put another in its place

// The way to this frame: at each level, which of the window's frames it is.
function way() {
  const places = list();
  for (let inner = window, outer; inner !== top; inner = outer) {
    outer = inner === window ? ownParent : inner.parent;
    let place = 0;
    while (place < outer.length && outer[place] !== inner) place++;
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

const NOTHING = Promise.resolve();
let messages = 0; // each is another one, and none is heard twice
function say(kind, more, page) {
  const message = record({ kind, way: way(), at: now(), serial: ++messages });
  for (const name in more) message[name] = more[name];
  try {
    return then(pristine(() => tell(signed(stringify(message)), page ?? '')), undefined, () => {});
  } catch {
    return NOTHING; // The recorder has gone; the page must not notice.
  }
}

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

// What is only known when the page has dealt with an event: told then, and before the next act.
let undecided = null;
function onceHandled(work) {
  decide();
  undecided = { work, timer: later(decide, 0) };
}

function decide() {
  if (undecided === null) return;
  const { work, timer } = undecided;
  undecided = null;
  forget(timer);
  work();
}

let lastAct = { kind: '', at: 0 }, actNumbers = 0;

function act(name, seen, more) {
  const { element } = seen;
  clearMark();
  const told = record({ act: name, target: seen.target, element: 0, control: 0, blank: true });
  told.number = ++actNumbers;
  told.ratio = devicePixelRatio;
  if (element !== null) {
    told.element = numberOf(element);
    told.control = numberOf(closest(element, CONTROLS) ?? element);
    told.blank = seen.blank ?? showsSecret(element, rectOf(element));
  }
  for (const key in more) told[key] = more[key];
  lastAct = { kind: name, at: now() };
  if (name !== 'typed') typing = null;
  say('act', told, seen.page);
  awaitEffect(name, told.number, element, told.secret === true, seen);
  atRest = null;
  scrolled = null;
  restSoon();
}
