"""The cost of an identity follows the depth of the element, not the size of the page.

Work is counted in calls, which are the same on every machine and every day.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import islice, product
from types import FrameType

import pytest

from holdfast.adapters.html import parse
from holdfast.identity import generate, resolve
from holdfast.identity.voices import voices_of
from holdfast.model.snapshot import Node, Snapshot

SECTION = """
<section id="part-{name}"><h2>Part {name}</h2><div><ul class="list">
<li class="row"><b>Ann {name}</b><button>Edit</button></li>
<li class="row"><b>Bob {name}</b><button>Edit</button></li>
</ul></div></section>
"""


def a_page_of(sections: int) -> Snapshot:
    """Return a page whose index is made: that is paid once per page, and not counted."""
    names = ["".join(letters) for letters in islice(product("abcdefgh", repeat=3), sections)]
    return indexed("<main>" + "".join(SECTION.format(name=name) for name in names) + "</main>")


def indexed(markup: str) -> Snapshot:
    page = parse(markup)
    assert not voices_of(page).labels
    return page


def calls_of(act: Callable[[], object]) -> int:
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def work_on(page: Snapshot, node: Node) -> tuple[int, int]:
    """Return the calls that generating and resolving take."""
    made = generate(page, node)
    assert resolve(made, page).node == node.index
    return calls_of(partial(generate, page, node)), calls_of(partial(resolve, made, page))


@pytest.mark.parametrize("css", ["button", "b", "h2", "ul", "li", "section", "div"])
def test_ten_times_the_page_is_not_more_work(css: str) -> None:
    pages = a_page_of(30), a_page_of(300)
    small, large = (work_on(page, page.select(css)[len(page.select(css)) // 2]) for page in pages)
    assert large[0] <= 1.5 * small[0]
    assert large[1] <= 1.5 * small[1]


def test_a_deeper_element_costs_more() -> None:
    pages = [indexed("<form>" + "<ul><li>" * depth + "<button>Go</button>") for depth in (1, 4)]
    shallow, deep = (work_on(page, page.select("button")[0]) for page in pages)
    assert shallow < deep
