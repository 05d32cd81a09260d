"""Commands: what the code calls a control tells it where the label does not."""

import pytest
from tests.unit.matching.pages import a_page, index_of

from holdfast.matching.columns import read_columns
from holdfast.matching.unit_words import Unit, UnitReader


def unit(html: str, css: str = "button") -> Unit:
    page = a_page(html)
    return UnitReader(read_columns(page)).read(index_of(page, css))


class TestCommands:
    @pytest.mark.parametrize(
        ("before", "now"),
        [
            ("data-jupyter-action='jupyter-notebook:copy-cell'", "data-command=notebook:copy-cell"),
            ("id=tool_line", "data-curopt='#tool_line'"),
            ("name=alignCenter", "data-mce-name=aligncenter"),
        ],
    )
    def test_one_command_is_told_in_many_attributes(self, before: str, now: str) -> None:
        one, other = unit(f"<button {before}></button>"), unit(f"<button {now}></button>")
        assert set(one.commands) & set(other.commands)

    @pytest.mark.parametrize(
        "attribute",
        [
            pytest.param("id=ember1034", id="made by a machine"),
            pytest.param("data-toggle=dropdown", id="what a library writes on all of its kind"),
            pytest.param("data-open=true", id="a state"),
            pytest.param("data-count=17", id="a number"),
            pytest.param("data-text='Save all of them now'", id="a sentence"),
            pytest.param("title=Save", id="what people read"),
            pytest.param("data-track-event=cta-click", id="who counts the clicks"),
            pytest.param("data-entity=invoice", id="what it is done to"),
            pytest.param("data-id=invoice-7", id="the record that it is done to"),
            pytest.param("data-bs-target='#comments'", id="what it opens, and closes"),
            pytest.param("aria-controls=comments", id="what it controls"),
        ],
    )
    def test_what_names_nothing_is_no_command(self, attribute: str) -> None:
        assert unit(f"<button {attribute}>Go</button>").commands == ()

    def test_a_label_is_spelled_as_code_would_write_it(self) -> None:
        spelled = unit("<button>Align center</button>").spelled
        assert spelled == unit("<button data-mce-name=aligncenter></button>").commands

    def test_what_the_page_calls_it_is_read_word_by_word(self) -> None:
        code = unit("<button data-mce-name=align-center></button>").code
        assert "align" in code


class TestKeysBesideAnEntry:
    def test_the_key_of_an_entry_of_a_menu_is_no_word_of_it(self) -> None:
        entry = unit(
            "<ul><li role=menuitem><b>Copy Cell</b><i class=item-Shortcut>C</i></li></ul>", "li"
        )
        assert entry.words == unit("<button>Copy cell</button>").words

    def test_a_letter_that_tells_two_apart_stays(self) -> None:
        one, other = (unit(f"<button>Plan {letter}</button>") for letter in "AB")
        assert one.words != other.words
