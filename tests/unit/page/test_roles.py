"""Roles, worked out by hand from HTML-AAM 1.0 and WAI-ARIA 1.2."""

import pytest

from holdfast.page.roles import KNOWN_ROLES, TAG_ROLES
from holdfast.testing import a_framed_page, a_page

# The element asked for has the id "t".
CASES = {
    # tags with one role
    "article": ("<article id=t></article>", "article"),
    "address": ("<address id=t></address>", "group"),
    "blockquote": ("<blockquote id=t></blockquote>", "blockquote"),
    "button": ("<button id=t></button>", "button"),
    "code": ("<code id=t></code>", "code"),
    "del": ("<del id=t></del>", "deletion"),
    "details": ("<details id=t></details>", "group"),
    "dialog": ("<dialog open id=t></dialog>", "dialog"),
    "dfn": ("<dfn id=t></dfn>", "term"),
    "div": ("<div id=t></div>", "generic"),
    "em": ("<em id=t></em>", "emphasis"),
    "fieldset": ("<fieldset id=t></fieldset>", "group"),
    "figure": ("<figure id=t></figure>", "figure"),
    "heading 1": ("<h1 id=t></h1>", "heading"),
    "heading 6": ("<h6 id=t></h6>", "heading"),
    "hgroup": ("<hgroup id=t></hgroup>", "group"),
    "hr": ("<hr id=t>", "separator"),
    "main": ("<main id=t></main>", "main"),
    "math": ("<math id=t></math>", "math"),
    "menu": ("<menu id=t></menu>", "list"),
    "meter": ("<meter id=t></meter>", "meter"),
    "nav": ("<nav id=t></nav>", "navigation"),
    "option": ("<select><option id=t>x</select>", "option"),
    "output": ("<output id=t></output>", "status"),
    "p": ("<p id=t></p>", "paragraph"),
    "progress": ("<progress id=t></progress>", "progressbar"),
    "search": ("<search id=t></search>", "search"),
    "strong": ("<strong id=t></strong>", "strong"),
    "textarea": ("<textarea id=t></textarea>", "textbox"),
    "time": ("<time id=t></time>", "time"),
    "no word in ARIA": ("<label id=t></label>", ""),
    "unknown tag": ("<x-thing id=t></x-thing>", ""),
    # what a name decides
    "region without a name": ("<div role=region id=t>x</div>", "generic"),
    "region, else group": ('<div role="ReGiOn group" id=t>x</div>', "group"),
    "form, else navigation": ('<div role="form navigation" id=t>x</div>', "navigation"),
    "region with a label": ('<div role="region group" aria-label=x id=t>x</div>', "region"),
    "a label that is blank": ('<section aria-label=" " id=t>x</section>', "generic"),
    "a label that points nowhere": ("<section aria-labelledby=gone id=t>x</section>", "generic"),
    "a section with a title": ("<section title=News id=t>x</section>", "region"),
    "an image with a blank label": ('<img alt="" aria-label="" id=t>', "presentation"),
    # drawings
    "link of a drawing": ("<svg><a xlink:href=/ id=t>x</a></svg>", "link"),
    "group of a drawing": ("<svg><g id=t></g></svg>", ""),
    "named group of a drawing": ("<svg><g aria-label=Legs id=t></g></svg>", "group"),
    "titled group of a drawing": ("<svg><g id=t><title>Legs</title></g></svg>", "group"),
    "image of a drawing": ("<svg><image aria-label=Cat id=t></image></svg>", "img"),
    "shape": ("<svg><circle id=t></circle></svg>", ""),
    "titled shape": ("<svg><circle id=t><title>Sun</title></circle></svg>", "img"),
    # other vocabularies
    "book": ("<div role=doc-toc id=t></div>", "doc-toc"),
    "graphics": ("<div role=graphics-symbol id=t></div>", "graphics-symbol"),
    "suggestion": ("<div role=suggestion id=t></div>", "suggestion"),
    "colour": ("<input type=color id=t>", "textbox"),
    "dir": ("<dir id=t></dir>", "list"),
    "item below a plain box": ("<ul><div><li id=t>x</div></ul>", "listitem"),
    "item below another thing": ("<ul><div role=group><li id=t>x</div></ul>", "generic"),
    # by attribute
    "link": ("<a href=/ id=t>x</a>", "link"),
    "a without href": ("<a id=t>x</a>", "generic"),
    "area with href": ("<map><area href=/ id=t></map>", "link"),
    "img": ("<img src=a id=t>", "img"),
    "img with alt": ("<img alt=Logo id=t>", "img"),
    "img that decorates": ('<img alt="" id=t>', "presentation"),
    "img with empty alt but a title": ('<img alt="" title=Logo id=t>', "presentation"),
    "img with empty alt but a label": ('<img alt="" aria-label=Logo id=t>', "img"),
    "input": ("<input id=t>", "textbox"),
    "input of unknown type": ("<input type=colour id=t>", "textbox"),
    "input type in capitals": ("<input type=CHECKBOX id=t>", "checkbox"),
    "input radio": ("<input type=radio id=t>", "radio"),
    "input range": ("<input type=range id=t>", "slider"),
    "input number": ("<input type=number id=t>", "spinbutton"),
    "input search": ("<input type=search id=t>", "searchbox"),
    "input submit": ("<input type=submit id=t>", "button"),
    "input image": ("<input type=image id=t>", "button"),
    "input hidden": ("<input type=hidden id=t>", ""),
    "input with a list": ("<input list=l id=t><datalist id=l></datalist>", "combobox"),
    "checkbox with a list": ("<input type=checkbox list=l id=t>", "checkbox"),
    "select": ("<select id=t></select>", "combobox"),
    "select multiple": ("<select multiple id=t></select>", "listbox"),
    "select of size 4": ("<select size=4 id=t></select>", "listbox"),
    "select of size 1": ("<select size=1 id=t></select>", "combobox"),
    "section": ("<section id=t></section>", "generic"),
    "named section": ("<section aria-label=News id=t></section>", "region"),
    "section with an empty name": ('<section aria-label=" " id=t></section>', "generic"),
    "form": ("<form id=t></form>", "generic"),
    "named form": ("<form aria-labelledby=x id=t></form><b id=x>Pay</b>", "form"),
    # by place
    "header of the page": ("<header id=t></header>", "banner"),
    "header of an article": (
        "<article><div><header id=t></header></div></article>",
        "sectionheader",
    ),
    "header in role main": ("<div role=main><header id=t></header></div>", "sectionheader"),
    "footer of the page": ("<div><footer id=t></footer></div>", "contentinfo"),
    "footer of a section": ("<section><footer id=t></footer></section>", "sectionfooter"),
    "footer in a section that is none": (
        "<section role=presentation><footer id=t></footer></section>",
        "contentinfo",
    ),
    "aside": ("<aside id=t></aside>", "complementary"),
    "aside in main": ("<main><aside id=t></aside></main>", "complementary"),
    "aside in an article": ("<article><aside id=t></aside></article>", "generic"),
    "named aside in an article": (
        "<article><aside aria-label=Notes id=t></aside></article>",
        "complementary",
    ),
    "li": ("<ul><li id=t></ul>", "listitem"),
    "li in role list": ("<div role=list><li id=t></li></div>", "listitem"),
    "li outside of lists": ("<div><li id=t></li></div>", "generic"),
    "li of a presentational list": ("<ul role=none><li id=t></ul>", "presentation"),
    "td": ("<table><tr><td id=t></table>", "cell"),
    "td of a grid": ("<table role=grid><tbody><tr><td id=t></table>", "gridcell"),
    "td of a layout table": (
        "<table role=presentation><tbody><tr><td id=t></table>",
        "presentation",
    ),
    "tr of a layout table": ("<table role=none><tr id=t><td></table>", "presentation"),
    "a link in a layout table": ("<table role=none><tr><td><a href=/ id=t>x</a></table>", "link"),
    "table inside of a layout table": (
        "<table role=none><tr><td><table><tr><td id=t></table></table>",
        "cell",
    ),
    "th of a column": ("<table><tr><th id=t>A<th>B</table>", "columnheader"),
    "th of a row": ("<table><tr><th id=t>A<td>1</table>", "rowheader"),
    "th in thead": ("<table><thead><tr><th id=t>A<td>B</table>", "columnheader"),
    "th with scope row": ("<table><tr><th scope=row id=t>A<th>B</table>", "rowheader"),
    "th with scope col": ("<table><tr><th scope=col id=t>A<td>B</table>", "columnheader"),
    "last th of a row": ("<table><tr><td>1<th id=t>A</table>", "rowheader"),
    # written by the author
    "role": ("<div role=button id=t></div>", "button"),
    "role in capitals": ("<div role=TAB id=t></div>", "tab"),
    "first role that exists": ('<div role="fancy switch button" id=t></div>', "switch"),
    "no role that exists": ("<button role=fancy id=t></button>", "button"),
    "abstract roles do not count": ("<a href=/ role=widget id=t></a>", "link"),
    "image is img": ("<div role=image id=t></div>", "img"),
    "none is presentation": ("<ul role=none id=t></ul>", "presentation"),
    "none on what takes the focus": ("<button role=none id=t></button>", "button"),
    "none with a tabindex": ("<ul role=none tabindex=0 id=t></ul>", "list"),
    "none with a label": ("<ul role=none aria-label=x id=t></ul>", "list"),
    "none on a link": ("<a href=/ role=presentation id=t></a>", "link"),
    "none on an a without href": ("<a role=presentation id=t></a>", "presentation"),
}


@pytest.mark.parametrize(("body", "role"), CASES.values(), ids=CASES)
def test_the_role_is_as_the_w3c_says(body: str, role: str) -> None:
    (node,) = a_page(body).select("#t")
    assert node.role == role, "asked alone"
    assert node.snapshot.roles[node.index] == role, "asked for all"


def test_a_header_in_a_frame_does_not_see_the_page_around() -> None:
    page = a_framed_page("<main><iframe></iframe></main>", {"iframe": "<header></header>"})
    (header,) = page.select("header", frame=1)
    assert header.role == "banner"


def test_every_role_of_the_table_is_one_that_aria_knows() -> None:
    assert set(TAG_ROLES.values()) <= KNOWN_ROLES
