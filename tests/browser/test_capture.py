"""A live page as a snapshot: complete, unseen by the page, private, and leading back."""

import re
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import orjson
import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.live_page import PlaywrightPage

import holdfast
from holdfast.adapters.browser.tab import Tab
from holdfast.adapters.html import parse
from holdfast.errors import CaptureFailed, PageChanged
from holdfast.model.snapshot import MEASUREMENT_FORMAT, Node, Point, Snapshot
from holdfast.model.snapshot_json import snapshot_to_json
from holdfast.ports import ready

pytestmark = pytest.mark.browser

FORM = """<!doctype html><html lang="en"><head><title> A  shop </title><meta charset="utf-8">
<style>body { color: navy }</style></head><body>
<h1>Basket</h1><p>One <b>bold</b> word, <a href="/x?a=1&amp;token=abc">a link</a>
<!-- a comment --> and more.</p>
<form action="/pay"><label for="mail">Mail</label><input id="mail" name="mail" value="typed">
<label>Country
<select name="c"><option>France</option><option selected>Italy</option></select></label>
<input type="checkbox" name="stay" value="yes"><input type="radio" value="r1">
<input type="submit" value="Send it"><input type="hidden" name="csrf" value="s3cr3t">
<textarea name="note">Dear   all</textarea><button type="button" disabled>Wait</button></form>
<ul><li>one<li>two</ul><table><tr><td>1</td><td>2</td></tr></table>
<details><summary>More</summary><p>inside</p></details><dialog><p>Sure?</p></dialog>
<template><p>never <i>shown</i></p></template><div hidden>gone</div><div></div>
<svg viewBox="0 0 10 10"><linearGradient id="g"/><path d="M0 0"/></svg><br><hr>
<img src="data:," alt="x">
</body></html>"""
PLAIN = "<p>Only a paragraph"
LISTS = "<!doctype html><title>L</title>" + "".join(
    f"<section id=s{i}><h2>Head {i}</h2><ul>" + "<li class=c>one<li class=d>two" * 5 + "</ul>"
    for i in range(9)
)
INTERNATIONAL = (
    "<!doctype html><meta charset=utf-8><title>Größe</title><p dir=rtl>שלום <bdi>עולם</bdi>"
    '<p>保存&nbsp;中 \U0001f600</p><button aria-label="Löschen &lt;b&gt;">\u00d7</button>'
    "<pre> a\n  b\n</pre>"
)


@pytest.mark.parametrize(
    "html", [FORM, PLAIN, LISTS, INTERNATIONAL], ids=["form", "plain", "lists", "world"]
)
@pytest.mark.parametrize("isolated", [True, False], ids=["isolated", "main"])
def test_the_live_page_and_its_serialised_dom_are_the_same_snapshot(
    page: Page, site: Site, html: str, isolated: bool
) -> None:
    page.goto(site.serve("/", html))
    live = PlaywrightPage(page, isolated=isolated).capture()
    saved = parse(page.content(), url=page.url)
    assert live.tags == saved.tags
    assert live.parents == saved.parents
    assert [dict(a) for a in live.attributes] == [dict(a) for a in saved.attributes]
    assert [tuple(run) for run in live.runs] == [tuple(run) for run in saved.runs]
    assert list(live.visibility) == list(saved.visibility)
    assert (live.title, live.url) == (saved.title, saved.url)
    assert (list(live.roles), list(live.names)) == (list(saved.roles), list(saved.names))


def test_the_script_and_the_model_speak_of_the_same_format() -> None:
    import holdfast.adapters.browser as adapter

    source = Path(str(adapter.__file__)).parent / "injected" / "measure.js"
    (told,) = re.findall(r"const FORMAT = '([^']+)';", source.read_text(encoding="utf-8"))
    assert told == MEASUREMENT_FORMAT


def test_boxes_are_where_the_elements_are_in_the_document(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 600})
    page.set_content(
        "<body style='margin:0;height:3000px'>"
        "<button style='position:fixed;left:30px;top:300px;width:120px;height:40px'>Pay</button>"
    )
    page.evaluate("window.scrollTo(0, 700)")
    snapshot = PlaywrightPage(page).capture()
    (button,) = snapshot.select("button")
    assert button.box is not None
    assert tuple(button.box) == (30, 1000, 120, 40)
    assert tuple(snapshot.viewport or ()) == (800, 600)
    assert tuple(snapshot.scroll) == (0, 700)
    assert snapshot.select("head")[0].box is None


