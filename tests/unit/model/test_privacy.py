"""Nothing that was typed and no token is in a snapshot: every byte of its JSON is searched."""

import orjson
import pytest

from holdfast.adapters.html import parse
from holdfast.model.placeholders import MASK
from holdfast.model.privacy import mask_script, mask_url
from holdfast.model.snapshot import Box, Scope, TextRun
from holdfast.model.snapshot_json import snapshot_to_json
from holdfast.page.build import build_snapshot
from holdfast.page.compact import compact

SECRET = "s3cr3tValue0987654321"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"

PLANTED = {
    "text field": "<input value='{}'>",
    "password field": "<input type=password value='{}'>",
    "hidden field": "<input type=hidden value='{}'>",
    "field of unknown type": "<input type=' submit ' value='{}'>",
    "mail field": "<input type=email value='{}'>",
    "text area": "<textarea>{}</textarea>",
    "custom field": "<x-input value='{}'></x-input>",
    "edited text": "<div contenteditable>a <b>{}</b></div>",
    "edited text, spelled out": "<div contenteditable=plaintext-only>{}</div>",
    "mirror of a field": "<div data-value='{}'><input></div>",
    "spin button": "<div role=spinbutton aria-valuenow='{}'></div>",
    "slider": "<div role=slider aria-valuetext='{}'></div>",
    "token in a link": "<a href='/x?token={}&b=1'>x</a>",
    "token with a prefix": "<a href='/x?access_token={}'>x</a>",
    "token in camel case": "<a href='/x?refreshToken={}'>x</a>",
    "token in a fragment": "<a href='/x#id_token={}'>x</a>",
    "token in a form": "<form action='/x?csrf={}'></form>",
    "token in a form's button": "<button formaction='/x?sig={}'>x</button>",
    "token of an image": "<img src='//cdn/x.png?X-Amz-Signature={}'>",
    "token in srcset": "<img srcset='/a.png?token={} 1x, /b.png?token={} 2x'>",
    "token of a frame": "<iframe src='/x?sessionid={}'></iframe>",
    "document in a frame": "<iframe srcdoc='<input value={}>'></iframe>",
    "token in a refresh": "<meta http-equiv=refresh content='0; url=/x?auth={}'>",
    "token in a meta element": "<meta name=csrf-token content='{}'>",
    "token in meta, camel case": "<meta name=csrfToken content='{}'>",
    "token in a data attribute": "<div data-endpoint='/x?api_key={}'></div>",
    "data attribute that is a token": "<div data-csrf-token='{}'></div>",
    "data attribute with JSON": '<div data-props=\'{{"csrfToken":"{}"}}\'></div>',
    "data of a framework": "<div x-data=\"{{ token: '{}' }}\"></div>",
    "token in a handler": "<a onclick=\"location='/x?ticket={}'\">x</a>",
    "token in a style": "<div style=\"background:url('/x?token={}')\"></div>",
    "token inside of an address": "<a href='/login?next=%2Fx%3Ftoken%3D{}'>x</a>",
    "address to reset a password": "<a href='/reset-password/{}'>x</a>",
    "address of an invitation": "<a href='/invite/{}/accept'>x</a>",
    "session in the path": "<a href='/x;jsessionid={}?a=1'>x</a>",
    "sign-in data": "<a href='https://ann:{}@example.org/'>x</a>",
    "one-time code": "<a href='/cb?code={}'>x</a>",
    "nonce": "<script nonce='{}'></script>",
    "script": '<script>window.S={{"csrfToken":"{}"}}</script>',
    "object in a script": "<script>var auth_token = '{}';</script>",
}


def every_byte(html: str, url: str = "") -> bytes:
    page = parse(html, url=url)
    whole = orjson.dumps([snapshot_to_json(page), snapshot_to_json(compact(page))])
    seen = [(n.name, n.text, n.own_text, dict(n.attributes)) for n in page.nodes]
    return whole + repr((page, seen)).encode()


@pytest.mark.parametrize("html", PLANTED.values(), ids=PLANTED)
def test_a_planted_secret_is_nowhere(html: str) -> None:
    planted = html.replace("{{", "{").replace("}}", "}").replace("{}", SECRET)
    assert SECRET in planted
    assert SECRET.encode() not in every_byte(f"<body>{planted}</body>")


