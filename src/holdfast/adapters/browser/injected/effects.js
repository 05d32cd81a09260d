// What an act did to an element, as far as its page shows it. An expression whose value gives
// functions; the same ones look while something is recorded and when it is done again. Like all
// scripts here it uses the platform's own functions, taken before a page could overwrite them.
(() => {
  'use strict';
  const MOST = 100, LONGEST = 80; // items of a list, characters of one
  const ELEMENT = 1, TEXT = 3; // kinds of nodes
  const MOST_EDITED = 5000; // characters of what is edited in place
  const MOST_LISTS = 300; // of a page; more are not watched
  const LEAST_PX = 3; // smaller things nobody sees
  const EDITOR_PX = 20; // what text is edited in is not smaller

  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const getter = (kind, name) =>
    uncurry(Object.getOwnPropertyDescriptor(kind.prototype, name).get);
  const { setPrototypeOf } = Object;
  const matches = uncurry(Element.prototype.matches);
  const closest = uncurry(Element.prototype.closest);
  const findAll = uncurry(Document.prototype.querySelectorAll);
  const findWithin = uncurry(DocumentFragment.prototype.querySelectorAll);
  const findInside = uncurry(Element.prototype.querySelector);
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
  const rectOf = uncurry(Element.prototype.getBoundingClientRect);
  const innerText = getter(HTMLElement, 'innerText');
  // Not in every browser: text that is edited without any field.
  const editContext = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'editContext')?.get;
  const firstOf = getter(Node, 'firstChild');
  const nextOf = getter(Node, 'nextSibling');
  const kindOf = getter(Node, 'nodeType');
  const dataOf = getter(CharacterData, 'data');
  const contains = uncurry(Node.prototype.contains);
  const rootOf = uncurry(Node.prototype.getRootNode);
  const chosenOf = getter(HTMLSelectElement, 'selectedOptions');
  const labelOf = getter(HTMLOptionElement, 'label');
  const replace = uncurry(String.prototype.replace);
  const startsWith = uncurry(String.prototype.startsWith);
  const endsWith = uncurry(String.prototype.endsWith);
  const test = uncurry(RegExp.prototype.test);
  const lowerCase = uncurry(String.prototype.toLowerCase);
  const trim = uncurry(String.prototype.trim);
  const slice = uncurry(String.prototype.slice);
  const isA = uncurry(Function.prototype[Symbol.hasInstance]);
  const list = () => setPrototypeOf([], null);

  const LISTS = 'ul,ol,tbody,[role=list],[role=listbox],[role=feed],[role=grid],[role=tree]';
  const ITEMS = 'li,tr,[role=listitem],[role=option],[role=row],[role=treeitem],[draggable=true i]';
  const PASSING = '[aria-live],[role=status],[role=alert],[role=log]'; // what comes there goes again
  const DRESS = 'a,b,code,em,i,mark,s,strong,u';
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
      const said = replace(replace(data, /[\u200b\u2060\ufeff]/g, ''), /\u00a0/g, ' ');
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
        // By kind: an editor in a frame puts in what the document around it has made.
        if (kindOf(child) === TEXT) add(child, keeps);
        else if (kindOf(child) !== ELEMENT) continue;
        else if (tagOf(child) === 'BR') {
          begin();
          ended = true;
        } else enter(child);
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

  const TYPED = 'textarea,input:not([type]),input[type=text i],input[type=search i]';
  const isSmaller = (element, least) => {
    const { width, height } = rectOf(element);
    return width < least || height < least;
  };

  // A text field that nobody sees takes the keys for an editor, a terminal around it, which draws what
  // they do: how many steps up that is; 0: it is a field as any other.
  function standsFor(element) {
    const isField = matches(element, TYPED);
    const isBare = editContext !== undefined && isA(HTMLElement, element) &&
      (uncurry(editContext)(element) ?? null) !== null;
    if (!isField && !isBare) return 0;
    let isUnseen = isBare || isSmaller(element, LEAST_PX) || styleOf(element).opacity === '0';
    for (let around = parentOf(element), up = 1; around !== null; around = parentOf(around), up++) {
      isUnseen ||= isSmaller(around, LEAST_PX) && styleOf(around).overflow !== 'visible';
      if (!isSmaller(around, EDITOR_PX)) return isUnseen ? up : 0;
    }
    return 0;
  }

  // What is drawn for a field that nobody sees.
  function shownBy(element) {
    let around = element;
    for (let up = standsFor(element); up > 0; up--) around = parentOf(around);
    if (around === element || !isA(HTMLElement, around)) return null;
    const drawn = replace(replace(innerText(around), /[\u200b\u2060\ufeff]/g, ''), /\s+/g, ' ');
    return slice(trim(drawn), 0, MOST_EDITED);
  }

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

  // Every place between two characters of what is edited in place, or those in its empty lines.
  function placesIn(node, isEmpty, found = list()) {
    let offset = 0;
    for (let child = firstOf(node); child !== null; child = nextOf(child), offset++) {
      const length = kindOf(child) === TEXT && !isEmpty ? dataOf(child).length : -1;
      for (let at = 0; at <= length; at++) found[found.length] = { node: child, offset: at };
      if (kindOf(child) !== ELEMENT) continue;
      if (tagOf(child) === 'BR' && isEmpty) found[found.length] = { node, offset };
      placesIn(child, isEmpty, found);
    }
    return found;
  }

  // The first place, or the last one, that stands so far from the beginning; null: there is none.
  function placeAt(element, far, isLast) {
    for (const isEmpty of [false, true]) {
      const marks = placesIn(element, isEmpty), { places } = linesOf(element, marks);
      let found = null;
      for (let i = 0; i < marks.length; i++) {
        if (places[i] === far && (found === null || isLast)) found = marks[i];
      }
      if (found !== null) return found;
    }
    return null;
  }

  // Marks what is to be replaced for the text to become the wanted one, and returns by what: all
  // around it keeps its dress. Null: nothing of it stays, or it is too long to be looked through.
  function markChange(element, wanted) {
    if (textOf(element).length > MOST_EDITED) return null;
    const { text } = linesOf(element);
    const most = text.length < wanted.length ? text.length : wanted.length;
    let before = 0, after = 0;
    while (before < most && text[before] === wanted[before]) before++;
    while (after < most - before && text[text.length - 1 - after] === wanted[wanted.length - 1 - after]) after++;
    if (before + after === 0) return null;
    // As little as can be: from the last place that fits to the first one.
    const start = placeAt(element, before, before + after < text.length);
    const end = placeAt(element, text.length - after, false);
    if (start === null || end === null) return null;
    const root = rootOf(element), selection = root.getSelection ? root.getSelection() : document.getSelection();
    element.focus();
    selection.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
    return slice(wanted, before, wanted.length - after);
  }

  // Whether something in it would be lost if all of its text were written anew.
  const isDressed = element => findInside(element, DRESS) !== null;

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

  // What is in the same shadow root as an element; in its document where there is nothing.
  function findNear(element, css) {
    const root = rootOf(element), inside = isA(ShadowRoot, root) ? findWithin(root, css) : list();
    return inside.length > 0 ? inside : findAll(documentOf(element), css);
  }

  // What is chosen in the page's lists of options, but for one that is acted upon: behind many a
  // list of the page's own there is one that is sent.
  function watchChoices(element) {
    const all = findNear(element, 'select'), watched = list();
    for (let i = 0; i < all.length && i < MOST_LISTS; i++) {
      if (all[i] !== element) watched[watched.length] = { options: all[i], before: selected(all[i]) };
    }
    return watched;
  }

  function isSame(one, other) {
    for (let i = 0; i < one.length || i < other.length; i++) if (one[i] !== other[i]) return false;
    return true;
  }

  // The one list of options in which something else is chosen now; null when none is, or several are.
  function chosenIn(watched) {
    let found = null;
    for (let i = 0; i < watched.length; i++) {
      if (isSame(watched[i].before, selected(watched[i].options))) continue;
      if (found !== null) return null;
      found = watched[i].options;
    }
    return found !== null && isConnected(found) ? found : null;
  }

  // The words by which a list is found; '' when they find others, too.
  function findableAs(element) {
    const tag = lowerCase(tagOf(element)), isOnly = css => findNear(element, css).length === 1;
    for (const name of ['name', 'id', 'aria-label', 'class']) {
      const value = getAttribute(element, name) ?? '', css = `${tag}[${name}="${value}"]`;
      if (test(/^[^"\\\n]{1,80}$/, value) && isOnly(css)) return css;
    }
    return isOnly(tag) ? tag : '';
  }

  // What a drag may move: the element and all around it, each with what stands beside it.
  function watchDrag(element, onto = null) {
    const around = list();
    for (let item = element, parent = parentOf(item); parent !== null; item = parent, parent = parentOf(item)) {
      around[around.length] = { item, parent, beside: rowOf(parent), __proto__: null };
    }
    return { around, onto: onto === null ? null : listOf(onto), __proto__: null };
  }

  function rowOf(parent) {
    const children = childrenOf(parent), row = list();
    for (let i = 0; i < children.length && i < MOST; i++) row[i] = children[i];
    return row;
  }

  // Whether those that were there before and are there now stand in another order.
  function isReordered(before, after) {
    let latest = -1;
    for (let i = 0; i < before.length; i++) {
      let place = 0;
      while (place < after.length && after[place] !== before[i]) place++;
      if (place === after.length) continue;
      if (place < latest) return true;
      latest = place;
    }
    return false;
  }

  // The list that a drag has moved something in or into, or that it was dropped on; null: neither.
  function draggedInto({ around, onto }) {
    const drop = onto !== null && isConnected(onto) ? onto : null;
    for (let i = 0; i < around.length; i++) {
      const { item, parent, beside } = around[i];
      if (!isConnected(parent)) continue;
      if (!isConnected(item)) return drop ?? (beside.length > 1 ? parent : null); // drawn anew
      if (parentOf(item) !== parent) return parentOf(item);
      if (isReordered(beside, rowOf(parent))) return parent;
    }
    return drop;
  }

  // Where nothing was moved, the list that it was to be moved in.
  function listAround({ around }) {
    for (let i = 0; i < around.length; i++) {
      if (around[i].beside.length > 1 && isConnected(around[i].parent)) return around[i].parent;
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
    const all = around === null ? findNear(element, LISTS) : list();
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
  // are counted, and their order is read, in the lists that were watched.
  function read(kind, element) {
    if (kind === 'count') return grown(element);
    if (kind === 'order') {
      const into = draggedInto(element) ?? listAround(element);
      return into === null ? null : order(into);
    }
    if (!isConnected(element)) return null;
    if (kind === 'shown') return shownBy(element);
    if (kind === 'value') return isA(HTMLElement, element) ? valueOf(element) : null;
    if (kind === 'checked') return checked(element);
    return selected(element);
  }

  return setPrototypeOf({
    read, valueOf, standsFor, missing, markChange, isDressed, watchChoices, chosenIn, findableAs, listOf, watchDrag, draggedInto, watchLists, changedByOne,
  }, null);
})()
