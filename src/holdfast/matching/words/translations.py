"""Translations: what a word of another language is in English, as public catalogues have it."""


def phrase(words: tuple[str, ...]) -> str | None:  # noqa: ARG001 - no catalogue yet
    """Return the phrase as one word when the catalogues know it as one, else None."""
    return None


def segments(run: str) -> tuple[str, ...]:
    """Return the words in a run of a script without spaces; pairs of signs where none is known."""
    return tuple(run[at : at + 2] for at in range(max(1, len(run) - 1)))


def compound(word: str) -> tuple[str, ...]:  # noqa: ARG001 - no catalogue yet
    """Return the known words that a long word is made of; none when it is not."""
    return ()


def english(word: str) -> tuple[str, ...]:  # noqa: ARG001 - no catalogue yet
    """Return what the word may be in English, likeliest first; none when it is not known."""
    return ()


def languages(word: str) -> tuple[str, ...]:  # noqa: ARG001 - no catalogue yet
    """Return the languages in which the catalogues have the word."""
    return ()
