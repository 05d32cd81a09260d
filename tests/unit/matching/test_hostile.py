"""Pages made to be slow or to mislead: the matcher ends, and never takes one thing for another."""

import pytest

from holdfast import fingerprint, locate, parse
from holdfast.bench import relocate

MANY = 50_000


def rows(count: int) -> str:
    row = "<tr><td>Row</td><td><button>Delete</button></td></tr>"
    return f"<table>{row * count}</table>"


class TestRowsThatNothingTellsApart:
    TARGET = "/html/body/table/tr[{}]/td[2]/button"

    def test_as_many_as_before_keep_their_order(self) -> None:
        target = self.TARGET.format(200)
        found, _ = relocate(rows(500), f"<h1>News</h1>{rows(500)}", target)
        assert found in {target, None}

    @pytest.mark.parametrize("more", [-1, 1, 40])
    def test_one_more_or_less_is_refused(self, more: int) -> None:
        found, _ = relocate(rows(500), rows(500 + more), self.TARGET.format(200))
        assert found is None

    @pytest.mark.slow
    def test_fifty_thousand_of_them(self) -> None:
        old = "<ul>" + "<li>Row</li>" * MANY + "</ul>"
        new = "<ul>" + "<li>Row</li>" * (MANY + 1) + "</ul>"
        assert relocate(old, new, f"/html/body/ul/li[{MANY // 2}]") == (None, None)


def numbered(count: int, word: str, first: int = 0) -> str:
    return "".join(
        f"<a id={word}-{i} href=/{word}/{i}>{word} {i}</a>" for i in range(first, first + count)
    )


class TestManyDifferentKeys:
    @pytest.mark.slow
    def test_fifty_thousand_that_all_changed_are_refused(self) -> None:
        others = numbered(MANY, "bee", first=MANY)
        assert relocate(numbered(MANY, "ant"), others, "/html/body/a[777]")[0] is None

    def test_records_that_are_called_otherwise_keep_their_numbers(self) -> None:
        renamed = numbered(500, "bee", first=1)
        found, _ = relocate(numbered(500, "ant"), renamed, "/html/body/a[250]")
        assert found in {"/html/body/a[249]", None}  # number 249, one place further up

    @pytest.mark.slow
    def test_fifty_thousand_in_another_order_are_found(self) -> None:
        links = numbered(MANY, "ant").split("</a>")[:-1]
        turned = "</a>".join(reversed(links)) + "</a>"
        found, sure = relocate(numbered(MANY, "ant"), turned, "/html/body/a[777]")
        assert found in {f"/html/body/a[{MANY - 776}]", None}
        assert sure is None or sure >= 50

    def test_a_missing_one_among_many_is_refused(self) -> None:
        links = [f"{part}</a>" for part in numbered(1000, "ant").split("</a>")[:-1]]
        left = "".join(links[:499] + links[500:])
        assert relocate("".join(links), left, "/html/body/a[500]") == (None, None)


class TestSizes:
    def test_five_megabytes_of_text_change_nothing(self) -> None:
        page = f"<p>{'word ' * 1_000_000}</p><nav><a href=/a>A</a><a href=/b>B</a></nav>"
        found, _ = relocate(page, f"<h1>News</h1>{page}", "/html/body/nav/a[2]")
        assert found == "/html/body/nav/a[2]"

    def test_a_thousand_levels_deep(self) -> None:
        page = f"{'<div>' * 1000}<button>Pay</button><button>Stop</button>{'</div>' * 1000}"
        target = f"/html/body{'/div' * 1000}/button[2]"
        assert relocate(page, f"<p>News</p>{page}", target)[0] == target

    @pytest.mark.parametrize("levels", [300, 500, 900])
    def test_a_path_of_hundreds_of_levels_is_followed(self, levels: int) -> None:
        before = "<div>" * levels + "<b id=go role=menuitem>Go</b>"
        old, new = parse(before), parse(before.replace("id=go", "").replace("Go", "Go on"))
        found = locate(fingerprint(old, "#go"), new)
        assert found.node is not None
        assert found.node.text == "Go on"

    def test_a_thousand_levels_that_lost_half_of_them_are_no_other_button(self) -> None:
        old = f"{'<div>' * 1000}<button>Pay</button><button>Stop</button>{'</div>' * 1000}"
        new = f"{'<div>' * 500}<button>Pay</button><button>Stop</button>{'</div>' * 500}"
        found, _ = relocate(old, new, f"/html/body{'/div' * 1000}/button[2]")
        assert found in {f"/html/body{'/div' * 500}/button[2]", None}

    @pytest.mark.parametrize("count", [3000, pytest.param(MANY, marks=pytest.mark.slow)])
    def test_elements_that_are_all_equal_are_refused(self, count: int) -> None:
        old, new = "<i></i>" * count, "<i></i>" * (count + 1)
        assert relocate(old, new, f"/html/body/i[{count // 2}]") == (None, None)

    def test_two_pages_that_have_nothing_in_common_are_refused(self) -> None:
        old = "<nav><a href=/a>Apples</a><a href=/b>Berries</a></nav><button id=buy>Buy</button>"
        new = "<article><h1>Closed</h1><p>Thank you</p><a href=/x>Farewell</a></article>"
        assert relocate(old, new, "/html/body/button") == (None, None)
