"""Identity keys: which agree, which contradict, and what is no key."""

import pytest

from holdfast.page.keys import address_of, agreeing, contradicting, keys_of
from holdfast.page.kinds import control_of, is_actionable, kind_of
from holdfast.testing import a_page


def keys(html: str) -> dict[str, str]:
    page = a_page(html)
    return dict(keys_of(page, page.select("body > *")[0].index))


def test_what_people_chose_are_keys() -> None:
    assert keys("<a id=docs data-testid=nav-docs name=d href='/docs/'>Docs</a>") == {
        "test id": "nav-docs", "id": "docs", "field name": "d", "link": "/docs", "label": "Docs",
    }  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<a id=':r1:' href='#'></a>", id="generated id, empty link"),
        pytest.param("<a href='javascript:void(0)'></a>", id="script"),
        pytest.param(f"<p id={'x' * 200}>{'long text ' * 20}</p>", id="too long"),
    ],
)
def test_what_tells_nothing_is_no_key(html: str) -> None:
    assert keys(html) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://www.example.org/a/", "https://example.org/a"),
        ("./a", "a"),
        ("http://example.org/a", "https://EXAMPLE.org/a"),
        ("/a?utm_source=mail&x=1&gclid=Cj0", "/a?x=1"),
        ("/a?fbclid=IwAR0", "/a"),
    ],
)
def test_addresses_that_lead_to_the_same_place_are_the_same(one: str, other: str) -> None:
    assert address_of(one) == address_of(other)


@pytest.mark.parametrize(("one", "other"), [("/a?x=1", "/a?x=2"), ("/a#b", "/a#c"), ("/a", "/b")])
def test_addresses_that_lead_elsewhere_differ(one: str, other: str) -> None:
    assert address_of(one) != address_of(other)


def test_an_address_that_cannot_be_read_is_none() -> None:
    assert address_of("http://[broken") == ""


def test_only_what_both_have_agrees_or_contradicts() -> None:
    recorded = {"id": "save", "label": "Save", "link": "/a"}
    seen = {"id": "save", "label": "Send", "test id": "x"}
    assert agreeing(recorded, seen) == ("id",)
    assert contradicting(recorded, seen) == ("label",)


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<a href=/>x</a>", "press"),
        ("<a>x</a>", "a"),
        ("<button>x</button>", "press"),
        ("<div role=tab>x</div>", "press"),
        ("<input type=submit>", "press"),
        ("<input>", "field:text"),
        ("<input type=Checkbox>", "field:checkbox"),
        ("<select></select>", "field:select"),
        ("<div role=textbox></div>", "field:textbox"),
        ("<h2>x</h2>", "h2"),
    ],
)
def test_kinds(html: str, kind: str) -> None:
    page = a_page(html)
    index = page.select("body > *")[0].index
    assert kind_of(page, index) == kind
    assert is_actionable(page, index) is (kind == "press" or kind.startswith("field:"))


def test_a_part_belongs_to_its_control() -> None:
    page = a_page("<button><span><i>x</i></span></button><p><b>y</b></p>")
    (button,), (icon,), (bold,) = (page.select(css) for css in ("button", "i", "b"))
    assert control_of(page, icon.index) == button.index
    assert control_of(page, bold.index) == bold.index
