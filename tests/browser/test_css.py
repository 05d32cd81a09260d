"""CSS on saved pages, asked of a browser too: both find the same elements."""

import pytest
from playwright.sync_api import Page
from tests.unit.page.test_css_match import ASKED, FORM

from holdfast.adapters.html import parse

pytestmark = pytest.mark.browser

# Every state that markup decides, and what it may depend on.
LOADED = """<!doctype html><html lang=en id=root><head id=head><title id=title>x</title></head>\
<body id=body>
<form id=f1><input id=a1 type=checkbox checked><input id=a2 type=radio name=r checked>\
<input id=a3 type=radio name=r checked><input id=a4 type=radio name=q>\
<input id=a5 type=radio name=q>
<input id=a6 type=radio><input id=a7 type=RADIO name=z checked>\
<button id=b1 type=button>x</button><button id=b2>x</button><button id=b3 type=submit>y</button>\
<input id=b4 type=submit><input id=b5 type=reset><input id=b6 type=image></form>
<form id=f2><input id=c1 type=image><button id=c2>z</button></form>\
<button id=c3>no form</button><form id=f3></form><button id=c4 form=f3>x</button>
<select id=s1><option id=o1>1<option id=o2>2</select><select id=s2>\
<option id=o3 disabled>1<option id=o4>2</select><select id=s3>\
<option id=o5 selected>1<option id=o6 selected>2</select>
<select id=s4 multiple><option id=o7>1<option id=o8 selected>2<option id=o9 selected>3</select>\
<select id=s7 disabled><option id=oe>1</select><select id=s5 size=3>\
<option id=oa>1<option id=ob>2</select><select id=s6 required disabled><optgroup id=g1 disabled>\
<option id=oc>1</optgroup><optgroup id=g2><option id=od>2</optgroup></select>
<fieldset id=d1 disabled><legend id=l1><input id=i1><button id=i2>x</button></legend>\
<legend id=l2><input id=i3></legend><input id=i4><fieldset id=d2><legend id=l3><input id=i5>\
</legend><select id=i6></select><textarea id=i7></textarea></fieldset><object id=i8></object>\
<output id=i9></output></fieldset>
<input id=e1 required><input id=e2 type=hidden required><input id=e3 type=range required>\
<input id=e4 type=color required><input id=e5 type=submit required><textarea id=e6 required>\
</textarea><input id=e7 type=checkbox required><input id=e8 type=nosuch required>\
<input id=e9 type=file required>
<input id=h1 readonly><input id=h2 type=date><input id=h3 type=date readonly>\
<input id=h4 type=checkbox><input id=h5 disabled><textarea id=h6 readonly></textarea>\
<textarea id=h7 disabled></textarea><div id=h8 contenteditable><p id=h9>x<input id=ha></p></div>\
<div id=hb contenteditable=false></div><div id=hc contenteditable=plaintext-only></div>\
<div id=hd contenteditable=true><b id=he contenteditable=false>x</b></div>
<input id=p1 placeholder=x><input id=p2 placeholder=''><textarea id=p3 placeholder=x></textarea>\
<textarea id=p4 placeholder=x>y</textarea><input id=p5 type=checkbox placeholder=x>\
<input id=p6 type=number placeholder=1><input id=p7 type=date placeholder=x>\
<input id=p8 type=email placeholder=x>
<a id=k1 href=/x>1</a><a id=k2>2</a><a id=k3 href=''>3</a><area id=k4 href=/y>\
<link id=k5 href=/z rel=nosuch><svg id=v1><foreignObject id=v2><p id=v3></p></foreignObject>\
<a id=k6 href=/x></a><a id=k7 xlink:href=/x></a></svg>
<details id=t1 open><summary id=t2>x</summary></details><details id=t3></details>\
<dialog id=t4 open></dialog><dialog id=t5></dialog><progress id=t6></progress>\
<progress id=t7 value=.5></progress><meter id=t8></meter>
<p id=m1></p><p id=m2> </p><p id=m3><!-- c --></p><p id=m4>x</p><p id=m5><b id=m6></b></p>\
<x-foo id=x1></x-foo><video id=w1 muted></video><video id=w2></video><audio id=w3></audio>
<p id=n1 lang=de>x<b id=n2>y</b></p><p id=n3 lang=de-AT>z</p><p id=n4 dir=rtl>x<b id=n5>y</b>\
</p><p id=n6 dir=ltr>z</p><p id=n7 lang=''>z</p><p id=n8 dir=auto>abc</p><div id=n9 popover>\
</div><input id=na type=tel dir=rtl><bdi id=nb>x</bdi><p id=nc dir=auto>\u05d0</p>
</body></html>"""
DECIDED = (
    "checked disabled enabled required optional read-only read-write default indeterminate "
    "placeholder-shown link any-link empty root scope open target defined lang(en) "
    "lang(de) lang(de-AT) lang(fr) dir(rtl) dir(ltr)"
).split()
BY_PEOPLE = (
    "visited hover focus focus-within focus-visible active modal fullscreen autofill".split()
)
TAGS = ("", "input", "option", "button", "select", "textarea", "fieldset", "optgroup", "a", "p")
SELECTORS = [
    *(f"{tag}:{state}" for tag in TAGS for state in (*DECIDED, *BY_PEOPLE)),
    *(f"{tag}:not(:{state})" for tag in TAGS for state in DECIDED),
]
IDS = """asked => asked.map(one => [...document.querySelectorAll(one)].map(e => e.id).join(' '))"""


def test_browsers_find_what_is_expected_of_saved_pages(page: Page) -> None:
    page.set_content(f"<!doctype html><html><body>{FORM}</body></html>")
    assert dict(zip(ASKED, page.evaluate(IDS, list(ASKED)), strict=True)) == ASKED


def test_states_are_those_of_a_page_that_was_just_loaded(page: Page) -> None:
    page.set_content(LOADED)
    saved = parse(LOADED)
    found = (" ".join(node.get("id") for node in saved.select(one)) for one in SELECTORS)
    wanted = page.evaluate(IDS, SELECTORS)
    assert dict(zip(SELECTORS, found, strict=True)) == dict(zip(SELECTORS, wanted, strict=True))
