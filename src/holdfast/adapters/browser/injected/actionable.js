// Runs inside the page, given an element that may be acted on and, for a canvas, where in it
// (as shares of its size).
// Says whether a person could: it can be seen, is enabled, and nothing lies over it.
((element, share) => {
  element.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = element.getBoundingClientRect();
  const seen = element.checkVisibility({visibilityProperty: true}) && box.width > 0 && box.height > 0;
  const enabled = !element.matches(":disabled") && element.getAttribute("aria-disabled") !== "true";
  const x = box.x + box.width * (share ? share[0] : 0.5);
  const y = box.y + box.height * (share ? share[1] : 0.5);
  // What is drawn around what: a slot stands around what it shows.
  const above = one => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host ?? null;
  const isIn = (inner, outer) => inner !== null && (inner === outer || isIn(above(inner), outer));
  let top = element.ownerDocument.elementFromPoint(x, y), inner;
  while ((inner = top?.shadowRoot?.elementFromPoint(x, y) ?? null) && inner !== top && isIn(inner, top)) {
    top = inner;
  }
  const own = [element, ...(element.labels ?? [])];
  // A point outside the window has no element; what scrolls there is not covered.
  const covered = top !== null && !own.some(one => isIn(top, one) || isIn(one, top));
  return {seen, enabled, covered};
})
