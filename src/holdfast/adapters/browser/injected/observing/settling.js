// What the latest act did: told a moment later, and before the next act at the latest.
// A part of observe.js, which has one scope for all of them.

const KINDS = record({ typed: 'value', check: 'checked', uncheck: 'checked', select: 'selected' });
let awaitedEffect = null;
const changedAlone = new WeakMap(); // when something changed that nobody had acted upon

// ``seen.from``: what stood in the field that a key was pressed in; null where that is not to be
// told. Pages act when a button goes down, too: what was there before is noted then.
function awaitEffect(name, number, element, secret, seen) {
  tellEffect();
  if (element === null || (secret && name !== 'typed')) return;
  const wanted = secret ? valueOf(element) : null;
  const timer = later(name === 'click' ? tellOrWait : tellEffect, name === 'drag' ? SETTLED_MS : EFFECT_MS);
  const { from = null } = seen, isClick = name === 'click';
  const lists = isClick ? seen.lists ?? effects.watchLists(element) : list();
  const choices =
    isClick || name === 'press' ? seen.choices ?? effects.watchChoices(element) : list();
  awaitedEffect = { name, number, element, wanted, from, timer, lists, choices, at: now() };
}

// What was clicked may be gone soon; a list may take longer to grow.
function tellOrWait() {
  const { element, choices } = awaitedEffect;
  if ((effectOf('click', element, null) ?? chosenBy(choices)) !== null) tellEffect();
  else awaitedEffect.timer = later(tellEffect, SETTLED_MS - EFFECT_MS);
}

function tellEffect() {
  if (awaitedEffect === null) return;
  const { name, number, wanted, from, timer, lists, choices, at } = awaitedEffect;
  const focused = focusedIn(document), isDrawnAnew = name === 'typed' && focused !== null &&
    isHeir(focused, awaitedEffect.element);
  const element = isDrawnAnew ? focused : awaitedEffect.element;
  forget(timer);
  awaitedEffect = null;
  const effect = chosenBy(choices) ?? effectOf(name, element, from) ?? countedIn(lists, at);
  if (effect === null || effect.expected === null) return;
  // Of a secret only this much is told: it stands in the field.
  if (wanted !== null) {
    if (effect.expected !== wanted) return;
    effect.expected = null;
  }
  say('effect', record({ number, effect }));
}

// What stands in a field, or is drawn for one that nobody sees.
const writtenIn = element => effects.read(effects.standsFor(element) === 0 ? 'value' : 'shown', element);

function effectOf(name, element, from) {
  const seen = kind => record({ kind, expected: effects.read(kind, element) });
  if ((name === 'press' && from !== null) || (name === 'typed' && effects.standsFor(element) !== 0)) {
    const after = writtenIn(element), said = list();
    if (after === null || after === from) return null;
    said[0] = after;
    return withoutSecrets(said) === null ? null : record({ kind: 'value', expected: after });
  }
  if (KINDS[name]) return seen(KINDS[name]);
  if (name === 'drag') {
    if (carried === null || effects.draggedInto(carried) === null) return null;
    return record({ kind: 'order', expected: withoutSecrets(effects.read('order', carried)) });
  }
  if (name !== 'click') return null;
  if (seen('checked').expected !== null) return seen('checked');
  return seen('selected').expected !== null ? seen('selected') : null;
}

// What was chosen in a list of options that the page keeps for the one that was acted upon.
function chosenBy(choices) {
  const options = effects.chosenIn(choices);
  const of = options === null || isSecret(options) ? '' : effects.findableAs(options);
  if (of === '') return null;
  const expected = withoutSecrets(effects.read('selected', options));
  return expected === null ? null : record({ kind: 'selected', expected, of });
}

// By how much a list has grown: an item came or went. Not where it changes by itself as well.
function countedIn(lists, at) {
  const changed = effects.changedByOne(lists);
  if (changed === null || at - (weakGet(changedAlone, changed) ?? -ALONE_MS) < ALONE_MS) return null;
  const said = record({ kind: 'count', expected: effects.read('count', lists) });
  if (lists[0].texts !== null) said.of = effects.findableAs(changed); // it is not the one around
  return said;
}

// The words of a list, none when one of them says what was typed as a secret.
function withoutSecrets(texts) {
  const secrets = secretTexts();
  for (let i = 0; texts !== null && i < texts.length; i++) {
    for (let k = 0; k < secrets.length; k++) if (includes(texts[i], secrets[k])) return null;
  }
  return texts;
}
