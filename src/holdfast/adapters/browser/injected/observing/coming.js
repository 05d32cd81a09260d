// Hovering and scrolling that matter: what came into the page, and what brought it.
// A part of observe.js, which has one scope for all of them.

// What could not be seen when the page was last at rest, and what came into it since.
let atRest = null, restTimer = 0, scrolled = null, changeCount = 0;
const added = new WeakMap();

function restSoon() {
  forget(restTimer);
  restTimer = later(() => {
    const hidden = new NewWeakSet();
    const all = findAll(document, 'body *');
    for (let i = 0; all.length <= MOST_AT_REST && i < all.length; i++) {
      if (!isVisible(all[i], { checkVisibilityCSS: true })) weakAdd(hidden, all[i]);
    }
    // What is hovered is described as it is without the mouse.
    const page = all.length <= MOST_MEASURED ? world.measure(null, secretTexts()) : '';
    atRest = { hidden, at: now(), page, number: page === '' ? -1 : world.latest() };
  }, REST_MS);
}

const above = element => {
  const parent = parentOf(element);
  return parent !== null && isA(ShadowRoot, parent) ? hostOf(parent) : parent;
};

// Tells of a hover or a scroll without which the element would not be there to be clicked.
function foreshadow(element) {
  if (!isElement(element)) return;
  let hidden = false, came = null;
  let showing = element;
  for (let here = element; isElement(here); here = above(here)) {
    if (atRest !== null && weakHas(atRest.hidden, here)) {
      hidden = true;
      showing = above(here);
    }
    came ??= weakGet(added, here) ?? null;
  }
  if (came !== null && scrolled !== null && came.at >= scrolled.at) tellScroll();
  else if (hidden && isElement(showing)) tellHover(showing);
  else if (came !== null && atRest !== null && came.at > atRest.at && came.over !== null &&
      came.at - came.since < HOVER_MS) tellHover(came.over);
}

function tellHover(element) {
  const body = tagOf(element);
  if (body === 'body' || body === 'html') return;
  const { page, number } = atRest;
  const target = page === '' ? -1 : world.indexOf(number, element);
  act('hover', target < 0 ? look([element]) : { page, target, element }, record({}));
}

function tellScroll() {
  const { target } = scrolled;
  const whole = !isElement(target) || target === rootOf(document);
  act('scroll', look([whole ? rootOf(document) : target]), record({
    whole, scrollX: scrolled.x, scrollY: scrolled.y,
  }));
}

function scrolling(event) {
  if (!event.isTrusted) return;
  clearMark();
  const target = pathOf(event)[0];
  scrolled ??= { at: now(), target, x: 0, y: 0 };
  const whole = !isElement(target);
  scrolled.target = target;
  // The farthest place: what brings an element into view may scroll back again.
  scrolled.x = max(scrolled.x, whole ? scrollX : target.scrollLeft);
  scrolled.y = max(scrolled.y, whole ? scrollY : target.scrollTop);
}

function changes() {
  noteChanges(observer.takeRecords());
  return changeCount;
}

let knownRoot = null, aroundTimer = 0;
function noteChanges(records) {
  changeCount += records.length;
  let framesCame = false, blocking = false;
  const alone = awaitedEffect === null && document.readyState === 'complete';
  for (let i = 0; i < records.length; i++) {
    if (alone && records[i].type === 'childList') weakSet(changedAlone, records[i].target, now());
    blocking ||= records[i].attributeName === 'open';
    const nodes = records[i].addedNodes;
    for (let k = 0; k < nodes.length; k++) {
      if (!isElement(nodes[k])) continue;
      const control = over === null ? null : closest(over, CONTROLS + ',li');
      weakSet(added, nodes[k], { at: now(), over: control, since: overSince });
      framesCame ||= tagOf(nodes[k]) === 'iframe' || findInside(nodes[k], 'iframe') !== null;
    }
  }
  if (framesCame) aroundSoon();
  if (blocking) raiseBar(); // a dialog was opened or closed
  placeBar(); // where the page has put it away
  // document.open() takes all listeners away.
  if (rootOf(document) !== knownRoot) listen();
}

// Says what surrounds a frame, or is in one, before anything happens in it.
function around() {
  if (rootOf(document) !== null) say('around', record({}), world.measure(null, secretTexts()));
}
function aroundSoon() {
  forget(aroundTimer);
  aroundTimer = later(around, REST_MS);
}
function enteredFrame(event) {
  const target = pathOf(event)[0];
  if (event.isTrusted && isElement(target) && matches(target, 'iframe,frame,object,embed')) around();
}
