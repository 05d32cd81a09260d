// Runs inside the page. Measures one frame; never scores, never changes anything, never throws.
//
// An expression whose value is a world: functions over one document. Every function of the platform
// is taken from its prototype once, here: a page may overwrite them later, and the fields of a form
// hide its properties (`<form><input name="attributes">`) even in an isolated world.
(() => {
  'use strict';
  const FORMAT = 'holdfast-measurement/1';
  const TELLING_VALUES = 'button submit reset image radio checkbox'.split(' ');
  // Tags that a browser never lays out although a person sees what they say.
  const SHOWN_WITH_PARENT = 'option optgroup area'.split(' ');
  // What flows with the text by its tag (INLINE_TAGS of page/text.py; a test compares them).
  const INLINE_TAGS = (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr ' +
    'output progress q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr ' +
    'tspan img svg picture map area iframe object embed video audio canvas'
  ).split(' ');
  // What is called by its content: only in these does it matter how the parts are drawn.
  const CALLED_BY_CONTENT = (
    'a button label legend caption summary td th option output h1 h2 h3 h4 h5 h6 figcaption'
  ).split(' ');
  const ROLES_BY_CONTENT = (
    'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox ' +
    'menuitemradio option radio rowheader switch tab tooltip treeitem ' +
    'doc-backlink doc-biblioref doc-glossref doc-noteref'
  ).split(' ');
  const RECORDERS_BAR = 'HOLDFAST-BAR';
  const FRAME_TAGS = 'iframe frame object embed fencedframe'.split(' ');

  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const describeProperty = Object.getOwnPropertyDescriptor;
  const getter = (prototype, name) => uncurry(describeProperty(prototype, name).get);
  const { stringify } = JSON;
  const { round } = Math;
  const { setPrototypeOf, create } = Object;
  const isWellFormed = uncurry(String.prototype.isWellFormed);
  const toWellFormed = uncurry(String.prototype.toWellFormed);
  const toLowerCase = uncurry(String.prototype.toLowerCase);
  const repeat = uncurry(String.prototype.repeat);
  const split = uncurry(String.prototype.split);
  const firstChildOf = getter(Node.prototype, 'firstChild');
  const nextSiblingOf = getter(Node.prototype, 'nextSibling');
  const previousSiblingOf = getter(Node.prototype, 'previousSibling');
  const parentNodeOf = getter(Node.prototype, 'parentNode');
  const nodeTypeOf = getter(Node.prototype, 'nodeType');
  const isConnected = getter(Node.prototype, 'isConnected');
  const firstElementOf = getter(Element.prototype, 'firstElementChild');
  const nextElementOf = getter(Element.prototype, 'nextElementSibling');
  const firstElementOfRoot = getter(DocumentFragment.prototype, 'firstElementChild');
  const dataOf = getter(CharacterData.prototype, 'data');
  const tagNameOf = getter(Element.prototype, 'tagName');
  const hasAttributes = uncurry(Element.prototype.hasAttributes);
  const getAttributeNames = uncurry(Element.prototype.getAttributeNames);
  const getAttribute = uncurry(Element.prototype.getAttribute);
  const shadowRootOf = getter(Element.prototype, 'shadowRoot');
  const hostOf = getter(ShadowRoot.prototype, 'host');
  const contentOf = getter(HTMLTemplateElement.prototype, 'content');
  const rectOf = uncurry(Element.prototype.getBoundingClientRect);
  const isVisible = uncurry(Element.prototype.checkVisibility);
  const leftOf = getter(DOMRectReadOnly.prototype, 'x');
  const topOf = getter(DOMRectReadOnly.prototype, 'y');
  const widthOf = getter(DOMRectReadOnly.prototype, 'width');
  const heightOf = getter(DOMRectReadOnly.prototype, 'height');
  const clientLeftOf = getter(Element.prototype, 'clientLeft');
  const clientTopOf = getter(Element.prototype, 'clientTop');
  const offsetWidthOf = getter(HTMLElement.prototype, 'offsetWidth');
  const offsetHeightOf = getter(HTMLElement.prototype, 'offsetHeight');
  const titleOf = getter(Document.prototype, 'title');
  const urlOf = getter(Document.prototype, 'URL');
  const rootOf = getter(Document.prototype, 'documentElement');
  const readyStateOf = getter(Document.prototype, 'readyState');
  const elementsFromPoint = uncurry(Document.prototype.elementsFromPoint);
  const elementsFromPointOfRoot = uncurry(ShadowRoot.prototype.elementsFromPoint);
  const styleOf = getComputedStyle;
  const sheetsOf = getter(Document.prototype, 'styleSheets');
  const sheetsOfRoot = getter(ShadowRoot.prototype, 'styleSheets');
  const selectAll = uncurry(Document.prototype.querySelectorAll);
  const selectAllOfRoot = uncurry(DocumentFragment.prototype.querySelectorAll);
  const assignedTo = uncurry(HTMLSlotElement.prototype.assignedNodes);
  const indexOfText = uncurry(String.prototype.indexOf);
  const hasInstance = uncurry(Function.prototype[Symbol.hasInstance]);
  const mapGet = uncurry(Map.prototype.get);
  const mapSet = uncurry(Map.prototype.set);
  const NewMap = Map;
  const NewObserver = MutationObserver;
  const observe = uncurry(MutationObserver.prototype.observe);
  const disconnect = uncurry(MutationObserver.prototype.disconnect);
  const NewPromise = Promise;
  const { now } = Date;
  const later = setTimeout;

  const EVERYTHING = {
    subtree: true, childList: true, characterData: true, attributes: true, __proto__: null,
  };
  const FLATTENED = { flatten: true, __proto__: null };
  const THOROUGHLY = { checkVisibilityCSS: true, __proto__: null };

  // Without a prototype neither a list nor a record has a toJSON or setters that a page gave to all.
  const list = () => setPrototypeOf([], null);
  const record = () => create(null);
  const table = words => {
    const made = record();
    for (let i = 0; i < words.length; i++) made[words[i]] = true;
    return made;
  };
  const telling = table(TELLING_VALUES);
  const shownWithParent = table(SHOWN_WITH_PARENT);
  const frameTags = table(FRAME_TAGS);
  const inlineTags = table(INLINE_TAGS);
  const calledByContent = table(CALLED_BY_CONTENT);
  const rolesByContent = table(ROLES_BY_CONTENT);
  const lowered = record();
  const lower = name => lowered[name] ?? (lowered[name] = toLowerCase(name));
  // Half of a surrogate pair is no text, and cannot be sent.
  const wellFormed = text => (isWellFormed(text) ? text : toWellFormed(text));
  const hundredths = number => round(number * 100);

  // What the latest measurements saw, by number: their elements lead back into the page.
  const KEPT = 4;
  const kept = record();
  let number = 0;

  function conceal(text, secrets) {
    for (let i = 0; i < secrets.length; i++) {
      if (secrets[i] !== '') {
        const parts = split(text, secrets[i]);
        let joined = parts[0];
        for (let k = 1; k < parts.length; k++) joined += repeat('*', secrets[i].length) + parts[k];
        text = joined;
      }
    }
    return text;
  }

  // Returns the attributes, 0 for none. What somebody typed stays in the page.
  function readAttributes(element, tag, secrets) {
    if (!hasAttributes(element)) return 0;
    const names = getAttributeNames(element); // asking for Attr nodes would make them
    const read = record();
    for (let i = 0; i < names.length; i++) {
      const name = lower(names[i]);
      if (name === 'value' && !valueTells(element, tag)) continue;
      read[name] = conceal(wellFormed(getAttribute(element, names[i]) ?? ''), secrets);
    }
    return read;
  }

  function valueTells(element, tag) {
    if (tag === 'input') return telling[toLowerCase(getAttribute(element, 'type') ?? '')] === true;
    return tag !== 'textarea' && tag !== 'select';
  }

  // Adds where the document inside a frame element begins, and how much larger it is drawn.
  function addFrame(frames, element, index) {
    const rect = rectOf(element);
    const style = styleOf(element);
    const isHtml = hasInstance(HTMLElement, element);
    const across = isHtml ? widthOf(rect) / offsetWidthOf(element) || 1 : 1;
    const down = isHtml ? heightOf(rect) / offsetHeightOf(element) || 1 : 1;
    const left = clientLeftOf(element) + parseFloat(style.paddingLeft || '0');
    const top = clientTopOf(element) + parseFloat(style.paddingTop || '0');
    const at = frames.length;
    frames[at] = index;
    frames[at + 1] = leftOf(rect) + left * across;
    frames[at + 2] = topOf(rect) + top * down;
    frames[at + 3] = across;
    frames[at + 4] = down;
    frames[at + 5] = ordinalOf(element);
  }

  // Which of the window's frames an element shows: the frame itself can tell that, too, whatever
  // site it is from. -1 when it is none of them.
  function ordinalOf(element) {
    const inner = element.contentWindow;
    for (let i = 0; inner && i < window.length; i++) if (window[i] === inner) return i;
    return -1;
  }

  // ----------------------------------------------------------------- what style sheets draw

  // Adds the elements of a document or shadow root that may have ::before or ::after content, as
  // the rules select them. Answers true when that is not known and each must be asked.
  function addDressed(dressed, root, isDocument) {
    const found = { selectors: '', unknown: false, __proto__: null };
    try {
      scanSheets(isDocument ? sheetsOf(root) : sheetsOfRoot(root), found);
      scanSheets(root.adoptedStyleSheets, found);
      if (found.selectors === '') return found.unknown;
      const all = (isDocument ? selectAll : selectAllOfRoot)(root, found.selectors);
      for (let i = 0; i < all.length; i++) mapSet(dressed, all[i], true);
      return found.unknown;
    } catch {
      return true;
    }
  }

  function scanSheets(sheets, found) {
    for (let i = 0; sheets && i < sheets.length; i++) {
      try {
        if (!sheets[i].disabled) scanRules(sheets[i].cssRules, found, false);
      } catch {
        found.unknown = true; // from another site: its rules may not be read
      }
    }
  }

  function scanRules(rules, found, isNested) {
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      const selector = rule.selectorText;
      if (selector !== undefined && drawsWords(selector, rule.style)) {
        if (isNested) found.unknown = true; // relative to the rule around it
        else found.selectors += (found.selectors === '' ? '' : ',') + baseOf(selector);
      }
      if (rule.styleSheet) scanRules(rule.styleSheet.cssRules, found, false);
      const inner = rule.cssRules;
      if (inner && inner.length) scanRules(inner, found, isNested || selector !== undefined);
    }
  }

  function drawsWords(selector, style) {
    if (indexOfText(selector, '::before') < 0 && indexOfText(selector, '::after') < 0) return false;
    const { content } = style;
    return content !== '' && content !== 'none' && content !== 'normal' && content !== '""';
  }

  // Returns the selector without its pseudo-elements: "li > ::before" is "li > *".
  function baseOf(selector) {
    let base = selector;
    for (let k = 0; k < 2; k++) {
      const parts = split(base, k === 0 ? '::before' : '::after');
      base = parts[0];
      for (let i = 1; i < parts.length; i++) {
        const last = base === '' ? ' ' : base[base.length - 1];
        base += (indexOfText(' ,>+~(', last) < 0 ? '' : '*') + parts[i];
      }
    }
    return base;
  }

  // Adds the words that are drawn before and behind an element's own.
  function addPseudos(pseudos, element, index, secrets) {
    for (let k = 0; k < 2; k++) {
      const side = k === 0 ? '::before' : '::after';
      const style = styleOf(element, side);
      const { content } = style;
      if (content === 'none' || content === 'normal' || content === '' || content === '""') continue;
      if (style.display === 'none' || style.visibility !== 'visible') continue;
      const at = pseudos.length;
      pseudos[at] = index;
      pseudos[at + 1] = side;
      pseudos[at + 2] = style.display;
      pseudos[at + 3] = conceal(wellFormed(content), secrets);
    }
  }

  // Adds an element that is laid out otherwise than its tag says; who is alone is apart anyway.
  function addApart(apart, element, tag, index) {
    if (nextSiblingOf(element) === null && previousSiblingOf(element) === null) return;
    if (tag === 'br') return; // parts the words, though it is drawn inline
    const { display } = styleOf(element);
    const isApart = display !== 'inline' && indexOfText(display, 'ruby') < 0;
    if (isApart !== (inlineTags[tag] === true)) return;
    apart[apart.length] = index;
    apart[apart.length] = isApart ? 1 : 0;
  }

  // Returns what the slots in names show from outside their roots: slot and element or text in turn.
  function readSlots(slots, elements, secrets) {
    const shown = list();
    if (slots.length === 0) return shown;
    const places = new NewMap();
    for (let i = 0; i < elements.length; i++) mapSet(places, elements[i], i);
    for (let i = 0; i < slots.length; i++) {
      const nodes = assignedTo(elements[slots[i]], FLATTENED);
      for (let k = 0; k < nodes.length; k++) {
        const isText = nodeTypeOf(nodes[k]) === 3;
        if (isText && parentNodeOf(nodes[k]).isContentEditable) continue; // somebody writes there
        const item = isText ? conceal(wellFormed(dataOf(nodes[k])), secrets) : mapGet(places, nodes[k]);
        if (item === undefined || parentNodeOf(nodes[k]) === elements[slots[i]]) continue;
        shown[shown.length] = slots[i];
        shown[shown.length] = item;
      }
    }
    return shown;
  }

  // Returns the ids that labels refer to: what has one is spoken of by its content.
  function referredIds() {
    const ids = record();
    const all = selectAll(document, '[aria-labelledby]');
    for (let i = 0; i < all.length; i++) {
      const words = split(getAttribute(all[i], 'aria-labelledby') ?? '', ' ');
      for (let k = 0; k < words.length; k++) ids[words[k]] = true;
    }
    return ids;
  }

  function contentRootOf(element, closedRoots) {
    return shadowRootOf(element) ?? mapGet(closedRoots, element) ?? null;
  }

  // Walks the document once and answers its columns. `secrets`: texts that must not leave the page.
  function walk(closedRoots, secrets) {
    const elements = list(), tags = list(), parents = list(), attributes = list(), boxes = list();
    const scopeOf = list(), hosts = list(), frames = list();
    const runOwners = list(), runPlaces = list(), runTexts = list();
    let shown = '', count = 0, scopes = 1, runs = 0;
    // One level for each list of siblings that is not done: the next sibling, and whose list it is.
    const next = list(), owners = list(), scopeAt = list(), ownerShown = list(), typed = list();
    const called = list(); // whether what stands there is part of a name
    const pseudos = list(), apart = list(), slots = list(), dressed = new NewMap(), asksAll = list();
    const referred = referredIds();
    asksAll[0] = addDressed(dressed, document, true);
    let depth = -1, flows = false;

    const enter = (first, owner, scope, isShown, isTyped, isCalled) => {
      depth++;
      next[depth] = first;
      owners[depth] = owner;
      scopeAt[depth] = scope;
      ownerShown[depth] = isShown;
      typed[depth] = isTyped;
      called[depth] = isCalled;
    };
    const addText = data => {
      const text = typed[depth] ? repeat(' ', data.length) : data;
      if (text === '') return;
      if (flows) {
        runTexts[runs - 1] += text;
      } else {
        runOwners[runs] = owners[depth];
        runPlaces[runs] = count;
        runTexts[runs] = text;
        runs++;
        flows = true;
      }
    };

    enter(rootOf(document), -1, 0, true, false, false);
    while (depth >= 0) {
      const node = next[depth];
      if (node === null) {
        flows = false;
        depth--;
        continue;
      }
      // The document element has no siblings that count.
      next[depth] = depth === 0 ? null : nextSiblingOf(node);
      const type = nodeTypeOf(node);
      if (type === 3 || type === 4) {
        addText(dataOf(node));
        continue;
      }
      if (type !== 1) continue; // text flows on over comments
      flows = false;
      if (owners[depth] === 0 && tagNameOf(node) === RECORDERS_BAR) continue; // no part of the page

      const index = count++;
      const tag = lower(tagNameOf(node));
      const rect = rectOf(node);
      const x = leftOf(rect), y = topOf(rect), width = widthOf(rect), height = heightOf(rect);
      let isShown = isVisible(node, THOROUGHLY);
      if (!isShown && width === 0 && height === 0 && ownerShown[depth]) {
        isShown = shownWithParent[tag] === true || styleOf(node).display === 'contents';
      }
      const read = readAttributes(node, tag, secrets);
      elements[index] = node;
      tags[index] = tag;
      parents[index] = owners[depth];
      attributes[index] = read;
      scopeOf[index] = scopeAt[depth];
      shown += isShown ? '1' : '0';
      boxes[4 * index] = hundredths(x);
      boxes[4 * index + 1] = hundredths(y);
      boxes[4 * index + 2] = hundredths(width);
      boxes[4 * index + 3] = hundredths(height);

      if (frameTags[tag] === true) addFrame(frames, node, index);
      const scope = scopeAt[depth];
      const isTyped = tag === 'textarea' || isEdited(read, typed[depth]);
      const isCalled = called[depth] || calledByContent[tag] === true ||
        (read !== 0 && (rolesByContent[read.role] === true || referred[read.id] === true));
      if (isCalled && tag === 'slot' && hasInstance(HTMLSlotElement, node)) slots[slots.length] = index;
      if (isShown && isCalled) {
        if (called[depth]) addApart(apart, node, tag, index);
        if (asksAll[scope] || mapGet(dressed, node)) addPseudos(pseudos, node, index, secrets);
      }
      const isTemplate = tag === 'template' && hasInstance(HTMLTemplateElement, node);
      const first = firstChildOf(isTemplate ? contentOf(node) : node);
      if (first !== null) enter(first, index, scope, isShown, isTyped, isCalled);
      const root = contentRootOf(node, closedRoots);
      if (root !== null) {
        hosts[hosts.length] = index;
        asksAll[scopes] = addDressed(dressed, root, false);
        enter(firstChildOf(root), index, scopes++, isShown, false, isCalled);
      }
    }
    for (let i = 0; i < runs; i++) runTexts[i] = conceal(wellFormed(runTexts[i]), secrets);
    number++;
    kept[number] = { elements, roots: closedRoots };
    delete kept[number - KEPT];
    const answer = record();
    answer.format = FORMAT;
    answer.number = number;
    answer.url = conceal(wellFormed(urlOf(document)), secrets);
    answer.title = conceal(wellFormed(titleOf(document)), secrets);
    answer.viewport = pair(innerWidth, innerHeight);
    answer.scroll = pair(scrollX, scrollY);
    answer.deviceScale = devicePixelRatio;
    answer.tags = tags;
    answer.parents = parents;
    answer.attributes = attributes;
    answer.boxes = boxes; // hundredths of a pixel of the window: whole numbers are written faster
    answer.shown = shown;
    answer.scopeOf = scopeOf;
    answer.hosts = hosts;
    answer.frames = frames;
    answer.pseudos = pseudos;
    answer.apart = apart;
    answer.slots = readSlots(slots, elements, secrets);
    answer.runOwners = runOwners;
    answer.runPlaces = runPlaces;
    answer.runTexts = runTexts;
    return stringify(answer);
  }

  function pair(one, other) {
    const made = list();
    made[0] = one;
    made[1] = other;
    return made;
  }

  // Whether the text of an element is what somebody writes there: its own word, or its parent's.
  function isEdited(attributes, parentIs) {
    const told = attributes === 0 ? undefined : attributes.contenteditable;
    return told === undefined ? parentIs : toLowerCase(told) !== 'false';
  }

  // Answers an error as data: what is thrown here must not end up in the page's own error handling.
  const told = work => (...given) => {
    try {
      return work(...given);
    } catch (error) {
      return '{"error":' + stringify(String(error)) + '}';
    }
  };

  // Returns the frame as one JSON string. `closed`: shadow hosts and their closed roots in turn.
  function measure(closed, secrets) {
    const roots = new NewMap();
    for (let i = 0; closed && i + 1 < closed.length; i += 2) mapSet(roots, closed[i], closed[i + 1]);
    return walk(roots, secrets ?? list());
  }

  function elementOf(measured, index) {
    const element = kept[measured]?.elements[index];
    return element !== undefined && isConnected(element) ? element : null;
  }

  // Returns the way to an element that was measured, as places among siblings from the top, with
  // -1 where a shadow root is entered; null when it is gone or cannot be reached from outside.
  function way(measured, index) {
    let node = elementOf(measured, index);
    if (node === null) return 'null';
    const root = rootOf(document);
    let json = '';
    while (node !== root) {
      const parent = parentNodeOf(node);
      if (parent === null) return 'null';
      const isRoot = nodeTypeOf(parent) === 11;
      if (isRoot && !hasInstance(ShadowRoot, parent)) return 'null';
      let place = 0;
      let sibling = isRoot ? firstElementOfRoot(parent) : firstElementOf(parent);
      for (; sibling !== node; sibling = nextElementOf(sibling)) place++;
      json = place + (json === '' ? '' : ',') + json;
      node = isRoot ? hostOf(parent) : parent;
      if (isRoot) {
        if (shadowRootOf(node) === null) return 'null';
        json = '-1,' + json;
      }
    }
    return '[' + json + ']';
  }

  // Returns for each point of the window the elements there, topmost first, as measured; shadow
  // roots are entered. Points are x and y in turn.
  function stacks(measured, points) {
    if (kept[measured] === undefined) return 'null';
    const { elements, roots } = kept[measured];
    const places = new NewMap();
    for (let i = 0; i < elements.length; i++) mapSet(places, elements[i], i);
    let json = '';
    for (let i = 0; i + 1 < points.length; i += 2) {
      json += (i === 0 ? '[' : ',[') + stackAt(points[i], points[i + 1], places, roots) + ']';
    }
    return '[' + json + ']';
  }

  function stackAt(x, y, places, roots) {
    const seen = record();
    let json = '';
    const visit = (found, depth) => {
      for (let i = 0; i < found.length; i++) {
        const place = mapGet(places, found[i]);
        if (place === undefined || seen[place]) continue;
        seen[place] = true;
        const root = contentRootOf(found[i], roots);
        // A root answers with its host and what is around it as well: each element counts once.
        if (root !== null && depth < 50) visit(elementsFromPointOfRoot(root, x, y), depth + 1);
        json += (json === '' ? '' : ',') + place;
      }
    };
    visit(elementsFromPoint(document, x, y), 0);
    return json;
  }

  // How long nothing has changed. The first call begins to watch and answers 0.
  let observer = null, changedAt = 0;
  function quietFor() {
    if (observer === null) {
      changedAt = now();
      observer = new NewObserver(records => {
        // Styles are left out: what is animated by them never rests, and changes no element.
        for (let i = 0; i < records.length; i++) {
          if (records[i].attributeName !== 'style') changedAt = now();
        }
      });
      observe(observer, document, EVERYTHING);
    }
    return readyStateOf(document) === 'loading' ? 0 : now() - changedAt;
  }
  function unwatch() {
    if (observer !== null) disconnect(observer);
    observer = null;
  }
  const pause = milliseconds => new NewPromise(done => { later(done, milliseconds); });

  // Returns which element of a measurement this is, -1 when it was not seen.
  function indexOf(measured, element) {
    const elements = kept[measured]?.elements ?? list();
    for (let i = 0; i < elements.length; i++) if (elements[i] === element) return i;
    return -1;
  }

  return {
    measure: told(measure), way: told(way), stacks: told(stacks),
    element: elementOf, indexOf, latest: () => number, quietFor, unwatch, pause,
  };
})()
