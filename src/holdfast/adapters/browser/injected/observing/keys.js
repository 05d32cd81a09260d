// Keys that are not text, and those that assert something.
// A part of observe.js, which has one scope for all of them.

const WORD_KEYS = new RegExp(
  '^(?:Enter|Escape|Backspace|Delete|Insert|Home|End|Page(?:Up|Down)|' +
  'Arrow(?:Up|Down|Left|Right)|F\\d+|ContextMenu)$');
const FIELD_KEYS = /^(?:Enter|Escape|Arrow(?:Up|Down)|F\d+)$/;
// In what is edited in place, where the cursor goes decides what is dressed otherwise next.
const CURSOR_KEYS = /^(?:Home|End|Page(?:Up|Down)|Arrow(?:Left|Right))$/;
const PRESSED_BY_ENTER = 'a,button,summary,select,[type=submit i],[type=button i]';
const CHANGED_BY_KEYS = 'select,[type=radio i],[type=number i]';
const CHANGING_KEYS = /^(?:Arrow|Page|Home$|End$|Backspace$|Delete$)/;
const MODIFIERS = /^(?:Alt|AltGraph|Control|Meta|Shift|CapsLock|Dead|Fn|NumLock|Process|Unidentified)$/;
const BROWSER_KEYS = new RegExp(
  '^(?:Alt\\+(?:Arrow(?:Left|Right)|Home|F4|[df])|F(?:1|3|5|6|7|11|12)|' +
  '(?:Control|Meta)\\+(?:Shift\\+)?(?:[dfghjlnoprstuw0+=-]|F4|F5|Tab|Page(?:Up|Down)))$', 'i');
const EDITING = /^[acvxyz]$/i;
const CHECKS = record({ Digit1: 'visible', Digit2: 'text', Digit3: 'value' });

function keyDown(event) {
  if (!event.isTrusted || event.isComposing) return;
  decide();
  const target = pathOf(event)[0];
  if (asserting !== '' && event.key === 'Escape') {
    event.preventDefault();
    stopEvent(event);
    order(asserting);
    return;
  }
  if (SETTINGS.assertKeys && event.altKey && !event.ctrlKey && CHECKS[event.code]) {
    event.preventDefault();
    event.stopImmediatePropagation();
    assertThat(CHECKS[event.code]);
    return;
  }
  const element = isElement(target) ? target : rootOf(document);
  const up = isRelaying(element) ? effects.standsFor(element) : 0;
  const keys = up === 0 ? keysOf(event, element) : relayedKeys(event, element);
  // What the key before did is told before this one writes into the same field.
  if (awaitedEffect !== null && awaitedEffect.name === 'press') tellEffect();
  const edited = up === 0 ? editedBy([element]) : element;
  if (keys === '' && edited !== null && !isTextField(edited) && !test(MODIFIERS, event.key)) {
    awaitEdit(edited, event);
  }
  if (keys === '' && edited === null) pressedLetter(event, element);
  if (keys === '' || (event.repeat && up === 0)) return;
  leaving();
  if (keys === 'Enter') enteredAt = now();
  const seen = look([element]);
  seen.from = edited === null || isSecret(edited) ? null : writtenIn(edited);
  const isLine = up === 0 && edited !== null && !isA(HTMLInputElement, element) &&
    (keys === 'Enter' || keys === 'Shift+Enter');
  const told = up === 0 ? record({ keys }) : record({ keys, standsFor: up });
  if (!isLine && !test(BROWSER_KEYS, keys) && !endsWith(keys, 'Tab')) act('press', seen, told);
  // The browser's own, and the end of a line: a step only where the page has taken it for itself.
  else onceHandled(() => {
    if (!event.defaultPrevented) return;
    if (isLine && isLineMore(seen.from, valueOf(edited))) typed(edited, seen.from);
    else act('press', seen, told);
  });
}

// A letter outside of fields is a step where the page does something with it.
function pressedLetter(event, element) {
  const { key } = event, isCommand = event.ctrlKey || event.metaKey || event.altKey;
  if (key.length !== 1 || isCommand || matches(element, CHANGED_BY_KEYS)) return;
  if (key === ' ' && !matches(element, 'html,body,canvas')) return; // it clicks
  leaving();
  const seen = look([element]), before = changes();
  onceHandled(() => {
    if (event.defaultPrevented || changes() !== before) {
      act('press', seen, record({ keys: withModifiers(event, key) }));
    }
  });
}

// All keys but those that give text, which is told as such, and what is only copied.
function relayedKeys(event, element) {
  const { key } = event;
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const isText = key.length === 1 && (!isCommand || event.getModifierState('AltGraph'));
  if (isText) relay(element, key);
  if (isText || test(MODIFIERS, key) || (isCommand && test(/^[cv]$/i, key))) return '';
  return withModifiers(event, key);
}

function withModifiers(event, key) {
  const held = modifiersOf(event);
  let keys = '';
  for (let i = 0; i < held.length; i++) keys += held[i] + '+';
  return keys + key;
}

// Whether a line was ended, and nothing else happened: an editor does that by itself.
function isLineMore(before, after) {
  if (before === null || after.length !== before.length + 1) return false;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return after[at] === '\n' && sliceOf(after, at + 1) === sliceOf(before, at);
}

function keysOf(event, element) {
  const { key } = event;
  if (test(MODIFIERS, key)) return '';
  const shortcut = event.ctrlKey || event.metaKey || (event.altKey && key.length === 1);
  if (editedBy([element]) !== null || isEditable(element)) {
    const isRich = !isTextField(element);
    if (!(isRich && (test(CURSOR_KEYS, key) || (shortcut && lowerCase(key) === 'a'))) &&
        (shortcut ? key.length > 1 || test(EDITING, key) : !test(FIELD_KEYS, key))) return '';
  } else if (!shortcut && !test(WORD_KEYS, key)) return '';
  // These come back as the click or the change that they set off.
  if (key === 'Enter' && matches(element, PRESSED_BY_ENTER)) return '';
  if (!shortcut && test(CHANGING_KEYS, key) &&
      (isPicked(element) || matches(element, CHANGED_BY_KEYS))) return '';
  return withModifiers(event, key);
}

function assertThat(check) {
  if (mouse === null) return;
  const element = topmostAt(mouse.x, mouse.y);
  if (element === null) return;
  const secret = isSecret(element);
  const told = record({ check, secret, field: secret ? fieldName(element) : '' });
  if (check === 'value' && !secret) told.value = valueOf(element);
  act('assert', look([element]), told);
}
