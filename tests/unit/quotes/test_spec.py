"""The mode ``spec``: tier 1, tier 2, tier 3."""

from holdfast.adapters.html import parse
from holdfast.quotes import AnchorMode, Quote, TextPoint, Tier, anchor, page_text

OLD = "<body><p>one two</p><p>before the word after it</p></body>"


def a_quote() -> Quote:
    page = page_text(parse(OLD))
    start = page.text.index("word")
    return Quote.capture_on(page, start, start + 4)


def test_the_recorded_element_is_trusted_if_the_quote_is_there() -> None:
    found = anchor(a_quote(), parse(OLD), AnchorMode.SPEC)
    assert found.tier is Tier.XPATH
    assert found.range is not None
    assert found.range.start_point == TextPoint("/html/body/p[2]", 11)
    assert found.range.end_point == TextPoint("/html/body/p[2]", 15)
    assert found.confidence == 100


def test_the_recorded_element_is_not_trusted_if_it_says_something_else() -> None:
    page = parse("<body><p>one two</p><p>xx before the word after it</p></body>")
    found = anchor(a_quote(), page, "spec")
    assert found.tier is Tier.CONTEXT
    assert found.range is not None
    assert found.range.start_point == TextPoint("/html/body/p[2]", 14)


def test_an_edited_quote_is_orphaned() -> None:
    found = anchor(a_quote(), "one two before the term after it", "spec")
    assert found.is_orphaned
    assert found.reason == "the exact text is not on the page"


def test_a_quote_without_agreeing_context_is_orphaned_with_its_near_miss() -> None:
    found = anchor(
        Quote(exact="word", context_before="xyz", context_after="xyz"), "a word b", "spec"
    )
    assert found.is_orphaned
    assert found.near_miss is not None
    assert found.near_miss.text == "word"
    assert found.reason == "the text is there, but only 0 of 6 characters of its context agree"


def test_white_space_counts_to_the_letter() -> None:
    assert anchor(Quote(exact="two words"), "two  words", "spec").is_orphaned


def test_confidence_is_the_share_of_the_context_that_agrees() -> None:
    quote = Quote(exact="word", context_before="ab", context_after="cd")
    assert anchor(quote, "ab word", "spec").is_orphaned
    assert anchor(quote, "abwordxx", "spec").confidence == 50
