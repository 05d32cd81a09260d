// Clicks, double clicks, other buttons, drags.
// A part of observe.js, which has one scope for all of them.

let enteredAt = 0; // when Enter was pressed in a field
let pressed = null, pendingClick = null, dragged = false, draggedAt = 0, labelClickedAt = 0;

function pointerDown(event) {
  if (!event.isTrusted) return;
  const elements = pathOf(event);
  flushClick();
  foreshadow(elements[0]);
  // Before its click does anything; the mouse may have come too fast for a picture on the way.
  if (isElement(elements[0])) point(elements[0], now(), true);
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
