"""Selectors as people write them: CSS, XPath, and Playwright's own spelling."""

import pytest

from holdfast.errors import InvalidSelector
from holdfast.selectors.given import find_given
from holdfast.testing import a_page

PAGE = a_page(
    "<main id=m><h2 id=h>Orders</h2><button id=b1>Save</button>"
    "<button id=b2 aria-pressed=true>Save all</button><a id=a href=/x>Go &gt;&gt; on</a>"
    "<section id=s aria-label=Help><button id=b3 data-testid=ok>OK</button></section>"
    "<button id=b4 hidden>Save</button>"
    "<i id=i role=img aria-label='1 [&quot;x&quot;]'></i><p id=p>save <b id=b>all</b> of "
    "<!-- -->them</p><input id=n type=submit value=Send><style>Save</style></main>"
)


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("#b1", "b1"),
        ("css=main > button:not([hidden])", "b1 b2"),
        ("/html/body/main/h2", "h"),
        ("//button[2]", "b2"),
        ("(//button)[last()]", "b4"),
        ("xpath=//h2", "h"),
        ('role=button[name="Save"]', "b1"),
        ("role=button[name='save' i]", "b1"),
        ("role=button[name=/^Save/]", "b1 b2"),
        ("role=button", "b1 b2 b3 n"),
        (r'role=img[name="1 [\"x\"]"]', "i"),
        ("role=img[name='1 [\"X\"]' i]", "i"),
        ('role=button[name="save" s]', ""),
        ("text=/^SAVE$/i", "b1 b4"),
        ("text=/^all/", "b"),
        ("role=button[include-hidden]", "b1 b2 b3 b4 n"),
        ("role=button[pressed]", "b2"),
        ("role=heading[level=2]", "h"),
        ("text=orders", "h"),
        ("text='save all'", ""),
        ("text='of them'", "p"),
        ("text=all of", "p"),
        ('text="Save"', "b1 b4"),
        ("text=send", "n"),
        ("xpath=id('b1 a')", "b1 a"),
        ("//p[id('b')]", "p"),
        ("text=Go >> on", ""),
        ("text='Go >> on'", "a"),
        ("id=p", "p"),
        ("data-testid=ok", "b3"),
        ('role=region[name="Help"] >> role=button', "b3"),
        ("section >> text=ok", "b3"),
    ],
)
def test_every_spelling_finds_what_it_says(selector: str, found: str) -> None:
    assert " ".join(node.get("id") for node in find_given(PAGE, selector)) == found


@pytest.mark.parametrize(
    ("selector", "advice"),
    [
        ("rolle=button", "there are css=, xpath=, text=, role="),
        ("role=button[name=", 'role=button[name="Save"]'),
        ("role=button[colour=red]", "name, level or a state"),
        ("role=button[name=/(/]", "the pattern cannot be read"),
        ("p:nosuch", "there is no :nosuch in CSS"),
        ("p:nth-child(x)", "2n+1"),
        ("p:nosuch(2)", "there is no :nosuch() in CSS"),
        ("//p[", "Invalid"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(selector: str, advice: str) -> None:
    with pytest.raises(InvalidSelector) as refused:
        find_given(PAGE, selector)
    assert advice in str(refused.value)
    assert "role=button" in str(refused.value), "the next thing to try"
