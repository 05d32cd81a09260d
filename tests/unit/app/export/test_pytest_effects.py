"""What a step did, as Playwright is asked for it."""

from holdfast.app.export.pytest_effects import expectations
from holdfast.model.recording import Effect, EffectKind, Step, StepAction
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

PAGE = a_page(
    "<ul role=listbox><li role=option aria-selected=false>Twenty</li></ul>"
    "<div role=tablist><button role=tab aria-selected=false>Orders</button></div>"
)
CHOSEN = Effect(kind=EffectKind.SELECTED, expected=True)


def looked_at(selector: str, element: str) -> list[str]:
    step = Step(
        id="s1",
        action=StepAction.CLICK,
        url="https://shop.example/",
        fingerprint=describe(PAGE, selector),
        effect=CHOSEN,
    )
    return expectations(step, "page", element)


def test_an_option_is_chosen_or_gone_with_its_list() -> None:
    element = 'page.get_by_role("option")'
    others = 'page.locator(":not([aria-selected=true])")'
    assert looked_at("li", element) == [f"expect({element}.and_({others})).to_have_count(0)"]


def test_a_tab_stays_and_must_be_chosen() -> None:
    assert looked_at("button", "page.locator('x')") == [
        'expect(page.locator(\'x\')).to_have_attribute("aria-selected", "true")'
    ]
