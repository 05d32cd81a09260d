// The platform's own functions, taken before the page can change them.
// A part of observe.js, which has one scope for all of them.

const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const getter = (kind, name) =>
  uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).get);
const setter = (kind, name) =>
  uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).set);
const { stringify, parse } = JSON;
const { now } = Date;
const { hypot, max } = Math;
const { setPrototypeOf } = Object;
const later = setTimeout, forget = clearTimeout;
const listenTo = uncurry(EventTarget.prototype.addEventListener);
const stopEvent = uncurry(Event.prototype.stopImmediatePropagation);
const preventDefault = uncurry(Event.prototype.preventDefault);
const detailOf = getter(CustomEvent, 'detail');
const createElement = uncurry(Document.prototype.createElement);
const attachRoot = uncurry(Element.prototype.attachShadow);
const setAttribute = uncurry(Element.prototype.setAttribute);
const appendTo = uncurry(Node.prototype.appendChild);
const removeNode = uncurry(Element.prototype.remove);
const setText = setter(Node, 'textContent');
const styleOf = getter(HTMLElement, 'style');
const setStyle = uncurry(CSSStyleDeclaration.prototype.setProperty);
const elementsAt = uncurry(Document.prototype.elementsFromPoint);
const showOnTop = uncurry(HTMLElement.prototype.showPopover);
const hideOnTop = uncurry(HTMLElement.prototype.hidePopover);
const wholePathOf = uncurry(Event.prototype.composedPath);
const test = uncurry(RegExp.prototype.test);
const lowerCase = uncurry(String.prototype.toLowerCase);
const includes = uncurry(String.prototype.includes);
const endsWith = uncurry(String.prototype.endsWith);
const sliceOf = uncurry(String.prototype.slice);
const charCodeAt = uncurry(String.prototype.charCodeAt);
const matches = uncurry(Element.prototype.matches);
const closest = uncurry(Element.prototype.closest);
const getAttribute = uncurry(Element.prototype.getAttribute);
const rectOf = uncurry(Element.prototype.getBoundingClientRect);
const contains = uncurry(Node.prototype.contains);
const isVisible = uncurry(Element.prototype.checkVisibility);
const findInside = uncurry(Element.prototype.querySelector);
const findAll = uncurry(Document.prototype.querySelectorAll);
const tagNameOf = getter(Element, 'tagName');
const parentOf = getter(Node, 'parentNode');
const hostOf = getter(ShadowRoot, 'host');
const isConnected = getter(Node, 'isConnected');
const targetOf = getter(Event, 'target');
const rootOf = getter(Document, 'documentElement');
const focusedIn = getter(Document, 'activeElement');
const inputChecked = getter(HTMLInputElement, 'checked');
const inputFiles = getter(HTMLInputElement, 'files');
const chosenOf = getter(HTMLSelectElement, 'selectedOptions');
const labelOf = getter(HTMLOptionElement, 'label');
const controlOf = getter(HTMLLabelElement, 'control');
const isEditable = getter(HTMLElement, 'isContentEditable');
const weakGet = uncurry(WeakMap.prototype.get), weakSet = uncurry(WeakMap.prototype.set);
const weakHas = uncurry(WeakSet.prototype.has), weakAdd = uncurry(WeakSet.prototype.add);
const NewWeakSet = WeakSet;
const then = uncurry(Promise.prototype.then);
const isA = uncurry(Function.prototype[Symbol.hasInstance]);

const list = () => setPrototypeOf([], null);
const record = given => setPrototypeOf(given, null);
const tagOf = element => lowerCase(tagNameOf(element));
const isElement = node => isA(Element, node);

// From what an event is about to the window. A slot is no thing that people see: its parent is meant.
function pathOf(event) {
  const whole = wholePathOf(event), path = list();
  let from = 0;
  if (isA(HTMLSlotElement, whole[0])) {
    while (from < whole.length && (!isElement(whole[from]) || isA(HTMLSlotElement, whole[from]))) from++;
  }
  for (let i = from; i < whole.length; i++) path[i - from] = whole[i];
  return path;
}
