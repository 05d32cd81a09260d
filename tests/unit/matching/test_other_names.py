"""Other names: what an element goes by beside its label, and who else carries a name."""

import pytest
from tests.unit.matching.pages import a_match, a_page, index_of

from holdfast.matching.columns import read_columns
from holdfast.matching.other_names import names_and_shortcuts, record_numbers, shortcut_of
from holdfast.matching.units import Sort


def names(body: str, css: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    page = a_page(body)
    return names_and_shortcuts(read_columns(page), index_of(page, css))


class TestNames:
    def test_a_title_and_each_part_of_the_text_are_names(self) -> None:
        body = "<button title='Merge query'><b>Merge</b><i>merge_type</i></button>"
        assert {"merge query", "merge", "merge_type"} <= set(names(body, "button")[0])

    def test_a_count_a_number_and_a_shortcut_are_none(self) -> None:
        body = "<button title='Merge query (Shift-Ctrl-M)'><b>Inbox (3)</b><b>14</b></button>"
        found, keys = names(body, "button")
        assert {"merge query", "inbox"} <= set(found)
        assert "14" not in found
        assert keys == ("ctrl+shift+m",)

    @pytest.mark.parametrize(
        ("text", "keys"),
        [
            ("Save (Ctrl+S)", "ctrl+s"),
            ("Save ⌘S", "ctrl+s"),
            ("Strg-Shift-P", "ctrl+shift+p"),
            ("Delete Alt+F4", "alt+f4"),
            ("Control panel", ""),
            ("Alternative", ""),
            ("Shift planner", ""),
            ("alt-text", ""),
            ("Option A", ""),
        ],
    )
    def test_shortcuts_have_one_spelling_and_words_are_none(self, text: str, keys: str) -> None:
        assert shortcut_of(text) == keys

    def test_records_are_known_by_their_numbers_wherever_they_stand(self) -> None:
        assert record_numbers({"href": "/ib/detail.do?a=30012"}, "") == ("30012",)
        assert record_numbers({"href": "/account/30012", "id": "row-7"}, "order 4711") == (
            "30012",
            "4711",
        )


class TestNamesakesOutside:
    OLD = "<ul class=menu><li class='menu-item'>Log out</li></ul><p>Hello there</p>"

    def test_what_no_class_calls_a_control_is_looked_at_for_its_name(self) -> None:
        match = a_match(self.OLD, "<div><div><span>Log out</span></div></div><p>Hello there</p>")
        span = index_of(a_page("<div><div><span>Log out</span></div></div>"), "span")
        assert span in match.matchup(index_of(a_page(self.OLD), "li")).new.at

    def test_what_another_element_became_is_not(self) -> None:
        old = "<button>Save</button><h2 id=top>Save</h2>"
        new = "<h2 id=top>Save</h2><button>Print</button>"
        match = a_match(old, new)
        assert Sort(int(match.new_reader.units.sorts[index_of(a_page(new), "h2")])) is Sort.READ
        assert (
            index_of(a_page(new), "h2") not in match.matchup(index_of(a_page(old), "button")).new.at
        )

    def test_nor_is_it_where_a_control_has_the_name(self) -> None:
        new = "<p>Log out</p><button>Log out</button>"
        match = a_match(self.OLD, new)
        found = match.matchup(index_of(a_page(self.OLD), "li")).new.at
        assert index_of(a_page(new), "p") not in found
