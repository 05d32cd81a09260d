// Where the mouse goes, and what it points at.
// A part of observe.js, which has one scope for all of them.

let trail = list(), mouse = null, over = null, overSince = 0;
let pointedAt = null, pointedWhen = 0, pointTimer = 0;

function moved(event) {
  if (!event.isTrusted) return;
  const at = now(), { clientX: x, clientY: y } = event;
  mouse = { x, y };
  comeTo(pathOf(event)[0], at);
  if (event.buttons !== 0) follow(x, y);
  const last = trail.length >= 3 ? trail.length - 3 : -1;
  if (last >= 0 && (at - trail[last + 2] < SAMPLE_MS ||
      hypot(x - trail[last], y - trail[last + 1]) < SMALLEST_MOVE)) return;
  addPoint(x, y, at);
}

function comeTo(target, at) {
  if (!isElement(target) || target === over) return;
  over = target;
  overSince = at;
  point(target, at);
}

// Comes before the page itself hears that the mouse has come.
function entered(event) {
  if (!event.isTrusted) return;
  comeTo(pathOf(event)[0], now());
  enteredFrame(event);
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
function point(target, at, atOnce = false) {
  const control = closest(target, CONTROLS) ?? target;
  forget(pointTimer);
  if (!(SETTINGS.pictures || SETTINGS.bar) || control === pointedAt) return;
  clearMark();
  if (!atOnce && at - pointedWhen < POINTING_MS) {
    // It passes over many; where it comes to rest there is time.
    pointTimer = later(() => point(target, now(), true), POINTING_MS);
    return;
  }
  pointedAt = control;
  pointedWhen = at;
  const box = rectOf(control);
  const told = record({
    element: numberOf(control), box: boxOf(box), ratio: devicePixelRatio,
    blank: showsSecret(control, box),
  });
  then(say('pointing', told, SETTINGS.bar ? lookedAt(target, told) : ''), mode => {
    if (window !== top) asserting = mode ?? ''; // what the bar wants of the next click
  });
}

// Adds which element of which measurement is pointed at, and returns that if it was not told before.
let toldOfPointing = -1;
function lookedAt(target, told) {
  told.target = told.measured = -1;
  if (matches(target, 'iframe,frame')) return ''; // what is in it tells of itself
  let { page, number } = atRest ?? { page: '', number: -1 };
  told.target = page === '' ? -1 : world.indexOf(number, target);
  if (told.target < 0 && findAll(document, '*').length <= MOST_MEASURED) {
    page = world.measure(null, secretTexts());
    number = world.latest();
    told.target = world.indexOf(number, target);
  }
  told.measured = number;
  if (number === toldOfPointing) return '';
  toldOfPointing = number;
  return page;
}

// Those who use the keyboard come to a control by its focus.
function focused(event) {
  const target = pathOf(event)[0];
  if (event.isTrusted && isElement(target)) point(target, now(), true);
}

// The topmost element at a place, in whatever open shadow root it is.
function topmostAt(x, y) {
  const found = elementsAt(document, x, y);
  let element = (found[0] === host ? found[1] : found[0]) ?? null; // the bar is no part of the page
  for (let inner = element; inner !== null && inner.shadowRoot; ) {
    inner = inner.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === element) break;
    element = inner;
  }
  return element;
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