# ------------------------------------------------------------------------------- frames and shadows


def framed(site: Site) -> str:
    """Return the address of a page with frames of its own and of another site, in each other."""
    site.serve("/inner", "<p>inner</p><button>Inner</button>")
    site.serve(
        "/other",
        f"<p>other</p><iframe src='{site.url('/inner')}'></iframe>"
        f"<iframe src='{site.url('/inner', host='localhost')}'></iframe>",
    )
    return site.serve(
        "/",
        "<p>before</p><iframe name=own src='/inner' style='border:5px solid;padding:3px'></iframe>"
        f"<p>between</p><iframe name=foreign src='{site.url('/other', host='localhost')}'>"
        "</iframe><p>after</p>",
    )


@pytest.mark.parametrize("isolated", [True, False], ids=["isolated", "main"])
def test_every_frame_is_inside_whatever_site_it_is_from(
    page: Page, site: Site, isolated: bool
) -> None:
    page.goto(framed(site))
    snapshot = PlaywrightPage(page, isolated=isolated).capture()
    assert (
        snapshot.nodes[0].text == "before inner Inner between other inner Inner inner Inner after"
    )
    assert [scope.kind for scope in snapshot.scopes] == ["document", *["frame"] * 4]
    assert [scope.url for scope in snapshot.scopes[1:]] == [
        site.url("/inner"),
        site.url("/other", host="localhost"),
        site.url("/inner"),
        site.url("/inner", host="localhost"),
    ]
    for place, scope in enumerate(snapshot.scopes[1:], 1):
        assert snapshot.tags[scope.owner] == "iframe"
        assert [node.frame for node in snapshot.select("p", frame=place)] == [place]


def test_boxes_in_a_frame_count_from_the_page(page: Page, site: Site) -> None:
    page.goto(framed(site))
    snapshot = PlaywrightPage(page).capture()
    (button,) = snapshot.select("button", frame=1)
    wanted = page.frame_locator("[name=own]").locator("button").bounding_box()
    assert button.box is not None
    assert wanted is not None
    assert tuple(button.box) == pytest.approx(
        (wanted["x"], wanted["y"], wanted["width"], wanted["height"]), abs=0.02
    )


@pytest.mark.parametrize("isolated", [True, False], ids=["isolated", "main"])
def test_every_node_leads_back_to_its_element_in_all_frames(
    page: Page, site: Site, isolated: bool
) -> None:
    page.goto(framed(site))
    live = PlaywrightPage(page, isolated=isolated)
    snapshot = live.capture()
    for place in range(1, 5):
        (button,) = snapshot.select("button", frame=place) or snapshot.select("p", frame=place)
        element = live.element(button)
        assert element.text_content() == button.text
        frame = element.owner_frame()
        assert frame is not None
        assert frame.url == snapshot.scopes[place].url
        assert live.frame(button) == frame


OPEN_SHADOWS = """<p>before</p><div id=host><i>light</i></div><p>after</p><script>
const root = document.getElementById('host').attachShadow({mode: 'open'});
root.innerHTML = '<b>one</b><span><slot></slot></span><x-inner></x-inner>';
root.querySelector('x-inner').attachShadow({mode: 'open'}).innerHTML = '<button>deep</button>';
</script>"""
CLOSED_SHADOW = """<div id=host></div><script>
const root = document.getElementById('host').attachShadow({mode: 'closed'});
root.innerHTML = '<b>closed</b><x-more></x-more>';
root.querySelector('x-more').attachShadow({mode: 'open'}).innerHTML = '<button>inside</button>';
</script>"""


def test_open_shadow_roots_are_entered(page: Page) -> None:
    page.set_content(OPEN_SHADOWS)
    live = PlaywrightPage(page)
    snapshot = live.capture()
    (host,) = snapshot.select("#host")
    assert [child.tag for child in host.children] == ["b", "span", "x-inner", "i"]
    assert [scope.kind for scope in snapshot.scopes] == ["document", "shadow", "shadow"]
    (deep,) = snapshot.select("button")
    assert snapshot.scope_path(deep.index) == (host.index, host.children[2].index)
    assert live.element(deep).text_content() == "deep"
    assert live.element(snapshot.select("i")[0]).text_content() == "light"


