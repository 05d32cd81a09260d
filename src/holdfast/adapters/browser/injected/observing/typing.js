// What is typed, chosen, ticked, picked and sent.
// A part of observe.js, which has one scope for all of them.

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
  typing = { element, session: ++sessions, seen: look([element]), isTold: false, keys: '', was: null };
  if (!isTextField(element)) typing.was = valueOf(element);
}

function beforeInput(event) {
  const element = event.isTrusted ? editedBy(pathOf(event)) : null;
  if (element === null) return;
  if (isRelaying(element)) return; // the key itself tells
  if (awaitedEffect?.name === 'press') tellEffect(); // what is typed next is not the key's doing
  beginTyping(element);
  if (!isTextField(element)) awaitEdit(element, event);
}

// Some editors put in, delete or take back by themselves: no input tells of what they keep the
// browser from doing.
let edit = null;
function awaitEdit(element, event) {
  if (isSecret(element)) return;
  tellEdit();
  edit = { element, event, was: valueOf(element), timer: 0 };
  // Most have done it by then; some draw a moment later.
  edit.timer = later(() => {
    if (edit === null || valueOf(edit.element) !== edit.was) tellEdit();
    else edit.timer = later(tellEdit, EFFECT_MS);
  }, 0);
}

// The same key further on its way: some editors stop it only there.
function followEdit(event) {
  if (edit !== null && event.isTrusted) edit.event = event;
}

function tellEdit() {
  if (edit === null) return;
  const { element, event, was, timer } = edit;
  edit = null;
  forget(timer);
  if (event.defaultPrevented && isConnected(element) && valueOf(element) !== was) typed(element, was);
}

function input(event) {
  const element = editedBy(pathOf(event));
  if (element === null || isPicked(element) || !event.isTrusted) return;
  if (isRelaying(element)) relayInput(element, event);
  else typed(element);
}

// ``was``: what stood in an editor that has changed before anybody heard of it.
function typed(element, was) {
  flushClick();
  beginTyping(element);
  if (was !== undefined && !typing.isTold) typing.was = was;
  const value = valueOf(element);
  if (weakGet(lastTold, element) === value) return; // a change that its inputs have told of
  weakSet(lastTold, element, value);
  const secret = isSecret(element);
  const told = record({ session: typing.session, secret, field: secret ? fieldName(element) : '' });
  told.names = secret ? namesToMask(element) : list();
  if (!secret) told.value = value;
  const before = list();
  before[0] = typing.was;
  if (!secret && typing.was !== null && withoutSecrets(before) !== null) told.was = typing.was;
  tellTyped(element, told);
}

function tellTyped(element, told) {
  const { page, target } = typing.seen;
  act('typed', { page: typing.isTold ? '' : page, target, element }, told);
  typing.isTold = true;
}

// Under which names a form would send the field.
function namesToMask(element) {
  const names = list();
  const name = getAttribute(element, 'name');
  if (name) names[0] = name;
  return names;
}

// A change is not told beyond the shadow root that it happens in.
const heardRoots = new NewWeakSet();
function hearRoots(event) {
  const whole = wholePathOf(event);
  for (let i = 0; i < whole.length; i++) {
    if (!isA(ShadowRoot, whole[i]) || weakHas(heardRoots, whole[i])) continue;
    weakAdd(heardRoots, whole[i]);
    listenTo(whole[i], 'change', changed, { capture: true, passive: true });
    listenTo(whole[i], 'submit', submitted, { capture: true, passive: true });
  }
}

function changed(event) {
  const target = pathOf(event)[0];
  if (!isElement(target)) return;
  if (isA(HTMLSelectElement, target)) {
    if (event.isTrusted || !isStandIn(target)) selected(target);
  }
  else if (!isA(HTMLInputElement, target) || isTextField(target)) {
    // Of others, inputs have told; what the page has put there instead was not typed.
    if (isPicked(target)) typed(target);
  } else if (matches(target, '[type=file i]')) uploaded(target);
  else if (event.isTrusted && matches(target, '[type=checkbox i],[type=radio i]')) ticked(target);
}

// A list that nobody sees: the page keeps it up to date for another one, which was acted upon.
function isStandIn(element) {
  const { width, height } = rectOf(element);
  return width < SMALLEST_MOVE || height < SMALLEST_MOVE;
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

// A button of the page has opened the file chooser: what is chosen says more than that click.
let chooserClick = 0;
function chooserOpened(event) {
  const target = pathOf(event)[0];
  if (isElement(target) && matches(target, 'input[type=file i]') &&
      lastAct.kind === 'click' && now() - lastAct.at < SAME_MOMENT_MS) chooserClick = actNumbers;
}

function uploaded(element) {
  const files = inputFiles(element), names = list();
  for (let i = 0; files && i < files.length; i++) names[i] = files[i].name;
  const opened = chooserClick !== 0 && chooserClick === actNumbers;
  act('upload', look([element]), record({ values: names, opened }));
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
  const target = world.indexOf(seen.number, element), box = rectOf(element);
  const top = topmostAt(box.x + box.width / 2, box.y + box.height / 2);
  // Nobody can press the box itself: its label lies over it, or is shown in its stead.
  if (top !== element) more.under = isElement(top) && fieldOf(top) === element ? 'covered' : 'hidden';
  act(name, { page: seen.page, target: target < 0 ? seen.target : target, element }, more);
}

function submitted(event) {
  const recent = now() - lastAct.at < SUBMITTED_MS && lastAct.kind !== '';
  if (event.isTrusted && !recent) act('submit', look(pathOf(event)), record({}));
}
