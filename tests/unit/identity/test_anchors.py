"""Where a description begins: the nearest of the first tier that has one."""

import pytest
from tests.unit.identity.builders import a_page, identity_of


@pytest.mark.parametrize("tag", ["form", "main", "nav", "section", "article", "footer", "header"])
def test_each_landmark_tag_is_an_anchor(tag: str) -> None:
    page = a_page(f"<div role=main><{tag}><p><b id=x>text</b></p></{tag}></div>")
    assert identity_of(page, "#x").anchor.tag == tag


@pytest.mark.parametrize(
    "role", ["form", "navigation", "main", "region", "contentinfo", "complementary"]
)
def test_without_a_landmark_tag_a_role_is_an_anchor(role: str) -> None:
    page = a_page(f"<div data-testid=box><div role={role}><p><b id=x>text</b></p></div></div>")
    assert identity_of(page, "#x").anchor.semantics.role == role


def test_a_role_that_is_no_landmark_is_no_anchor_of_the_second_tier() -> None:
    page = a_page("<div data-qa=box><div role=listbox><b id=x>text</b></div></div>")
    assert identity_of(page, "#x").anchor.semantics.attributes == (("data-qa", "box"),)


@pytest.mark.parametrize("name", ["data-testid", "data-qa"])
def test_without_a_role_a_test_id_is_an_anchor(name: str) -> None:
    page = a_page(f"<div {name}=cart><div aria-label=Box><b id=x>text</b></div></div>")
    assert identity_of(page, "#x").anchor.semantics.attributes == ((name, "cart"),)


@pytest.mark.parametrize("trait", ["aria-label=Crew", "role=dialog", "data-part=crew"])
def test_without_a_test_id_the_nearest_unique_container_is_an_anchor(trait: str) -> None:
    page = a_page(f"<div {trait}><p class=note><b id=x>text</b></p></div>")
    anchor = identity_of(page, "#x").anchor
    assert anchor.tag == "div"
    assert not anchor.degraded


def test_a_container_that_is_not_unique_is_no_anchor() -> None:
    page = a_page("<div role=tab><b id=x>text</b></div><div role=tab>other</div>")
    assert identity_of(page, "#x").anchor.tag == "body"


def test_else_the_page_is_the_anchor_with_score_three_tenths_and_degraded() -> None:
    made = identity_of(a_page("<p><b id=x>text</b></p>"), "#x")
    assert (made.anchor.tag, made.anchor.score, made.anchor.degraded) == ("body", 0.3, True)
    assert (made.meta.degraded, made.meta.degradation_reason) == (True, "no-semantic-anchor")


def test_the_page_as_an_anchor_is_described_by_its_tag_alone() -> None:
    made = identity_of(a_page("<p id=x>text</p>"), "#x")
    assert made.anchor.semantics.classes == ()


def test_an_earlier_tier_wins_over_a_nearer_element() -> None:
    page = a_page("<form><div role=region><b id=x>text</b></div></form>")
    assert identity_of(page, "#x").anchor.tag == "form"


def test_the_nearest_of_a_tier_wins() -> None:
    page = a_page("<main><section><b id=x>text</b></section></main>")
    assert identity_of(page, "#x").anchor.tag == "section"


def test_the_tenth_level_is_reached_and_the_eleventh_is_not() -> None:
    nine = "<ul><li>" * 4 + "<p>"
    assert identity_of(a_page(f"<form>{nine}<b id=x>t</b></form>"), "#x").anchor.tag == "form"
    ten = "<ul><li>" * 5
    assert identity_of(a_page(f"<form>{ten}<b id=x>t</b></form>"), "#x").anchor.tag == "ul"


def test_levels_count_meaningful_nodes_only() -> None:
    wrappers = "<div>" * 40
    made = identity_of(a_page(f"<form>{wrappers}<b id=x>text</b></form>"), "#x")
    assert (made.anchor.tag, made.anchor.score, made.path) == ("form", 0.6, ())


def test_each_level_beyond_five_costs() -> None:
    six = "<ul><li>" * 3  # the form is the seventh level: 0.5 + 0.1 (unique) - 2 · 0.05
    assert identity_of(a_page(f"<form>{six}<b id=x>t</b></form>"), "#x").anchor.score == 0.5


def test_a_way_that_is_too_long_begins_in_between_and_is_degraded() -> None:
    made = identity_of(a_page("<ul><li>" * 6 + "<b id=x>text</b>"), "#x")
    assert (made.anchor.tag, made.anchor.degraded) == ("ul", True)
    assert len(made.path) == 9
    assert made.meta.degradation_reason == "path-too-deep"


def test_an_anchor_farther_out_is_taken_when_it_tells_elements_apart() -> None:
    menu = "<nav><a href=/>Home</a></nav>"
    page = a_page(f"<header>{menu}</header><footer>{menu}</footer>")
    made = identity_of(page, "footer a")
    assert (made.anchor.tag, [node.tag for node in made.path]) == ("footer", ["nav"])
    assert not made.meta.degraded