def test_closed_shadow_roots_are_entered_when_asked(page: Page) -> None:
    page.set_content(CLOSED_SHADOW)
    live = PlaywrightPage(page)
    assert live.capture().select("b") == []
    snapshot = live.capture(closed_roots=True)
    assert [node.text for node in snapshot.select("b, button")] == ["closed", "inside"]
    (button,) = snapshot.select("button")
    assert button.box is not None
    with pytest.raises(PageChanged):
        live.element(button)


# ------------------------------------------------------------------------------------ hostile pages

HOSTILE = {
    "json": "JSON.stringify = () => 'no'; JSON.parse = () => null; JSON = null",
    "arrays": "for (const name of ['push', 'map', 'join']) Array.prototype[name] = () => 0;"
    "Array.prototype.toJSON = () => 'no'; Array.prototype[Symbol.iterator] = null",
    "objects": "Object.prototype.toJSON = () => 'no'; Object.keys = null;"
    "String.prototype.toJSON = () => 1",
    "matches": "Element.prototype.matches = () => false; Element.prototype.closest = null",
    "boxes": "Element.prototype.getBoundingClientRect = () => ({x: 9, y: 9, width: 9, height: 9});"
    "Element.prototype.checkVisibility = () => false",
    "tree": "for (const name of ['firstChild', 'nextSibling', 'shadowRoot', 'tagName'])"
    " for (const kind of [Node, Element])"
    " Object.defineProperty(kind.prototype, name, {get: () => null})",
}


