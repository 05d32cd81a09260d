// What an act did to an element, as far as its page shows it. An expression whose value gives
// functions; the same ones look while something is recorded and when it is done again. Like all
// scripts here it uses the platform's own functions, taken before a page could overwrite them.
(() => {
  'use strict';
  const MOST = 100, LONGEST = 80; // items of a list, characters of one
  const MOST_LISTS = 300; // of a page; more are not watched

  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const getter = (kind, name) =>
    uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).get);
  const { setPrototypeOf } = Object;
  const matches = uncurry(Element.prototype.matches);
  const closest = uncurry(Element.prototype.closest);
  const findAll = uncurry(Document.prototype.querySelectorAll);
  const documentOf = getter(Node, 'ownerDocument');
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
  const styleOf = getComputedStyle;
  const firstOf = getter(Node, 'firstChild');
  const nextOf = getter(Node, 'nextSibling');
  const dataOf = getter(CharacterData, 'data');
  const contains = uncurry(Node.prototype.contains);
  const rootOf = uncurry(Node.prototype.getRootNode);
  const chosenOf = getter(HTMLSelectElement, 'selectedOptions');
  const labelOf = getter(HTMLOptionElement, 'label');
  const replace = uncurry(String.prototype.replace);
  const startsWith = uncurry(String.prototype.startsWith);
  const endsWith = uncurry(String.prototype.endsWith);
  const test = uncurry(RegExp.prototype.test);
  const trim = uncurry(String.prototype.trim);
  const slice = uncurry(String.prototype.slice);
  const isA = uncurry(Function.prototype[Symbol.hasInstance]);
  const list = () => setPrototypeOf([], null);

  const LISTS = 'ul,ol,tbody,[role=list],[role=listbox],[role=feed],[role=grid],[role=tree]';
  const ITEMS = 'li,tr,[role=listitem],[role=option],[role=row],[role=treeitem],[draggable=true i]';
  const PASSING = '[aria-live],[role=status],[role=alert],[role=log]'; // what comes there goes again
  const TICKED = '[aria-checked],[aria-pressed]';
  const CHOSEN = '[role=option][aria-selected],[role=tab][aria-selected],[role=treeitem][aria-selected]';

  // The lines of what is edited in place, as they are typed: a paragraph is a line, whatever room is
  // left around it. ``marks``: places in it, each a node and an offset, that are given as offsets.
  function linesOf(root, marks = list()) {
    let text = '', ended = false, parts = 0;
    const places = list();
    const begin = () => {
      if (ended) text += '\n';
      ended = false;
      parts++;
    };
    const note = (node, offset, length = text.length + (ended ? 1 : 0)) => {
      for (let i = 0; i < marks.length; i++) {
        if (marks[i].node === node && marks[i].offset === offset) places[i] = length;
      }
    };
    const written = (data, keeps) => {
      const said = replace(replace(data, /[\u200b\ufeff]/g, ''), /\u00a0/g, ' ');
      return keeps ? said : replace(said, /[ \t\r\n]+/g, ' ');
    };
    const add = (node, keeps) => {
      const said = written(dataOf(node), keeps);
      const isRoom = !keeps && said === ' ' && (ended || text === '');
      if (said !== '' && !isRoom) begin();
      const from = text.length + (ended ? 1 : 0);
      for (let i = 0; i < marks.length; i++) {
        if (marks[i].node !== node) continue;
        places[i] = from + written(slice(dataOf(node), 0, marks[i].offset), keeps).length;
      }
      if (!isRoom) text += said;
    };
    const walk = (node, keeps) => {
      let offset = 0;
      for (let child = firstOf(node); child !== null; child = nextOf(child)) {
        note(node, offset++);
        if (isA(Text, child)) add(child, keeps);
        else if (isA(HTMLBRElement, child)) {
          begin();
          ended = true;
        } else if (isA(Element, child)) enter(child);
      }
      note(node, offset);
    };
    const enter = element => {
      const { display, whiteSpace } = styleOf(element), before = parts;
      if (display === 'none') return;
      const isBlock = !test(/^(?:inline|contents|ruby)/, display);
      if (isBlock && text !== '' && !endsWith(text, '\n')) ended = true;
      walk(element, test(/^(?:pre|break-spaces)/, whiteSpace));
      if (isBlock && parts !== before) ended = true;
    };
    walk(root, test(/^(?:pre|break-spaces)/, styleOf(root).whiteSpace));
    return { text, places, __proto__: null };
  }

  const valueOf = element =>
    isA(HTMLInputElement, element) ? inputValue(element)
      : isA(HTMLTextAreaElement, element) ? areaValue(element)
        : isA(HTMLElement, element) ? linesOf(element).text : '';

  // What is to be typed where the cursor is, for the text to become the wanted one: what stands
  // around it keeps its dress. Null: it cannot be had like this.
  function missing(element, wanted) {
    const root = rootOf(element), focused = root.activeElement;
    const selection = root.getSelection ? root.getSelection() : document.getSelection();
    if (!focused || !(contains(element, focused) || contains(focused, element))) return null;
    if (!selection || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0), marks = list();
    marks[0] = { node: range.startContainer, offset: range.startOffset };
    marks[1] = { node: range.endContainer, offset: range.endOffset };
    const { text, places } = linesOf(element, marks);
    if (places[0] === undefined || places[1] === undefined) return null;
    const before = slice(text, 0, places[0]), after = slice(text, places[1]);
    const room = wanted.length - before.length - after.length;
    if (room <= 0 || !startsWith(wanted, before) || !endsWith(wanted, after)) return null;
    return slice(wanted, before.length, before.length + room);
  }

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

  // The lists that a click may add to or take from, as they are before it: the one around an item,
  // or else all of the page.
  function watchLists(element) {
    const around = itemsAround(element), watched = list();
    const all = around === null ? findAll(documentOf(element), LISTS) : list();
    if (around !== null) watched[0] = { items: around, before: count(around), texts: null };
    for (let i = 0; all.length <= MOST_LISTS && i < all.length; i++) {
      if (closest(all[i], PASSING) !== null) continue;
      watched[watched.length] = { items: all[i], before: count(all[i]), texts: order(all[i]) };
    }
    return watched;
  }

  // The one list that has another number of items now; undefined when none has, null when several
  // have, or one is not there any more.
  function changedOf(watched) {
    let found;
    for (let i = 0; i < watched.length; i++) {
      if (!isConnected(watched[i].items)) return null;
      if (count(watched[i].items) === watched[i].before) continue;
      if (found !== undefined) return null;
      found = watched[i];
    }
    return found;
  }

  // By how many items the list grew that a click changed; null where that cannot be told.
  function grown(watched) {
    const changed = watched.length === 0 ? null : changedOf(watched);
    return changed ? count(changed.items) - changed.before : changed === undefined ? 0 : null;
  }

  // The list in which one item came or went while all others stayed; null when there is none. What
  // is emptied, or filled with several, depends on what there was.
  function changedByOne(watched) {
    const by = grown(watched), changed = by === 1 || by === -1 ? changedOf(watched) : null;
    if (changed === null || changed.before + by === 0) return null;
    if (changed.texts === null) return changed.items;
    const after = order(changed.items);
    const few = by > 0 ? changed.texts : after, many = by > 0 ? after : changed.texts;
    if (changed.before === 0 || many.length >= MOST) return null;
    let kept = 0;
    for (let i = 0; i < many.length; i++) if (kept < few.length && many[i] === few[kept]) kept++;
    return kept === few.length ? changed.items : null;
  }

  // What is to be seen of one kind of effect; null where there is none, or nothing any more. Items
  // are counted in the lists that were watched.
  function read(kind, element) {
    if (kind === 'count') return grown(element);
    if (!isConnected(element)) return null;
    if (kind === 'value') return isA(HTMLElement, element) ? valueOf(element) : null;
    if (kind === 'checked') return checked(element);
    return kind === 'selected' ? selected(element) : order(element);
  }

  return setPrototypeOf({ read, valueOf, missing, listOf, watchLists, changedByOne }, null);
})()
