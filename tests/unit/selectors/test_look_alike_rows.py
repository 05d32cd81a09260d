"""Rows that differ only in what stands beside their button, in every new order."""

from itertools import permutations

from holdfast.engine import locate
from holdfast.model.snapshot import Snapshot
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

ROWS = (
    ("Gas stove, 1 burner", "39.00 EUR"),
    ("Gas stove, 2 burners", "69.00 EUR"),
    ("Wood stove, folding", "54.00 EUR"),
)


def a_table() -> Snapshot:
    rows = (
        f"<tr><td>{name}</td><td>{price}</td>"
        "<td><button class='btn add' type='button'>Add to cart</button></td></tr>"
        for name, price in ROWS
    )
    return a_page(f"<h1>Products</h1><table><tbody>{''.join(rows)}</tbody></table>")


def a_list(order: tuple[int, ...]) -> Snapshot:
    rows = (
        f"<li><span>{ROWS[place][0]}</span><b>{ROWS[place][1]}</b>"
        "<button class='css-k2m1aa' type='button'>Add to cart</button></li>"
        for place in order
    )
    return a_page(f"<h1>All products</h1><ul>{''.join(rows)}</ul>")


def test_no_button_of_another_row_is_ever_offered() -> None:
    old = a_table()
    buttons = [node for node in old.nodes if node.tag == "button"]
    wrong = []
    for order in permutations(range(len(ROWS))):
        new = a_list(order)
        for (name, _), button in zip(ROWS, buttons, strict=True):
            found = locate(describe(old, button), new).node
            if found is not None and found.parent is not None and name not in found.parent.text:
                wrong.append((order, name, found.parent.text))
    assert wrong == []
