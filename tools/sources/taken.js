// Taken: what a page shows, measured and then serialised without what no user sees.
() => {
  const LONG = 60;
  const CONTROLS = `a[href],button,input:not([type=hidden]),select,textarea,summary,[onclick],[onmousedown],[data-click],[data-mousedown],[contenteditable=true],
    [role=button],[role=link],[role=tab],[role^=menuitem],[role=checkbox],[role=radio],[role=switch],[role=combobox],
    [role=textbox],[role=searchbox],[role=option],[role=slider],[role=spinbutton],[role=treeitem],[role=gridcell],
    [tabindex="0"]`;
  const squash = (text) => (text || '').replace(/\s+/g, ' ').trim();
  const cut = (text, most) => (text.length > most ? text.slice(0, most) + '…' : text);
  const pointer = (node) => getComputedStyle(node).cursor === 'pointer';
  const shown = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  };
  const name = (node) => {
    const by = (node.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.textContent);
    const icon = [...node.querySelectorAll('img[alt],svg title')].map((n) => n.alt || n.textContent).join(' ');
    const texts = [node.getAttribute('aria-label'), by.join(' '), [...(node.labels || [])].map((l) => l.innerText).join(' '),
      node.tagName === 'SELECT' ? '' : node.innerText, node.title, node.placeholder, icon, node.getAttribute('data-title'),
      ['button', 'submit', 'reset'].includes(node.type) ? node.value : ''];
    return cut(texts.map(squash).find(Boolean) || '', 50);
  };
  const before = (node) => {
    for (let at = node, up = 0; at && up < 3; at = at.parentElement, up += 1) {
      const text = squash(at.previousSibling?.textContent);
      if (text) return 'after: ' + cut(text.slice(-25), 25);
    }
    return '';
  };
  const around = (node) => {
    const place = node.closest('[role=dialog],[role=menu],[role=listbox],[role=toolbar],dialog,tr,li,form,fieldset,nav,header,footer,aside,section');
    return place && place !== node ? `${place.tagName.toLowerCase()}${place.className?.trim ? '.' + place.className.trim().split(/\s+/)[0] : ''} “${cut(squash(place.innerText), 40)}”` : '';
  };
  const all = [...document.querySelectorAll('*')];
  const elements = all.map((node, at) => {
    const box = node.getBoundingClientRect();
    const round = (value) => Math.round(value * 10) / 10;
    const seen = shown(node);
    const isControl = seen && !['HTML', 'BODY'].includes(node.tagName) &&
      (node.matches(CONTROLS) || (pointer(node) && !pointer(node.parentElement)));
    const told = { tag: node.tagName.toLowerCase(), x: round(box.x + scrollX), y: round(box.y + scrollY), w: round(box.width), h: round(box.height), visible: seen };
    if (node.dataset.same) told.same = node.dataset.same;
    if (isControl) {
      const inner = [...node.querySelectorAll('*')].slice(0, 3).flatMap((n) => [n.getAttribute('class'), n.getAttribute('href')]);
      const isField = node.matches('input:not([type=checkbox]):not([type=radio]),textarea,select');
      const hint = [isField ? `= ${cut(node.value, 20)}` : '', isField ? before(node) : '', node.dataset.tooltip, node.dataset.menuKey, node.getAttribute('ref'), node.parentElement.dataset.ref, ...inner].filter(Boolean).join(' ');
      const words = (typeof node.className === 'string' ? node.className : '').trim().split(/\s+/).slice(0, 4).join('.');
      told.control = { kind: [told.tag, node.getAttribute('role') || node.getAttribute('type') || ''].filter(Boolean).join(' '),
        name: name(node), classes: cut([node.id && '#' + node.id, words && '.' + words].filter(Boolean).join(''), 40) + (hint && ' « ' + cut(squash(hint), 50)), around: around(node) };
    }
    node.setAttribute('data-taken', at);
    return told;
  });
  for (const field of document.querySelectorAll('input,textarea,option')) {
    if (field.tagName === 'OPTION') field.toggleAttribute('selected', field.selected);
    else if (['checkbox', 'radio'].includes(field.type)) field.toggleAttribute('checked', field.checked);
  }
  const copy = document.documentElement.cloneNode(true);
  for (const node of copy.querySelectorAll('script,style,noscript,template')) node.remove();
  const walk = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const comments = [];
  while (walk.nextNode()) comments.push(walk.currentNode);
  comments.forEach((node) => node.remove());
  for (const node of copy.querySelectorAll('*')) {
    node.removeAttribute('data-same');
    for (const { name: key, value } of [...node.attributes]) {
      const isLong = value.length > LONG && (['style', 'srcset', 'd', 'points'].includes(key) || value.startsWith('data:'));
      if (isLong) node.setAttribute(key, value.slice(0, LONG));
    }
  }
  return { title: document.title, html: '<!DOCTYPE html>\n' + copy.outerHTML, elements };
}
