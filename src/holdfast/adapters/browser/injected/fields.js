// Fields of a page, and which of them hold secrets. An expression whose value takes the fields that
// the user named, and gives functions; like all scripts here it uses the platform's own functions,
// taken before a page could overwrite them.
named => {
  'use strict';
  const SHORTEST_SECRET = 4; // shorter ones would blank half of the page
  const LONGEST_NEARBY = 60; // longer text is no label

  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const getter = (kind, name) =>
    uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).get);
  const { setPrototypeOf } = Object;
  const test = uncurry(RegExp.prototype.test);
  const lowerCase = uncurry(String.prototype.toLowerCase);
  const trim = uncurry(String.prototype.trim);
  const matches = uncurry(Element.prototype.matches);
  const closest = uncurry(Element.prototype.closest);
  const getAttribute = uncurry(Element.prototype.getAttribute);
  const findAll = uncurry(Document.prototype.querySelectorAll);
  const textOf = getter(Node, 'textContent');
  const contains = uncurry(Node.prototype.contains);
  const inputValue = getter(HTMLInputElement, 'value');
  const inputType = getter(HTMLInputElement, 'type');
  const inputLabels = getter(HTMLInputElement, 'labels');
  const areaValue = getter(HTMLTextAreaElement, 'value');
  const innerText = getter(HTMLElement, 'innerText');
  const areaLabels = getter(HTMLTextAreaElement, 'labels');
  const selectLabels = getter(HTMLSelectElement, 'labels');
  const byId = uncurry(Document.prototype.getElementById);
  const split = uncurry(String.prototype.split);
  const parentOf = getter(Node, 'parentElement');
  const previousOf = getter(Element, 'previousElementSibling');
  const weakHas = uncurry(WeakSet.prototype.has), weakAdd = uncurry(WeakSet.prototype.add);
  const isA = uncurry(Function.prototype[Symbol.hasInstance]);
  const list = () => setPrototypeOf([], null);

  // The same words as in model/secret_words.py, put in from there.
  const WORDS = __SECRET_WORDS__;
  const SECRET_TOKENS = new RegExp(WORDS.autocomplete, 'iu');
  const SECRET_NAMES = new RegExp(WORDS.secret, 'iu');
  const HARMLESS_NAMES = new RegExp(WORDS.harmless, 'giu');
  const CAMEL = /([a-z0-9])([A-Z])/g;
  const replace = uncurry(String.prototype.replace);
  const slice = uncurry(String.prototype.slice);
  const normalize = uncurry(String.prototype.normalize);
  const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
  const seen = text => normalize(replace(slice(text, 0, WORDS.longest), UNSEEN, ''), 'NFKC');
  const plain = text => replace(replace(seen(text), /İ/g, 'I'), /ı/g, 'i');
  const words = text =>
    replace(replace(plain(text), CAMEL, '$1 $2'), /[_\-.[\]:/\s\u00a0]+/g, ' ');
  const speaksOfSecret = text => test(SECRET_NAMES, replace(words(text), HARMLESS_NAMES, ' '));
  const EDITABLE = '[contenteditable]:not([contenteditable=false i])';
  const wasPassword = new WeakSet();
  const secretsSeen = list();

  const isTextField = element =>
    isA(HTMLTextAreaElement, element) || (isA(HTMLInputElement, element) &&
      matches(element, ':not([type=checkbox i],[type=radio i],[type=file i],[type=submit i],' +
        '[type=button i],[type=reset i],[type=image i],[type=hidden i])'));
  // These are set as a whole: what Playwright and pickers do to them is not trusted, either.
  const isPicked = element => isA(HTMLInputElement, element) &&
    matches(element, '[type=date i],[type=time i],[type=datetime-local i],[type=month i],' +
      '[type=week i],[type=color i],[type=range i]');

  const labelsOf = element =>
    isA(HTMLInputElement, element) ? inputLabels(element)
      : isA(HTMLTextAreaElement, element) ? areaLabels(element)
        : isA(HTMLSelectElement, element) ? selectLabels(element) : null;

  function labelText(element) {
    let text = getAttribute(element, 'aria-label') ?? '';
    const labels = labelsOf(element);
    for (let i = 0; labels && i < labels.length; i++) text += ' ' + textOf(labels[i]);
    const ids = split(trim(getAttribute(element, 'aria-labelledby') ?? ''), /\s+/);
    for (let i = 0; i < ids.length; i++) {
      const label = ids[i] === '' ? null : byId(document, ids[i]);
      if (label !== null) text += ' ' + textOf(label);
    }
    return trim(text);
  }

  // What stands right before a field that nothing else names: its own element, or the one around.
  function textNearby(element) {
    for (let at = element, up = 0; at !== null && up < 3; at = parentOf(at), up++) {
      const before = previousOf(at);
      const text = before === null ? '' : trim(textOf(before));
      if (text !== '') return text.length <= LONGEST_NEARBY ? text : '';
    }
    return '';
  }

  const namesOf = element => [
    getAttribute(element, 'name') ?? '', getAttribute(element, 'id') ?? '', labelText(element),
  ];

  function isNamedByUser(element) {
    const names = namesOf(element);
    for (let i = 0; i < named.length; i++) {
      const wanted = named[i];
      for (let k = 0; k < names.length; k++) {
        if (lowerCase(names[k]) === lowerCase(wanted)) return true;
      }
      try {
        if (matches(element, wanted)) return true;
      } catch {
        // A name, not a selector.
      }
    }
    return false;
  }

  function isSecret(element) {
    const isTyped = isA(HTMLInputElement, element) || isA(HTMLSelectElement, element) ||
      isA(HTMLTextAreaElement, element) || matches(element, EDITABLE);
    if (!isTyped) return isNamedByUser(element);
    if (isA(HTMLInputElement, element) && inputType(element) === 'password') {
      weakAdd(wasPassword, element);
    }
    if (weakHas(wasPassword, element) || isNamedByUser(element)) return true;
    if (test(SECRET_TOKENS, getAttribute(element, 'autocomplete') ?? '')) return true;
    const names = namesOf(element);
    const isNamed = names[2] !== '';
    names[names.length] = getAttribute(element, 'placeholder') ?? '';
    names[names.length] = getAttribute(element, 'title') ?? '';
    if (!isNamed) names[names.length] = textNearby(element);
    for (let i = 0; i < names.length; i++) if (speaksOfSecret(names[i])) return true;
    return isOneOfManyBoxes(element);
  }

  // A code that is typed into a row of boxes, one character each.
  function isOneOfManyBoxes(element) {
    if (getAttribute(element, 'maxlength') !== '1') return false;
    const around = closest(element, 'form,fieldset,div:has(input ~ input),body');
    let boxes = 0;
    const all = findAll(document, 'input[maxlength="1"]');
    for (let i = 0; i < all.length; i++) if (around && contains(around, all[i])) boxes++;
    return boxes >= 4;
  }

  const valueOf = element =>
    isA(HTMLInputElement, element) ? inputValue(element)
      : isA(HTMLTextAreaElement, element) ? areaValue(element)
        : isA(HTMLElement, element) ? innerText(element) : '';

  function eachSecretField(visit) {
    const fields = findAll(document, 'input,textarea,select,' + EDITABLE);
    for (let i = 0; i < fields.length; i++) if (isSecret(fields[i])) visit(fields[i]);
  }

  // What stands in secret fields, or stood there: it must not leave the page in any other place.
  function secretTexts() {
    let boxes = '';
    const keep = text => {
      if (text.length < SHORTEST_SECRET) return;
      for (let i = 0; i < secretsSeen.length; i++) if (secretsSeen[i] === text) return;
      // The longest first: blanking what stood there half typed would leave the rest readable.
      let at = secretsSeen.length;
      for (; at > 0 && secretsSeen[at - 1].length < text.length; at--) {
        secretsSeen[at] = secretsSeen[at - 1];
      }
      secretsSeen[at] = text;
    };
    eachSecretField(field => {
      if (isA(HTMLSelectElement, field)) return;
      keep(valueOf(field));
      if (getAttribute(field, 'maxlength') === '1') boxes += valueOf(field);
    });
    keep(boxes);
    return secretsSeen;
  }

  // What the environment variable is named after.
  function fieldName(element) {
    const names = namesOf(element);
    names[names.length] = getAttribute(element, 'autocomplete') ?? '';
    for (let i = 0; i < names.length; i++) if (names[i] !== '') return names[i];
    return 'secret';
  }

  return { isTextField, isPicked, isSecret, eachSecretField, secretTexts, fieldName };
}
