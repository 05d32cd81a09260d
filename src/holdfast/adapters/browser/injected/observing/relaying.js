// Keys in a field that nobody sees: it takes them for an editor or a terminal that draws them itself.
// A part of observe.js, which has one scope for all of them.
//
// What stands in such a field says nothing; what was pressed is what was done.

let relayed = null; // what was typed, until it is sure that the field is not shown because of that

const isRelaying = element => effects.standsFor(element) !== 0 && !isSecret(element);

function relay(element, text) {
  if (relayed !== null && relayed.element !== element) tellRelayed();
  beginTyping(element);
  if (relayed === null) relayed = { element, text: '', timer: later(tellRelayed, 0) };
  relayed.text += text;
}

function tellRelayed() {
  if (relayed === null) return;
  const { element, text, timer } = relayed;
  relayed = null;
  forget(timer);
  if (!isConnected(element)) return;
  if (!isRelaying(element)) { // a search that has opened
    typed(element);
    return;
  }
  beginTyping(element);
  typing.keys += text;
  const { session, keys } = typing;
  tellTyped(element, record({
    session, secret: false, field: '', names: list(), value: keys, standsFor: effects.standsFor(element),
  }));
}

// What comes without a key: from a picker of signs, a voice. Keys and pastes are heard as such.
function relayInput(element, event) {
  const { inputType, data } = event;
  const isKey = relayed !== null && endsWith(relayed.text, data ?? '');
  if (inputType === 'insertText' && data !== null && !isKey) relay(element, data);
}

function composed(event) {
  const element = pathOf(event)[0];
  if (event.isTrusted && isElement(element) && isRelaying(element) && event.data) relay(element, event.data);
}

function pasted(event) {
  const element = pathOf(event)[0];
  if (!event.isTrusted || !isElement(element) || !isRelaying(element)) return;
  const text = event.clipboardData?.getData('text/plain');
  if (text) relay(element, text);
}
