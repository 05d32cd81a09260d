// Runs inside the page, given the ends of ranges: [[xpath, offset], [xpath, offset]], offsets in
// code points of the element's text. Marks them by the highlight registry, which changes no node,
// and says of each whether it was found; null if the browser has no such registry.
((ranges, colour) => {
  if (!globalThis.CSS?.highlights) return null;
  const point = ([xpath, offset], isEnd) => {
    const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null);
    const element = found.singleNodeValue;
    if (!element) return null;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let left = offset, last = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const letters = [...node.data];
      if (left < letters.length || (isEnd && left === letters.length)) {
        return [node, letters.slice(0, left).join("").length];
      }
      left -= letters.length;
      last = node;
    }
    return left === 0 && last ? [last, last.length] : null;
  };
  const found = ranges.map(([start, end]) => {
    const from = point(start, false), to = point(end, true);
    if (!from || !to) return null;
    const range = document.createRange();
    range.setStart(...from);
    range.setEnd(...to);
    return range;
  });
  const key = Symbol.for("holdfast-highlight");
  const sheet = (document[key] ??= new CSSStyleSheet());
  sheet.replaceSync(`::highlight(holdfast) { background-color: ${colour}; color: black; }`);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  CSS.highlights.set("holdfast", new Highlight(...found.filter(range => range)));
  return found.map(range => range !== null);
})
