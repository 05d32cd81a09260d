"""JSON in and out; whatever is no identity is refused with a reason."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.identity.builders import a_page, an_identity, identity_of
from tests.unit.identity.written import identities

from holdfast.errors import ForeignFormat
from holdfast.identity import from_json, from_string, generate, to_json, to_string
from holdfast.identity.identity_json import from_data
from holdfast.model.element_identity import Identity

GOOD = an_identity(path=("ul",), text="Save").to_json()


def changed(key: str, value: object) -> dict[str, object]:
    """Return good data with the value at a dotted path replaced, or taken out for ``...``."""
    data = orjson.loads(orjson.dumps(GOOD))
    *way, last = (int(step) if step.isdecimal() else step for step in key.split("."))
    place = data
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    assert isinstance(data, dict)
    return data


def test_the_keys_are_those_that_others_rely_on() -> None:
    page = a_page("<nav><a href=/><svg><path d='M1 1'/></svg></a><a href=/>Home</a></nav>")
    data = orjson.loads(to_json(identity_of(page, "a")))
    assert list(data) == ["version", "anchor", "path", "target", "constraints", "fallback", "meta"]
    assert list(data["anchor"]) == ["tag", "semantics", "score", "degraded"]
    assert list(data["target"]) == ["tag", "semantics", "score"]
    assert list(data["target"]["semantics"]["svg"]) == ["shape", "dHash"]
    assert list(data["fallback"]) == ["onMissing", "maxDepth"]
    second = orjson.loads(to_json(generate(page, page.select("a")[1])))
    assert list(second["target"]["semantics"]["text"]) == ["raw", "normalized"]


@settings(max_examples=25)
@given(identities())
def test_what_was_written_is_read_back(made: Identity) -> None:
    assert from_json(to_json(made)) == made


def test_unknown_keys_are_left_aside() -> None:
    data = {**GOOD, "later": {"more": 1}}
    assert from_data(data) == from_data(GOOD)


def test_attributes_and_classes_are_brought_into_their_order() -> None:
    data = changed("target.semantics.classes", ["b", "a", "b"])
    assert from_data(data).target.semantics.classes == ("a", "b")


@pytest.mark.parametrize(
    ("data", "named"),
    [
        pytest.param([], "not an object", id="a list"),
        pytest.param(None, "not an object", id="null"),
        pytest.param(changed("version", "2.0"), "version '2.0'", id="a newer version"),
        pytest.param(changed("version", ...), "version None", id="no version"),
        pytest.param(changed("version", 1.0), "version 1.0", id="a version that is a number"),
        pytest.param(changed("anchor", ...), "anchor is missing", id="no anchor"),
        pytest.param(changed("path", ...), "path is missing", id="no path"),
        pytest.param(changed("target", ...), "target is missing", id="no target"),
        pytest.param(changed("constraints", ...), "constraints is missing", id="no constraints"),
        pytest.param(changed("fallback", ...), "fallback is missing", id="no fallback"),
        pytest.param(changed("meta", ...), "meta is missing", id="no meta"),
        pytest.param(changed("target.tag", ...), "target: tag is missing", id="no tag"),
        pytest.param(changed("target.tag", ""), "must have a tag", id="an empty tag"),
        pytest.param(changed("target.score", 1.5), "score must lie", id="score above one"),
        pytest.param(changed("target.score", "high"), "score must be", id="score in words"),
        pytest.param(changed("path.0", "ul"), "path[0] must be", id="a node that is a text"),
        pytest.param(changed("path.0.semantics", ...), "semantics is missing", id="no semantics"),
        pytest.param(changed("target.semantics.classes", "a"), "classes", id="classes as text"),
        pytest.param(changed("target.semantics.classes", [1]), "classes", id="a number as class"),
        pytest.param(
            changed("target.semantics.attributes", []), "attributes", id="attributes as list"
        ),
        pytest.param(
            changed("target.semantics.attributes", {"a": 1}), "attributes", id="a number inside"
        ),
        pytest.param(changed("target.semantics.text", "Save"), "text must be", id="bare text"),
        pytest.param(changed("target.semantics.text", {"raw": "a"}), "normalized", id="half text"),
        pytest.param(changed("target.semantics.svg", {}), "shape is missing", id="empty svg"),
        pytest.param(changed("target.semantics.has", [{}]), "semantics", id="empty inner node"),
        pytest.param(changed("fallback.onMissing", "maybe"), "maybe", id="unknown onMissing"),
        pytest.param(changed("fallback.maxDepth", -1), "maxDepth", id="negative depth"),
        pytest.param(changed("fallback.maxDepth", True), "maxDepth", id="a depth that is true"),
        pytest.param(changed("meta.confidence", 2), "confidence must lie", id="confidence two"),
        pytest.param(changed("meta.degraded", True), "go together", id="degraded, no reason"),
        pytest.param(
            changed("constraints", [{"type": "colour", "priority": 1}]), "colour", id="unknown type"
        ),
        pytest.param(
            changed("constraints", [{"type": "uniqueness", "params": {}, "priority": 1}]),
            "mode is missing",
            id="uniqueness without mode",
        ),
        pytest.param(
            changed(
                "constraints",
                [{"type": "position", "params": {"strategy": "third"}, "priority": 20}],
            ),
            "strategy must be one of",
            id="position by number",
        ),
        pytest.param(
            changed(
                "constraints",
                [
                    {
                        "type": "text-proximity",
                        "params": {"reference": "a", "maxDistance": -1},
                        "priority": 60,
                    }
                ],
            ),
            "maxDistance must be",
            id="negative distance",
        ),
    ],
)
def test_what_is_no_identity_is_refused_with_its_fault(data: object, named: str) -> None:
    with pytest.raises(ForeignFormat) as caught:
        from_data(data)
    assert named in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "NaN", "[" * 5000, b"\xff\xfe", '{"version": "1.0"}'])
def test_a_text_that_is_no_identity_is_refused(text: str | bytes) -> None:
    with pytest.raises(ForeignFormat):
        from_json(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(0, 2) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
keys = st.sampled_from(
    [
        *GOOD,
        *(
            f"{a}.{b}"
            for a in ("anchor", "target", "path.0")
            for b in ("tag", "semantics", "score")
        ),
        *(f"target.semantics.{key}" for key in ("text", "svg", "has", "contains", "label", "id")),
        "meta.confidence",
        "meta.degraded",
        "fallback.onMissing",
    ]
)


@given(keys, json_values)
def test_a_damaged_identity_is_read_or_refused_and_never_breaks_anything(
    key: str, value: object
) -> None:
    try:
        made = from_data(changed(key, value))
    except ForeignFormat:
        return
    assert from_string(to_string(made)) == made
