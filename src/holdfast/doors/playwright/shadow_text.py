"""Shadow text: reads a healed element whose words stand in a shadow root, where it has none itself.

``text_content()`` and ``inner_text()`` of a shadow host are empty, whatever it shows; ``expect()``
looks into the root. So what is read is the smallest element that holds all the words, and a host
without one is not healed to.
"""

from holdfast.app.expression import follow
from holdfast.doors.playwright.calls import Call
from holdfast.ports import ready
from holdfast.selectors.playwright_code import by_css

SAYS_NOTHING = "it says nothing itself, and no single element in its shadow root says all"

_READ_BLINDLY = frozenset({"inner_text", "text_content", "inner_html"})
# Runs inside the page: the tags from a blind element to the smallest that holds all its words;
# none without one, null for an element that is not blind.
_WAY_SOURCE = """all => {
  const [from] = all, texts = [], unread = ["STYLE", "SCRIPT", "TEMPLATE", "NOSCRIPT"];
  if (all.length !== 1 || from.textContent.trim()) return null;
  const read = inside => {
    for (const one of inside.childNodes) {
      if (one.nodeType === 3 && one.data.trim()) texts.push(one);
      if (one.nodeType === 1 && !unread.includes(one.nodeName)) enter(one);
    }
  };
  const enter = one => { if (one.shadowRoot) read(one.shadowRoot); read(one); };
  enter(from);
  if (!texts.length) return from.shadowRoot ? [] : null;
  let holder = texts[0].parentElement;
  while (holder && !texts.every(one => holder.contains(one))) holder = holder.parentElement;
  const way = [];
  for (let one = holder; one && one !== from; one = one.parentElement ?? one.getRootNode().host) {
    way.unshift(one.localName);
  }
  return way;
}"""


async def code_to_read(call: Call, code: str) -> str:
    """Return the code of a healed locator for what a step reads; "" if it would read nothing."""
    if call.verb not in _READ_BLINDLY:
        return code
    locator = follow(call.written.page, code)
    way = await ready(locator.evaluate_all(_WAY_SOURCE))
    if way is None:
        return code
    for inside in (way[-1:], [":scope", *way]) if way else ():
        inner = f"{code}.{by_css(' > '.join(inside))}"
        if await ready(follow(call.written.page, inner).count()) == 1:
            return inner
    return ""
