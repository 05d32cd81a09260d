"""What can be meant: known by what it does, and what it says by its label, its code and its row."""

import pytest
from tests.unit.matching.pages import a_page, index_of

from holdfast.matching.columns import read_columns
from holdfast.matching.unit_words import Unit, UnitReader
from holdfast.matching.units import Purpose, Sort


def a_reader(body: str) -> UnitReader:
    return UnitReader(read_columns(a_page(body)))


def unit(body: str, css: str, which: int = 0) -> Unit:
    reader = a_reader(body)
    return reader.read(index_of(a_page(body), css, which))


class TestSorts:
    @pytest.mark.parametrize(
        ("body", "css", "purpose"),
        [
            pytest.param("<a href=/x>Go</a>", "a", Purpose.PRESS, id="link"),
            pytest.param("<div class='btn big'>Go</div>", "div", Purpose.PRESS, id="class"),
            pytest.param("<span onclick=go()>Go</span>", "span", Purpose.PRESS, id="handler"),
            pytest.param("<div contenteditable>x</div>", "div", Purpose.TEXT, id="editable"),
            pytest.param("<input name=q>", "input", Purpose.TEXT, id="text"),
            pytest.param("<input type=checkbox>", "input", Purpose.CHECK, id="check"),
            pytest.param("<div role=switch>On</div>", "div", Purpose.CHECK, id="switch"),
            pytest.param("<select><option>A</select>", "select", Purpose.CHOOSE, id="select"),
            pytest.param("<div role=listbox>A</div>", "div", Purpose.CHOOSE, id="listbox"),
            pytest.param("<div role=radiogroup>A</div>", "div", Purpose.CHOOSE, id="radios"),
            pytest.param("<my-select id=x></my-select>", "my-select", Purpose.CHOOSE, id="custom"),
        ],
    )
    def test_what_is_used_is_known_by_what_it_does(
        self, body: str, css: str, purpose: Purpose
    ) -> None:
        units, index = a_reader(body).units, index_of(a_page(body), css)
        assert units.sorts[index] == Sort.USED
        assert units.purposes[index] == purpose

    def test_an_empty_shell_is_not_used(self) -> None:
        units = a_reader("<div class=tab> </div><div class=tab>Open</div>").units
        assert (units.sorts == Sort.USED).sum() == 1

    @pytest.mark.parametrize("body", ["<p>Hi</p>", "<h1>Hi</h1>", "<table><th>Hi</table>"])
    def test_what_only_says_something_is_read(self, body: str) -> None:
        reader = a_reader(body)
        assert Sort.READ in reader.units.sorts.tolist()
        assert Sort.USED not in reader.units.sorts.tolist()

    def test_what_is_read_may_have_become_something_to_use(self) -> None:
        reader = a_reader("<p>Hi</p><button>Go</button>")
        assert set(reader.pools[Sort.USED]) < set(reader.pools[Sort.READ])


class TestWords:
    def test_a_field_without_a_name_is_called_by_the_words_before_it(self) -> None:
        assert unit("<td>City</td><td><input></td>", "input").words == ("city",)

    def test_a_field_in_a_table_is_called_by_what_stands_over_its_column(self) -> None:
        head = "<tr><th>No</th><th>Item</th><th>Amount</th></tr>"
        table = f"<table>{head}<tr><td>10</td><td><input></td><td><input></td></tr></table>"
        assert [unit(table, "input", which).label for which in (0, 1)] == ["item", "amount"]

    def test_a_check_box_is_called_by_the_words_after_it(self) -> None:
        body = "<span>Other</span><input type=checkbox><span>Remember me</span>"
        assert "remember" in unit(body, "input").words

    def test_a_choice_whose_value_is_its_label_is_called_by_it(self) -> None:
        choices = "".join(
            f"<label><input type=radio name=data value='{said}'> {said}</label>"
            for said in ("Keep data", "Delete data")
        )
        assert [unit(choices, "input", which).label for which in (0, 1)] == [
            "keep data", "delete data"
        ]  # fmt: skip

    def test_code_speaks_where_labels_do_not(self) -> None:
        assert set(unit("<button id=btnSaveInvoice></button>", "button").code) == {
            "save", "invoice"
        }  # fmt: skip

    ROWS = "".join(
        f"<tr><td>{name}</td><td><button>Delete</button></td></tr>" for name in ("Anna", "Bert")
    )

    def test_a_row_is_what_stands_beside_its_control(self) -> None:
        table = f"<table>{self.ROWS}</table>"
        assert unit(table, "button").row_words == ("anna",)
        assert unit(table, "button", 1).row_words == ("bert",)
        assert unit(table, "button").row != unit(table, "button", 1).row

    def test_a_cell_is_no_row_however_often_it_repeats(self) -> None:
        cells = "<td>Anna</td><td>Oslo</td><td><a href=/e>Edit</a> <a href=/d>Drop</a></td>"
        assert unit(f"<table><tr>{cells}</tr></table>", "a").row_words == ("anna", "oslo", "drop")

    def test_the_words_of_a_row_are_those_of_its_elements(self) -> None:
        card = "<article><b>Anna</b><i>Oslo</i><button>Edit</button></article>"
        assert unit(card, "button").row_words == ("anna", "oslo")

    def test_what_stands_alone_has_no_row(self) -> None:
        assert unit("<main><button>Delete</button></main>", "button").row == -1
