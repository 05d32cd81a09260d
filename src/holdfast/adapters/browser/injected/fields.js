// Fields of a page, and which of them hold secrets. An expression whose value takes the fields that
// the user named, and gives functions; like all scripts here it uses the platform's own functions,
// taken before a page could overwrite them.
named => {
  'use strict';
  const SHORTEST_SECRET = 4; // shorter ones would blank half of the page

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
  const weakHas = uncurry(WeakSet.prototype.has), weakAdd = uncurry(WeakSet.prototype.add);
  const isA = uncurry(Function.prototype[Symbol.hasInstance]);
  const list = () => setPrototypeOf([], null);

  const SECRET_TOKENS = /(?:^|\s)(?:one-time-code|(?:current|new)-password|cc-\S+)(?:\s|$)/i;
  const SECRET_NAMES = new RegExp(
    'passw|passphrase|pass-?code|\\bpwd\\b|\\bsecret|one.?time|\\botp\\b|2fa|mfa|totp|' +
    'verification.?code|security.?code|auth.?code|card.?num|cc.?num|\\bcvv|\\bcvc|\\bcsc\\b|' +
    '\\bpin\\b|expir(?:y|ation)|credit.?card|\\biban\\b', 'i');
  const CAMEL = /([a-z0-9])([A-Z])/g;
  const replace = uncurry(String.prototype.replace);
  const words = text => replace(replace(text, CAMEL, '$1 $2'), /[_\-.[\]]+/g, ' ');
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

  function labelText(element) {
    let text = getAttribute(element, 'aria-label') ?? '';
    const labels = isA(HTMLInputElement, element) ? inputLabels(element) : null;
    for (let i = 0; labels && i < labels.length; i++) text += ' ' + textOf(labels[i]);
    return trim(text);
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
    if (!isA(HTMLInputElement, element) && !isA(HTMLSelectElement, element) &&
        !isA(HTMLTextAreaElement, element)) return isNamedByUser(element);
    if (isA(HTMLInputElement, element) && inputType(element) === 'password') {
      weakAdd(wasPassword, element);
    }
    if (weakHas(wasPassword, element) || isNamedByUser(element)) return true;
    if (test(SECRET_TOKENS, getAttribute(element, 'autocomplete') ?? '')) return true;
    const names = namesOf(element);
    names[names.length] = getAttribute(element, 'placeholder') ?? '';
    for (let i = 0; i < names.length; i++) if (test(SECRET_NAMES, words(names[i]))) return true;
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
    const fields = findAll(document, 'input,textarea,select');
    for (let i = 0; i < fields.length; i++) if (isSecret(fields[i])) visit(fields[i]);
  }

  // What stands in secret fields, or stood there: it must not leave the page in any other place.
  function secretTexts() {
    let boxes = '';
    const keep = text => {
      if (text.length < SHORTEST_SECRET) return;
      for (let i = 0; i < secretsSeen.length; i++) if (secretsSeen[i] === text) return;
      secretsSeen[secretsSeen.length] = text;
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

  return { isTextField, isPicked, isSecret, valueOf, eachSecretField, secretTexts, fieldName };
}
