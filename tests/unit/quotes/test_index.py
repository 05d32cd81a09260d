"""The mode ``best``: what is found again, what is not, and what is said about it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.quotes import Anchoring, Quote, QuoteIndex, TextPoint, Tier, anchor, page_text

STORY = (
    "The harbour was empty that morning. A single boat lay at the pier, its sails furled, and "
    "nobody was to be seen on deck. Later in the day the fishermen came back with their catch. "
    "They unloaded the crates in silence, because the market had been poor for weeks, and then "
    "they went home. The boat stayed where it was, and nobody asked whose it might be."
)


HELLO = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"  # "hello world", right to left


def quote_of(text: str, words: str, occurrence: int = 0) -> Quote:
    start = -1
    for _ in range(occurrence + 1):
        start = text.index(words, start + 1)
    return Quote.capture(text, start, start + len(words))


def found_text(found: Anchoring) -> str:
    assert found.range is not None, found.reason
    return found.text


def test_an_unchanged_quote_is_found_for_certain() -> None:
    found = anchor(quote_of(STORY, "its sails furled"), STORY)
    assert (found.tier, found_text(found)) == (Tier.CONTEXT, "its sails furled")
    assert found.confidence >= 99
    assert found.changes == ()


def test_a_quote_that_moved_is_found() -> None:
    quote = quote_of(STORY, "its sails furled")
    found = anchor(quote, "A new introduction, of some length. " * 5 + STORY)
    assert found_text(found) == "its sails furled"


def test_an_edited_quote_is_found_and_what_changed_is_told() -> None:
    quote = quote_of(STORY, "the fishermen came back with their catch")
    new = STORY.replace("came back with their catch", "returned with a rich catch")
    found = anchor(quote, new)
    assert found.tier is Tier.APPROXIMATE
    assert found_text(found) == "the fishermen returned with a rich catch"
    assert [(change.old, change.new) for change in found.changes if change.old != change.new]
    assert {"came", "back"} & {w for c in found.changes for w in c.old.split()}


def test_white_space_quote_marks_and_dashes_do_not_count() -> None:
    old = 'He said "never - or hardly ever" and left the room in a hurry.'
    new = "He said “never — or\n  hardly ever” and left\nthe room in a hurry."
    found = anchor(quote_of(old, '"never - or hardly ever"'), new)
    assert found_text(found) == "“never — or\n  hardly ever”"
    assert found.tier is Tier.CONTEXT
    assert found.changes == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("мой край", "мои\u0306 краи\u0306", id="й composed, then decomposed"),
        pytest.param("мои\u0306 краи\u0306", "мой край", id="й decomposed, then composed"),
        pytest.param("hyphenated words", "hy\u00adphen\u00adated words", id="soft hyphens"),
        pytest.param("non breaking here", "non\u00a0breaking\u00a0here", id="non-breaking space"),
        pytest.param(
            "\U0001f600 smile \U0001f600", "\U0001f600\ufe0f smile \U0001f600", id="emoji"
        ),
        pytest.param(HELLO, f"\u200f{HELLO}\u200f", id="right to left"),
    ],
)
def test_writing_the_same_differently_is_no_change(old: str, new: str) -> None:
    frame = "Some words that stand before it: {} and some that stand behind it, too."
    found = anchor(quote_of(frame.format(old), old), frame.format(new))
    assert found.range is not None
    assert frame.format(new)[found.range.start : found.range.end] in {new, new.strip("\u200f")}
    assert found.confidence >= 90


def test_a_deleted_passage_is_orphaned() -> None:
    quote = quote_of(STORY, "They unloaded the crates in silence")
    new = STORY.replace(
        "They unloaded the crates in silence, because the market had been poor for weeks, and then "
        "they went home. ",
        "",
    )
    found = anchor(quote, new)
    assert found.tier is Tier.ORPHANED
    assert found.range is None
    assert found.confidence == 0
    assert found.reason


def test_the_same_words_elsewhere_are_not_the_quote() -> None:
    quote = quote_of(STORY, "nobody")  # on deck
    new = STORY.replace(
        "A single boat lay at the pier, its sails furled, and nobody was to be seen on deck. ", ""
    )
    found = anchor(quote, new)
    assert found.is_orphaned
    assert found.near_miss is not None
    assert found.near_miss.confidence < 50


@pytest.mark.parametrize("occurrence", [0, 1])
def test_of_twins_the_one_with_the_same_context_is_taken(occurrence: int) -> None:
    new = "Foreword. " + STORY.replace("harbour", "port").replace("silence", "peace")
    quote = quote_of(STORY, "nobody", occurrence)
    found = anchor(quote, new)
    assert found.range is not None
    assert found.range.start == quote_of(new, "nobody", occurrence).start


def test_of_twins_with_equal_context_the_one_nearest_to_the_old_place_comes_first() -> None:
    row = "name: value, type: text, size: 10\n"
    text = "A list of rows follows.\n" + row * 9
    quote = quote_of(text, "value", 6)
    found = anchor(quote, "A list\nof  rows follows.\n" + row * 9)
    place = found.range or (found.near_miss and found.near_miss.range)
    assert place
    assert quote.start is not None
    assert place.start == quote.start + 1


def test_an_orphan_with_rivals_says_so() -> None:
    row = "name: value, type: text, size: 10. "
    found = anchor(Quote(exact="value", context_before="name: "), row * 6)
    assert found.is_orphaned
    assert "other places fit nearly as well" in found.reason


BEFORE = "Everything up to here has stayed as it was in the first edition of this little book: "
AFTER = " And from here on it is once more word for word the text of that first edition, unchanged."


@pytest.mark.parametrize("context", [30, 120])
def test_between_contexts_that_stand_the_rewritten_words_are_the_seam(context: int) -> None:
    old, new = "It rained all day, and they stayed in.", "Snow fell; nothing moved outdoors."
    quote = Quote(exact=old, context_before=BEFORE[-context:], context_after=AFTER[:context])
    found = anchor(quote, BEFORE + new + AFTER)
    assert (found.tier, found.text) == (Tier.SEAM, new)
    assert 50 <= found.confidence < 80


def test_half_a_seam_is_an_orphan() -> None:
    quote = Quote(
        exact="It rained all day, and they stayed in.",
        context_before=BEFORE[-30:],
        context_after=AFTER[:30],
    )
    found = anchor(quote, BEFORE + "Snow fell; nothing moved outdoors. The end of it all.")
    assert found.is_orphaned


def test_a_passage_that_was_cut_out_between_its_contexts_is_an_orphan() -> None:
    quote = Quote.capture(BEFORE + "It rained all day, and they stayed in." + AFTER, 85, 123)
    assert anchor(quote, BEFORE + AFTER).is_orphaned


def test_a_quote_that_was_split_is_told_with_both_parts() -> None:
    quote = quote_of(STORY, "its sails furled, and nobody was to be seen on deck.")
    between = "The rest of the fleet had left at dawn for the northern banks. " * 4
    new = STORY.replace("furled, and nobody", f"furled. {between} Nobody knew it, and nobody")
    found = anchor(quote, new)
    assert found.tier is Tier.SPLIT
    assert [new[part.start : part.end] for part in found.parts] == [
        "its sails furled",
        ", and nobody was to be seen on deck.",
    ]
    assert 50 <= found.confidence < 80
    assert found.text == ", and nobody was to be seen on deck."


def test_half_a_quote_is_no_split() -> None:
    quote = quote_of(STORY, "its sails furled, and nobody was to be seen on deck.")
    gone = "A boat lay at the pier, its sails furled. Then it rained for the rest of the week."
    assert anchor(quote, gone).tier is not Tier.SPLIT


def test_two_parts_that_are_far_apart_are_no_split() -> None:
    quote = quote_of(STORY, "its sails furled, and nobody was to be seen on deck.")
    between = " ".join(f"word{number}" for number in range(400))
    new = STORY.replace("furled, and nobody", f"furled. {between} Nobody knew it, and nobody")
    assert anchor(quote, new).tier is not Tier.SPLIT


@pytest.mark.parametrize("length", [True, False])
def test_quotes_with_or_without_the_length_of_their_text_help_each_other(length: bool) -> None:
    """Each section ends with the same words; annotations seldom tell how long the text was."""
    sections = [f"Section {n} is about topic{n * n} alone. See below. " for n in range(12)]
    old, new = "".join(sections), "A long new preface. " * 60 + "".join(sections)
    twin = old.index("See below", old.index("topic25"))
    asked = [quote_of(old, f"is about topic{n * n} alone") for n in (3, 4, 6, 7)]
    asked.append(Quote(exact="See below", start=twin, text_length=len(old)))
    if not length:
        asked = [replace(quote, text_length=None) for quote in asked]
    found = QuoteIndex(new).anchor_all(asked)[-1]
    assert found.range is not None
    assert found.range.start == new.index("See below", new.index("topic25"))


def test_nothing_like_it_on_an_empty_page() -> None:
    found = anchor(Quote(exact="word"), "")
    assert found.is_orphaned
    assert found.near_miss is None
    assert found.reason == "nothing on the page resembles it"


def test_a_quote_longer_than_the_text_is_orphaned() -> None:
    assert anchor(Quote(exact="a rather long quote of many words"), "short").is_orphaned


def test_a_blank_quote_is_orphaned() -> None:
    assert anchor(Quote(exact=" \n "), "some text").is_orphaned


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="fuzzy"):
        anchor(Quote(exact="a"), "a", "fuzzy")


# -------------------------------------------------------------------------------------- pages


def test_a_range_on_a_page_names_the_elements_at_both_ends() -> None:
    page = parse("<body><p>The <b>quick brown</b> fox jumps over <i>the lazy</i> dog.</p></body>")
    old = "The quick brown fox jumps over the lazy dog."
    found = anchor(quote_of(old, "brown fox jumps over the"), page)
    assert found.range is not None
    assert found.range.start_point == TextPoint("/html/body/p/b", 6)
    assert found.range.end_point == TextPoint("/html/body/p/i", 3)


def test_scripts_and_hidden_text_are_not_looked_at_first() -> None:
    page = parse(
        "<body><script>the offer ends today</script><p hidden>the offer ends today</p>"
        "<p>Hurry: the offer ends today at noon.</p></body>"
    )
    found = anchor(Quote(exact="the offer ends today"), page)
    assert found.range is not None
    assert found.range.start_point == TextPoint("/html/body/p[2]", 7)


def test_what_is_folded_away_is_found_if_it_is_nowhere_else() -> None:
    page = parse("<body><details><summary>More</summary><p>The fine print.</p></details></body>")
    found = anchor(Quote(exact="The fine print."), page)
    assert found.range is not None
    assert found.text == "The fine print."


@pytest.mark.parametrize("gap", ["</p><p>", "<br>", "</p>\n<p>"])
def test_where_a_block_or_a_line_ends_a_space_is_read(gap: str) -> None:
    page = parse(f"<body><p>Read the first line{gap}and the second line, too.</p></body>")
    found = anchor(Quote(exact="first line and the second"), page)
    assert found.tier is Tier.CONTEXT


def test_a_quote_across_blocks_as_text_content_has_it_is_found_as_well() -> None:
    old = page_text(parse("<body><p>First line</p><p>and second</p></body>"))
    quote = Quote.capture_on(old, 6, 13)
    assert quote.exact == "lineand"
    page = parse("<body><div>New</div><p>First line</p><p>and second</p></body>")
    found = anchor(quote, page)
    assert found_text(found) == "lineand"


def test_the_recorded_element_is_found_at_once() -> None:
    page = page_text(parse("<body><p>a</p><p>b word c</p></body>"))
    found = anchor(Quote.capture_on(page, 3, 7), page)
    assert found.tier is Tier.XPATH


# -------------------------------------------------------------------------------- many quotes


def test_quotes_that_are_certain_tell_where_the_others_stand() -> None:
    row = "the value is set and the value is read; "
    old = row * 3 + "A landmark that stands alone. " + row * 3
    new = row * 7 + "A landmark that stands alone. " + row * 3
    start = old.index("value", old.index("landmark"))
    doubtful = Quote(
        exact="value",
        context_before=old[start - 8 : start],
        context_after=old[start + 5 : start + 13],
        start=start,
        text_length=len(old),
    )
    landmark = quote_of(old, "A landmark that stands alone")
    expected = new.index("value", new.index("landmark"))
    alone = QuoteIndex(new).anchor(doubtful)
    together, _ = QuoteIndex(new).anchor_all([doubtful, landmark])
    near = together.range or (together.near_miss and together.near_miss.range)
    assert near
    assert near.start == expected
    miss = alone.near_miss
    sure_alone = miss.confidence if miss is not None else alone.confidence
    sure = together.near_miss.confidence if together.near_miss else together.confidence
    assert sure > sure_alone or alone.range != together.range


def test_quotes_of_another_state_of_the_page_do_not_help() -> None:
    other = Quote(exact="its sails furled", start=3, text_length=5000)
    quote = quote_of(STORY, "nobody", 1)
    index = QuoteIndex("x" + STORY[5:].replace("asked", "wondered"))
    alone = index.anchor(quote)
    assert index.anchor_all([quote, other])[0] == alone


def test_the_order_of_the_quotes_does_not_matter() -> None:
    words = ["harbour", "nobody", "crates in silence", "went home", "stayed where it was"]
    quotes = [quote_of(STORY, word) for word in words]
    index = QuoteIndex(STORY.replace("empty", "full").replace("silence", "a hurry"))
    forwards = index.anchor_all(quotes)
    assert index.anchor_all(quotes[::-1]) == forwards[::-1]


def test_no_quotes_are_no_anchorings() -> None:
    assert QuoteIndex(STORY).anchor_all([]) == []


# --------------------------------------------------------------------------------- properties

words = st.lists(st.sampled_from("alpha beta gamma delta omega kappa".split()), min_size=3)


@given(words.map(" ".join), st.data())
def test_on_the_same_text_a_quote_is_its_own_place_or_an_orphan_among_twins(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = Quote.capture(text, start, end)
    found = anchor(quote, text)
    if found.range is None:
        near = found.near_miss
        assert near is None or near.confidence < 50
    else:
        assert text[found.range.start : found.range.end].strip() == quote.exact.strip()


@given(words.map(" ".join), words.map(" ".join))
def test_confidence_lies_between_0_and_100_and_answers_repeat(quoted: str, text: str) -> None:
    quote = Quote(exact=quoted, start=0, text_length=len(quoted))
    first, second = anchor(quote, text), anchor(quote, text)
    assert first == second
    assert 0 <= first.confidence <= 100
    assert (first.range is None) == (first.confidence == 0)


@given(st.text(max_size=30), st.text(min_size=1, max_size=10))
def test_any_text_may_be_asked_about(text: str, exact: str) -> None:
    try:
        quote = Quote(exact=exact)
        found = anchor(quote, text)
    except Exception as error:  # noqa: BLE001 - only our own refusal of half characters may come
        assert type(error).__name__ == "QuoteInvalid"  # noqa: PT017
    else:
        assert found.range is None or text[found.range.start : found.range.end] == found.text


def test_drift_lowers_confidence() -> None:
    quote = quote_of(STORY, "They unloaded the crates in silence, because the market had been poor")
    drift = [
        STORY,
        STORY.replace("in silence", "quietly"),
        STORY.replace("in silence, because the market", "quickly, as trade"),
        STORY.replace("They unloaded the crates in silence, because the market had", "It had"),
        STORY[: STORY.index("They unloaded")] + STORY[STORY.index("The boat stayed") :],
    ]
    seen = [anchor(quote, text) for text in drift]
    sure = [f.confidence or (f.near_miss.confidence if f.near_miss else 0.0) for f in seen]
    assert sure == sorted(sure, reverse=True)


@given(words.map(" ".join), st.data())
def test_what_was_asked_before_does_not_matter(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = Quote.capture(text, start, end)
    used = QuoteIndex(text)
    used.anchor(Quote(exact="something that is not there"))
    assert used.anchor(quote) == QuoteIndex(text).anchor(quote)


def test_white_space_at_its_beginning_does_not_move_where_a_quote_is_expected() -> None:
    start = STORY.index(" nobody asked")
    quote = Quote(exact=" nobody asked", start=start, text_length=len(STORY))
    at_its_place, beside_it = anchor(quote, STORY), anchor(replace(quote, start=start + 1), STORY)
    assert at_its_place.confidence >= beside_it.confidence