@pytest.mark.parametrize("script", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_a_page_overwrites_does_not_matter(page: Page, site: Site, script: str) -> None:
    body = "<button id=pay class=x>Pay</button><div id=host></div><p>text</p>"
    host = "document.getElementById('host').attachShadow({mode: 'open'}).innerHTML = '<i>in</i>';"
    page.goto(site.serve("/", f"<body>{body}<script>{host}</script>"))
    wanted = snapshot_to_json(PlaywrightPage(page).capture())
    page.goto(site.serve("/", f"<body>{body}<script>{host}{script}</script>"))
    seen = snapshot_to_json(PlaywrightPage(page).capture())
    wanted["runs"]["texts"] = [t.replace(host, host + script) for t in wanted["runs"]["texts"]]
    assert seen == wanted


def test_names_of_fields_do_not_hide_the_form_they_are_in(page: Page) -> None:
    names = (
        "attributes firstChild nextSibling parentNode nodeType tagName children shadowRoot".split()
    )
    page.set_content(
        f"<form id=f>{''.join(f'<input name={name}>' for name in names)}</form><img name=title>"
        "<iframe name=holdfast></iframe><p id=JSON>last</p>"
    )
    live = PlaywrightPage(page)
    snapshot = live.capture()
    (form,) = snapshot.select("form")
    assert form.attributes == {"id": "f"}
    assert [child.get("name") for child in form.children] == names
    assert live.element(form.children[3]).get_attribute("name") == "parentNode"
    assert snapshot.select("p")[0].text == "last"


@pytest.mark.parametrize(
    "policy",
    [
        "default-src 'none'",
        "require-trusted-types-for 'script'; trusted-types 'none'; script-src 'none'",
    ],
    ids=["strict", "trusted-types"],
)
def test_a_strict_policy_does_not_matter(page: Page, site: Site, policy: str) -> None:
    site.serve("/", "<button>Pay</button>", {"Content-Security-Policy": policy})
    page.goto(site.url())
    live = PlaywrightPage(page)
    snapshot = live.capture()
    (button,) = snapshot.select("button")
    assert live.element(button).text_content() == "Pay"
    assert live.settled()


SPYING = """<button>Pay</button><script>
window.seen = [];
window.globals = '';
const names = object => JSON.stringify(Object.getOwnPropertyNames(object).concat(
  Object.getOwnPropertySymbols(object).map(String)));
window.globals = names(window);
new MutationObserver(all => seen.push(...all.map(one => one.type))).observe(document,
  {subtree: true, childList: true, attributes: true, characterData: true});
for (const type of ['focus', 'blur', 'scroll', 'message', 'error', 'selectionchange'])
  addEventListener(type, event => seen.push(event.type), true);
</script>"""


def test_the_page_sees_nothing_of_a_capture(page: Page, site: Site) -> None:
    page.goto(site.serve("/", SPYING))
    html = page.content()
    live = PlaywrightPage(page)
    snapshot = live.capture()
    live.stacks_at(snapshot, [Point(10, 10)])
    live.settled()
    assert page.evaluate("names(window) === window.globals")
    assert page.evaluate("seen") == []
    assert page.content() == html


def test_a_very_deep_page_is_captured(page: Page) -> None:
    page.set_content("<p>top</p>")
    page.evaluate(
        "let at = document.body; for (let i = 0; i < 2000; i++)"
        " at = at.appendChild(document.createElement('div')); at.textContent = 'bottom'"
    )
    snapshot = PlaywrightPage(page).capture()
    assert len(snapshot) == 2_004
    assert snapshot.nodes[-1].text == "bottom"


def test_broken_text_is_still_text(page: Page) -> None:
    page.set_content("<p></p>")
    page.evaluate(
        "const p = document.querySelector('p'); p.textContent = 'a\\ud800b\\u2028\\u0000\"\\\\';"
        "p.setAttribute('title', '\\udc00')"
    )
    (paragraph,) = PlaywrightPage(page).capture().select("p")
    assert paragraph.own_text.startswith("a\ufffdb")
    assert paragraph.get("title") == "\ufffd"


# ------------------------------------------------------------------------------------------ privacy


def test_what_is_typed_never_leaves_the_page(page: Page) -> None:
    page.set_content(
        "<input id=a><input id=b type=password><textarea id=c>old words</textarea>"
        "<div id=d contenteditable>draft <b>bold</b></div><input type=hidden value=hiddenvalue>"
        "<input id=e type=submit value='Send'><select><option value=fr>France</select>"
    )
    for name in "abcd":
        page.fill(f"#{name}", f"typed-{name}-4711")
        page.eval_on_selector(f"#{name}", "e => e.setAttribute('value', e.value ?? '')")
    live = PlaywrightPage(page)
    kept = orjson.dumps(snapshot_to_json(live.capture())).decode()
    # What the script answered, before the model takes anything out.
    raw = orjson.dumps(live._tab._kept[-1].placed[0].frame.data).decode()
    for text, secret in product(
        (kept, raw), ("4711", "typed-", "old words", "hiddenvalue", "bold")
    ):
        assert secret not in text
    assert "Send" in kept


# --------------------------------------------------------------------------------------- a way back


def captured(page: Page, html: str) -> tuple[PlaywrightPage, Snapshot]:
    page.set_content(html)
    live = PlaywrightPage(page)
    return live, live.capture()


def test_an_element_that_moved_is_still_found(page: Page) -> None:
    live, snapshot = captured(page, "<button id=one>1</button><button id=two>2</button><div></div>")
    page.evaluate("document.querySelector('div').append(document.getElementById('one'))")
    assert live.element(snapshot.select("#one")[0]).get_attribute("id") == "one"
    assert live.element(snapshot.select("#two")[0]).get_attribute("id") == "two"


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('button').remove()",
        "document.body.innerHTML = document.body.innerHTML",
        "location.reload()",
    ],
    ids=["removed", "rendered-anew", "reloaded"],
)
@pytest.mark.parametrize("isolated", [True, False], ids=["isolated", "main"])
def test_a_page_that_changed_is_told_apart(
    page: Page, site: Site, change: str, isolated: bool
) -> None:
    page.goto(site.serve("/", "<button>Pay</button>"))
    live = PlaywrightPage(page, isolated=isolated)
    (button,) = live.capture().select("button")
    page.evaluate(change)
    page.wait_for_load_state()
    with pytest.raises(PageChanged, match="capture the page again"):
        live.element(button)


def test_the_latest_four_captures_lead_back(page: Page) -> None:
    live, first = captured(page, "<button>Pay</button>")
    second = live.capture()
    for _ in range(3):
        live.capture()
    with pytest.raises(PageChanged):
        live.element(first.select("button")[0])
    assert live.element(second.select("button")[0]).text_content() == "Pay"


def test_a_node_of_another_page_leads_nowhere(page: Page) -> None:
    live, _ = captured(page, "<button>Pay</button>")
    with pytest.raises(PageChanged):
        live.element(parse("<button>Pay</button>").select("button")[0])


