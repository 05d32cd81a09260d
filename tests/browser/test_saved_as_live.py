"""A saved page is read as a browser reads it: the same text to the character, the same paths."""

import pytest
from playwright.sync_api import Browser
from tests.browser.live_page import PlaywrightPage

from holdfast.adapters.html import parse
from holdfast.quotes.page_text import page_text

pytestmark = pytest.mark.browser

HEAD = "<!doctype html><html><head><title>Shop</title></head>\n<body>"
PAGES = {
    "white space behind the body": f"{HEAD}\n <p>One</p> \n</body>\n \n</html>\n\n",
    "words behind the body": f"{HEAD}<p>One</p></body>two <b>three</b></html>\n four",
    "an open element at the end of the body": f"{HEAD}<div>One</body> two</div> three",
    "a script behind the body": f"{HEAD}<p>1</p></body>\n<script>x = '</body>'</script></html>\n",
    "a block in a paragraph": f"{HEAD}<p>1<div>2</div></p><p>3</p><ul><li><p>4<li></p>5</ul>",
    "paragraphs in cells": f"{HEAD}<table><tbody><tr><td><p>1<td></p>2</tr></tbody></table>4</p>",
    "a paragraph in a button": f"{HEAD}<p>1<button>2</p>3</button>4</p>5</p>",
    "two documents": f"{HEAD}<p>1</body></html><html><body class=x><p>2</body></html>",
    "a comment behind the body": f"{HEAD}<p>One</p></body>\n<!-- end -->\n</html>",
    "a template": f"{HEAD}<p>One</p><template><p>not</p> this</template><p>two</p></body></html>",
    "noscript": f"{HEAD}<noscript><img src=x> <b>no &amp; script</b></noscript><p>One</p></body>",
    "a picture": f"{HEAD}<picture>\n<source srcset=x>\n<img alt=y></picture> <p>1<wbr>2</p></body>",
    "a video": f"{HEAD}<video><source src=x><track src=y>none</video><embed src=z> <i>x</i></body>",
    "a table": f"{HEAD}<table>\n<tbody><tr>\n<td>1</td> </tr></tbody></table>\n after</body>",
    "rows without a body": f"{HEAD}<table>\n<tr><td>1<td>2\n<tr><td><p>3<hr>4</table>5</body>",
    "lines of a preformatted text": f"{HEAD}<pre>\n\n one\r\n two</pre></body>",
    "entities": f"{HEAD}<p>a&nbsp;b &lt;c&gt; &amp;amp; &#x1F600; &notit; &copy</p></body></html>",
    "no body": "<!doctype html><title>x</title>\n<main>One</main>\n two",
}
PATHS = """() => [...document.querySelectorAll('*')].map(one => {
  const steps = [];
  for (let here = one; here; here = here.parentElement) {
    const family = [...(here.parentElement?.children ?? [])];
    const alike = family.filter(other => other.localName === here.localName);
    steps.unshift(here.localName + (alike.length > 1 ? `[${alike.indexOf(here) + 1}]` : ''));
  }
  return '/' + steps.join('/');
})"""


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
def test_text_and_paths_are_those_of_the_browser(browser: Browser, html: str) -> None:
    page = browser.new_page()
    page.route(
        "http://saved.test/",
        lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"),
    )
    page.goto("http://saved.test/")
    wanted, live, saved = (
        page.evaluate("document.body.textContent"),
        PlaywrightPage(page).capture(),
        parse(html),
    )
    assert page_text(live).text == wanted
    assert page_text(saved).text == wanted
    paths = page.evaluate(PATHS)
    inert = [node for node in saved.nodes if "/template/" not in node.xpath]
    assert [node.xpath for node in inert] == paths
    page.close()
