// Runs inside the page, given the elements that a recorded selector finds. Measures the only one
// of them, and what is in it; never scores, never changes anything. One string comes back: objects
// take ten times as long to cross.
(elements => {
  const MOST = 150;  // a control has a few elements inside; a container is measured with its page
  if (elements.length !== 1) return JSON.stringify({count: elements.length});
  const tags = [], parents = [], attributes = [], runs = [], shown = [];
  const walk = (element, parent) => {
    const index = tags.length;
    if (index >= MOST) return false;
    tags.push(element.localName);
    parents.push(parent);
    const own = {};
    for (const attribute of element.attributes) own[attribute.name] = attribute.value;
    attributes.push(own);
    shown.push(element.checkVisibility({checkVisibilityCSS: true}) || element.localName === "option");
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) runs.push([index, tags.length, child.data]);
      else if (child.nodeType === Node.ELEMENT_NODE && !walk(child, index)) return false;
    }
    return true;
  };
  const [element] = elements;
  if (!walk(element, -1)) return JSON.stringify({count: 1});
  const textOf = nodes => [...nodes].map(node => node?.textContent ?? "").join(" ");
  const references = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const root = element.getRootNode();
  const named = references.length
    ? textOf(references.map(id => root.getElementById?.(id)))
    : textOf(element.labels ?? []);
  return JSON.stringify({count: 1, tags, parents, attributes, runs, shown, named});
})
