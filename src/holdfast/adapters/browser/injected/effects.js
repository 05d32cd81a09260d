// What an act did to an element, as far as its page shows it. An expression whose value gives
// functions; the same ones look while something is recorded and when it is done again. Like all
// scripts here it uses the platform's own functions, taken before a page could overwrite them.
(() => {
  'use strict';
  const MOST = 100, LONGEST = 80; // items of a list, characters of one

  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const getter = (kind, name) =>
    uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).get);
  const { setPrototypeOf } = Object;
  const matches = uncurry(Element.prototype.matches);
  const closest = uncurry(Element.prototype.closest);
  const getAttribute = uncurry(Element.prototype.getAttribute);
  const childrenOf = getter(Element, 'children');
  const parentOf = getter(Node, 'parentElement');
  const textOf = getter(Node, 'textContent');
  const isConnected = getter(Node, 'isConnected');
  const classOf = getter(Element, 'className');
  const tagOf = getter(Element, 'tagName');
  const inputValue = getter(HTMLInputElement, 'value');
  const inputChecked = getter(HTMLInputElement, 'checked');
  const areaValue = getter(HTMLTextAreaElement, 'value');
  const innerText = getter(HTMLElement, 'innerText');
  const chosenOf = getter(HTMLSelectElement, 'selectedOptions');
  const labelOf = getter(HTMLOptionElement, 'label');
  const replace = uncurry(String.prototype.replace);
  const trim = uncurry(String.prototype.trim);
  const slice = uncurry(String.prototype.slice);
  const isA = uncurry(Function.prototype[Symbol.hasInstance]);
  const list = () => setPrototypeOf([], null);

  const LISTS = 'ul,ol,tbody,[role=list],[role=listbox],[role=feed],[role=grid],[role=tree]';
  const ITEMS = 'li,tr,[role=listitem],[role=option],[role=row],[role=treeitem],[draggable=true i]';
  const TICKED = '[aria-checked],[aria-pressed]';
  const CHOSEN = '[role=option][aria-selected],[role=tab][aria-selected],[role=treeitem][aria-selected]';

  const value = element =>
    isA(HTMLInputElement, element) ? inputValue(element)
      : isA(HTMLTextAreaElement, element) ? areaValue(element)
        : isA(HTMLElement, element) ? innerText(element) : null;

  function checked(element) {
    if (matches(element, 'input[type=checkbox i],input[type=radio i]')) return inputChecked(element);
    const ticked = closest(element, TICKED);
    if (ticked === null) return null;
    return (getAttribute(ticked, 'aria-checked') ?? getAttribute(ticked, 'aria-pressed')) === 'true';
  }

  function selected(element) {
    if (!isA(HTMLSelectElement, element)) {
      const chosen = closest(element, CHOSEN);
      return chosen === null ? null : getAttribute(chosen, 'aria-selected') === 'true';
    }
    const chosen = chosenOf(element), labels = list();
    for (let i = 0; i < chosen.length; i++) labels[i] = labelOf(chosen[i]);
    return labels;
  }

  // The list that an element is, or is an item of; null when it is neither.
  function listOf(element) {
    const children = childrenOf(element);
    if (matches(element, LISTS)) return element;
    for (let i = 0; i < children.length; i++) if (matches(children[i], ITEMS)) return element;
    const item = closest(element, ITEMS);
    if (item !== null) return parentOf(item);
    for (let at = element; at !== null && parentOf(at) !== null; at = parentOf(at)) {
      const beside = childrenOf(parentOf(at));
      let alike = 0;
      for (let i = 0; i < beside.length; i++) {
        if (tagOf(beside[i]) === tagOf(at) && classOf(beside[i]) === classOf(at)) alike++;
      }
      if (alike > 1 && classOf(at) !== '') return parentOf(at);
    }
    return null;
  }

  function order(element) {
    const items = childrenOf(element), texts = list();
    for (let i = 0; i < items.length && i < MOST; i++) {
      texts[i] = slice(trim(replace(textOf(items[i]), /\s+/g, ' ')), 0, LONGEST);
    }
    return texts;
  }

  // The list around the item that an element is in; null when it is in none.
  function itemsAround(element) {
    const item = closest(element, ITEMS);
    return item === null ? null : parentOf(item);
  }

  function count(element) {
    const items = childrenOf(element);
    let found = 0;
    for (let i = 0; i < items.length; i++) if (matches(items[i], ITEMS)) found++;
    return found;
  }

  // What is to be seen of one kind of effect; null where there is none, or nothing any more.
  function read(kind, element) {
    if (!isConnected(element)) return null;
    if (kind === 'value') return value(element);
    if (kind === 'checked') return checked(element);
    if (kind === 'count') return count(element);
    return kind === 'selected' ? selected(element) : order(element);
  }

  return setPrototypeOf({ read, listOf, itemsAround }, null);
})()