def test_points_are_answered_in_one_question_topmost_first(page: Page, site: Site) -> None:
    page.goto(framed(site))
    live = PlaywrightPage(page)
    snapshot = live.capture()
    buttons = [snapshot.select("button", frame=place)[0] for place in (1, 3)]
    stacks = live.stacks_at(snapshot, [centre(buttons[0]), centre(buttons[1]), Point(-5, -5)])
    assert stacks[0][0] == buttons[0].index
    assert snapshot.tags[stacks[0][-1]] == "html"
    assert stacks[2] == []


def test_what_covers_an_element_is_above_it(page: Page) -> None:
    live, snapshot = captured(
        page,
        "<button>Pay</button><div style='position:fixed;inset:0;background:#fff8'></div>"
        "<div style='position:fixed;inset:0;pointer-events:none'></div>",
    )
    (button,), (cover, _) = snapshot.select("button"), snapshot.select("div")
    (stack,) = live.stacks_at(snapshot, [centre(button)])
    assert stack[:2] == [cover.index, button.index]


def centre(node: Node) -> Point:
    assert node.box is not None
    return Point(*node.box.centre)


# ----------------------------------------------------------------------------------------- settling


def test_a_page_that_waits_for_an_answer_has_not_settled(page: Page, site: Site) -> None:
    gate = site.hold("/slow")
    site.serve("/slow", "loaded")
    site.serve("/", "<p>loading</p>")
    live = PlaywrightPage(page)
    page.goto(site.url())
    page.evaluate(
        "void fetch('/slow').then(a => a.text())"
        ".then(text => { document.querySelector('p').textContent = text })"
    )
    assert not live.settled(quiet_ms=50, timeout_ms=300)
    gate.set()
    assert live.settled()
    assert live.capture().nodes[0].text == "loaded"


def test_a_page_that_never_rests_has_not_settled(page: Page) -> None:
    page.set_content("<p>0</p>")
    page.evaluate("setInterval(() => { document.querySelector('p').textContent += 1 }, 10)")
    assert not PlaywrightPage(page).settled(quiet_ms=200, timeout_ms=500)


def test_an_animation_does_not_keep_a_page_from_settling(page: Page) -> None:
    page.set_content("<p>0</p>")
    page.evaluate(
        "setInterval(() => { document.querySelector('p').style.left = Math.random() }, 10)"
    )
    assert PlaywrightPage(page).settled(quiet_ms=200)


def test_a_closed_page_is_a_clear_error(page: Page) -> None:
    live, snapshot = captured(page, "<button>Pay</button>")
    page.close()
    with pytest.raises(CaptureFailed, match="while capturing the page"):
        live.capture()
    with pytest.raises(CaptureFailed):
        live.element(snapshot.nodes[0])


def test_the_async_page_does_the_same(
    site: Site, awaited: Callable[[Callable[[AsyncBrowser], Awaitable[Snapshot]]], Snapshot]
) -> None:
    url = framed(site)

    async def work(browser: AsyncBrowser) -> Snapshot:
        page = await browser.new_page()
        await page.goto(url)
        live = Tab(page)
        snapshot = await live.capture(closed_roots=False)
        (button,) = snapshot.select("button", frame=4)
        assert await ready((await live.element(button)).text_content()) == "Inner"
        assert (await live.stacks_at(snapshot, [Point(20, 20)]))[0]
        assert await live.settled(quiet_ms=250, timeout_ms=5_000)
        assert len(await holdfast.capture_async(page)) == len(snapshot)
        return snapshot

    assert len(awaited(work).scopes) == 5


def test_the_public_capture_leaves_nothing_behind(page: Page) -> None:
    _, snapshot = captured(page, "<button>Pay</button>")
    impl = page._impl_obj
    before = {event: len(impl.listeners(event)) for event in impl.event_names()}
    assert holdfast.capture(page).to_json() == snapshot.to_json()
    assert {event: len(impl.listeners(event)) for event in impl.event_names()} == before


def test_what_is_no_page_is_named() -> None:
    with pytest.raises(holdfast.UsageError, match="wanted a page of Playwright"):
        holdfast.capture("https://shop.example")  # type: ignore[arg-type]  # that is the mistake