@pytest.mark.parametrize("place", ["<a href='/x/{}'>", "<div data-x='{}'>", "<img src='/x?y={}'>"])
def test_a_signed_token_is_masked_wherever_an_address_may_be(place: str) -> None:
    assert JWT.encode() not in every_byte(place.replace("{}", JWT))


def test_the_address_of_the_page_and_of_its_frames_is_masked() -> None:
    url = f"https://example.org/?token={SECRET}"
    page = build_snapshot(
        tags=["html", "iframe", "html"],
        parents=[-1, 0, 1],
        attributes=[{}, {}, {}],
        runs=[],
        scope_of=[0, 0, 1],
        scopes=[Scope("document", -1, url), Scope("frame", 1, url)],
        url=url,
    )
    assert SECRET not in repr(page)


KEPT = {
    "button": ("<button value=v>x</button>", "value", "v"),
    "submit": ("<input type=submit value=v>", "value", "v"),
    "checkbox": ("<input type=checkbox value=v>", "value", "v"),
    "radio": ("<input type=RADIO value=v>", "value", "v"),
    "option": ("<select><option value=v>x</select>", "value", "v"),
    "plain address": ("<a href='/search?q=a&page=2#top'>x</a>", "href", "/search?q=a&page=2#top"),
    "word that only contains one": ("<a href='/x?author=ann'>x</a>", "href", "/x?author=ann"),
    "short key": ("<a href='/x?key=name'>x</a>", "href", "/x?key=name"),
    "page about tokens": ("<a href='/docs/token/how-to-use-them-well'>x</a>", "href",
                          "/docs/token/how-to-use-them-well"),
    "mail": ("<a href='mailto:ann@example.org'>x</a>", "href", "mailto:ann@example.org"),
    "data": ("<div data-id=7></div>", "data-id", "7"),
    "value that nothing is typed into": ("<div data-value=7></div>", "data-value", "7"),
    "progress": ("<div role=progressbar aria-valuenow=7></div>", "aria-valuenow", "7"),
    "description": ("<meta name=description content='a page'>", "content", "a page"),
    "placeholder": ("<input placeholder=Name>", "placeholder", "Name"),
}  # fmt: skip


@pytest.mark.parametrize(("html", "name", "value"), KEPT.values(), ids=KEPT)
def test_what_tells_elements_apart_is_kept(html: str, name: str, value: str) -> None:
    page = parse(f"<body>{html}")
    assert value in [given.get(name) for given in page.attributes]


def test_the_rest_of_an_address_is_kept() -> None:
    assert mask_url("/a?b=1&token=xyz&c=2#d") == f"/a?b=1&token={MASK}&c=2#d"


def test_masking_twice_changes_nothing_more() -> None:
    masked = mask_url(f"https://a:b@c/reset/{SECRET}?token=x&next=%2F%3Fsid%3Dy#jwt={JWT}")
    assert mask_url(masked) == masked


def test_typed_text_is_blanked_to_its_length_so_that_offsets_hold() -> None:
    page = parse("<body><textarea>secret</textarea>x")
    assert [run.text for run in page.runs] == [" " * 6, "x"]


def test_scripts_keep_their_length_and_all_that_is_no_secret() -> None:
    masked = mask_script("a = 1; const Token = 'abcdef', tokens = ['x'];")
    assert masked == "a = 1; const Token = '******', tokens = ['x'];"


def test_a_box_at_infinity_is_no_box() -> None:
    page = build_snapshot(
        tags=["html", "p"],
        parents=[-1, 0],
        attributes=[{}, {}],
        runs=[TextRun(1, 2, "x")],
        boxes=[Box(0, 0, 1, 1), Box(0, float("inf"), 1, float("nan"))],
    )
    assert page.boxes == (Box(0, 0, 1, 1), None)


@pytest.mark.parametrize(
    "text",
    ["eyJ" * 100_000, "/sid" * 100_000, "://" * 100_000, "a:" * 100_000, "?" * 300_000,
     "'" * 300_000, "token" * 60_000, "/token/" * 50_000, "%3ftoken" * 40_000],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_hostile_values_are_read_in_one_pass(text: str) -> None:
    page = parse(f'<body><a href="{text}" data-x="{text}">x</a><script>{text}</script>')
    assert page.nodes[2].text == "x"
