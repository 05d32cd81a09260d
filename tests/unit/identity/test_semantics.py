"""What of an element is kept, and what is left out because it changes with layout or build."""

import pytest

from holdfast.identity.semantics import (
    FORM_TAGS,
    INTERACTIVE_TAGS,
    SECTION_TAGS,
    SEMANTIC_TAGS,
    SVG_TAGS,
    TABLE_TAGS,
    TEXT_TAGS,
    describe_kind,
    normalise,
)


def test_the_six_lists_of_semantic_tags_are_complete() -> None:
    lists = (SECTION_TAGS, FORM_TAGS, INTERACTIVE_TAGS, TEXT_TAGS, TABLE_TAGS, SVG_TAGS)
    assert [len(tags) for tags in lists] == [13, 14, 15, 16, 10, 11]
    assert len(SEMANTIC_TAGS) == 79  # no tag is in two lists
    assert not SEMANTIC_TAGS & {"div", "span", "html", "body"}


@pytest.mark.parametrize(
    ("tag", "attributes", "expected"),
    [
        pytest.param("form", {}, True, id="a semantic tag"),
        pytest.param("div", {}, False, id="a bare div"),
        pytest.param("span", {"class": "mt-4 flex"}, False, id="utility classes only"),
        pytest.param("div", {"class": "css-1x2y3z4"}, False, id="a generated class only"),
        pytest.param("div", {"style": "color: red"}, False, id="a style only"),
        pytest.param("div", {"id": ":r1:"}, False, id="a generated id only"),
        pytest.param("div", {"role": "tab"}, True, id="a role"),
        pytest.param("div", {"class": "price"}, True, id="a semantic class"),
        pytest.param("span", {"aria-label": "Close"}, True, id="an aria attribute"),
        pytest.param("div", {"data-testid": "cart"}, True, id="a test id"),
        pytest.param("div", {"id": "login"}, True, id="a stable id"),
        pytest.param("b", {}, False, id="a tag that no list has"),
        pytest.param("body", {"class": "home"}, False, id="the page itself"),
    ],
)
def test_what_counts_as_a_step_on_the_way(
    tag: str, attributes: dict[str, str], expected: bool
) -> None:
    assert describe_kind(tag, attributes).is_meaningful is expected


@pytest.mark.parametrize(
    ("tag", "name", "value"),
    [
        ("input", "name", "email"),
        ("input", "type", "checkbox"),
        ("input", "value", "2"),
        ("a", "href", "/orders/17?tab=open"),
        ("img", "alt", "A boat, 12 m"),
        ("img", "src", "/img/boat.jpg"),
        ("input", "placeholder", "Your name"),
        ("label", "for", "email"),
        ("button", "aria-label", "Close"),
        ("button", "aria-haspopup", "menu"),
        ("div", "data-testid", "cart-row"),
        ("div", "data-toggle", "dropdown"),
    ],
)
def test_attributes_that_people_wrote_are_kept(tag: str, name: str, value: str) -> None:
    assert describe_kind(tag, {name: value}).semantics.attributes == ((name, value),)


@pytest.mark.parametrize(
    ("tag", "name", "value"),
    [
        ("div", "style", "top: 3px"),
        ("div", "aria-expanded", "true"),
        ("li", "aria-posinset", "3"),
        ("input", "aria-labelledby", ":r7:"),
        ("label", "for", "ember1042"),
        ("a", "href", "#:r3:"),
        ("img", "src", "data:image/png;base64,AAAA"),
        ("script", "src", "/static/main.3f2a9b1c.js"),
        ("div", "data-index", "4"),
        ("div", "data-v-7ba5bd90", ""),
        ("div", "data-state", "open"),
        ("div", "data-options", '{"a": 1}'),
        ("td", "colspan", "2"),
        ("input", "checked", "checked"),
        ("div", "title", "x" * 201),
        ("div", "title", "\ud800"),
    ],
)
def test_state_place_style_and_machine_made_values_are_left_out(
    tag: str, name: str, value: str
) -> None:
    assert describe_kind(tag, {name: value}).semantics.attributes == ()


def test_classes_are_sorted_and_cleared_of_looks_states_and_hashes() -> None:
    kind = describe_kind("a", {"class": "px-4 nav-link active css-1x2y3z4 brand nav-link"})
    assert kind.semantics.classes == ("brand", "nav-link")


def test_text_is_trimmed_and_white_space_collapsed() -> None:
    assert normalise("  Save \n\t all\u00a0changes ") == "Save all changes"
