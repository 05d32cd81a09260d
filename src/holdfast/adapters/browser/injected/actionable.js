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
  const own = [element, ...(element.labels ?? [])];
  const top = element.getRootNode().elementFromPoint(x, y);
  // A point outside the window has no element; what scrolls there is not covered.
  const covered = top !== null && !own.some(one => one === top || one.contains(top) || top.contains(one));
  return {seen, enabled, covered};
})
