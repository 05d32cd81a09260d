// Clicks, double clicks, other buttons, drags and strokes.
// A part of observe.js, which has one scope for all of them.

let enteredAt = 0; // when Enter was pressed in a field
let pressed = null, pendingClick = null, dragged = false, draggedAt = 0;
let carried = null; // what a drag may have moved

function pointerDown(event) {
  if (!event.isTrusted) return;
  const elements = pathOf(event);
  leaving();
  foreshadow(elements[0]);
  // Before its click does anything; the mouse may have come too fast for a picture on the way.
  if (isElement(elements[0])) point(elements[0], now(), true);
  pressed = look(elements);
  pressed.blank = isElement(elements[0]) && showsSecret(elements[0], rectOf(elements[0]));
  pressed.x = event.clientX;
  pressed.y = event.clientY;
  pressed.at = now();
  pressed.far = 0;
  pressed.path = list();
  follow(event.clientX, event.clientY);
  pressed.trail = trailTo(event.clientX, event.clientY);
  pressed.changes = changes();
  noteBefore(pressed);
  dragged = false;
}

// What the page shows before anything is done to it.
function noteBefore(press) {
  const { element } = press;
  press.drag = element === null ? null : effects.watchDrag(element);
  press.lists = element === null ? list() : effects.watchLists(element);
  press.choices = element === null ? list() : effects.watchChoices(element);
}

// The way of the mouse while its button is down; every other point goes when there are too many.
function follow(x, y) {
  if (pressed === null) return;
  pressed.far = max(pressed.far, hypot(x - pressed.x, y - pressed.y));
  const { path } = pressed, end = path.length;
  if (end > 0 && path[end - 3] === x && path[end - 2] === y) return;
  path[end] = x;
  path[end + 1] = y;
  path[end + 2] = now() - pressed.at;
  if (path.length <= 3 * PATH_POINTS) return;
  pressed.path = list();
  for (let i = 0; i < path.length; i++) {
    if (i % 6 < 3 || i >= end) pressed.path[pressed.path.length] = path[i];
  }
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

// What was seen when the button went down, if this is the click of that press. A browser names what
// press and release have in common; meant is what was pressed, also where it has moved away from
// under the mouse or was drawn anew. Undefined: it was let go elsewhere, so nothing was clicked.
function seenAtPress(event, elements) {
  if (pressed === null || event.detail === 0) return null;
  for (let i = 0; i < elements.length; i++) if (elements[i] === pressed.element) return pressed;
  if (pressed.element === null) return null;
  return hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAG_PX ? pressed : undefined;
}

function clicked(event) {
  if (!event.isTrusted) {
    chooserOpened(event);
    return;
  }
  const elements = pathOf(event), at = now();
  if (!isElement(elements[0])) return;
  if (event.detail === 0 && at - enteredAt < SAME_MOMENT_MS) return; // Enter sent the form
  if (pressed !== null && pressed.isTold) return;
  if (pressed !== null) pressed.isHeard = true;
  if (at - draggedAt < SAME_MOMENT_MS) return;
  if (pressed !== null && pressed.far >= DRAG_PX && marksWords()) return;
  // The click on its label goes on to the field, after a while where the page is slow.
  if (pressed !== null && pressed.labelled === elements[0]) return;
  const atPress = seenAtPress(event, elements);
  if (atPress === undefined) return;
  const target = atPress === null ? elements[0] : atPress.element;
  const field = fieldOf(target);
  if (pressed !== null && field !== null && field !== target) pressed.labelled = field;
  if (field !== null && matches(field, 'select,option,optgroup,[type=file i]')) return;
  // A slider has told already what became of it.
  if (field !== null && isPicked(field) && atPress !== null && lastAct.kind === 'typed' &&
      lastAct.at >= atPress.at) return;
  const seen = atPress ?? look(elements);
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
  const seen = seenAtPress(event, elements) ?? look(elements);
  act('dblclick', seen, withMouse(seen, event));
}

function otherButton(event) {
  if (!event.isTrusted || event.button === 0) return;
  const elements = pathOf(event);
  const seen = seenAtPress(event, elements) ?? look(elements);
  act('click', seen, withMouse(seen, event));
}

function drop(event) {
  if (!event.isTrusted || pressed === null) return;
  follow(event.clientX, event.clientY);
  drag(pathOf(event)[0], event.clientX, event.clientY, true);
}

function pointerUp(event) {
  if (!event.isTrusted || pressed === null || dragged || event.button !== 0) return;
  follow(event.clientX, event.clientY);
  if (pressed.far < DRAG_PX) {
    const press = pressed, more = withMouse(pressed, event);
    // Once it is gone its click will never come: pages take it away when the button is let go, too.
    const tellGone = () => {
      if (press.isHeard || press.isTold || isConnected(press.element)) return;
      press.isTold = true;
      act('click', press, more);
    };
    tellGone();
    onceHandled(tellGone);
    return;
  }
  if (isPulled()) {
    drag(topmostAt(event.clientX, event.clientY), event.clientX, event.clientY, false);
  }
}

const marksWords = () => getSelection()?.isCollapsed === false;

// Whether the mouse has taken something along: a page has changed under it, or is drawn upon.
function isPulled() {
  const { element } = pressed;
  if (tagOf(element) === 'canvas') return true;
  if (changes() === pressed.changes) return false;
  if (isTextField(element)) return false; // its change tells, or words in it were marked
  return !marksWords();
}

function drag(onto, x, y, dropped) {
  dragged = true;
  draggedAt = now();
  const to = isElement(onto) ? world.indexOf(pressed.number, onto) : -1;
  carried = pressed.drag;
  if (carried !== null && isElement(onto)) carried.onto = effects.listOf(onto);
  act('drag', pressed, record({
    x: pressed.x, y: pressed.y, trail: pressed.trail, toX: x, toY: y, to, dropped,
    path: pressed.path,
  }));
  pressed = null;
}
