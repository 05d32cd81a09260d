"""Words: says how the labels of two controls relate, by their words and what they mean."""

from holdfast.matching.words.negation import is_negated
from holdfast.matching.words.relatedness import compare, opposed, similarity
from holdfast.matching.words.relation import Relation, relate
from holdfast.matching.words.tokens import code_tokens_of, tokens_of

__all__ = [
    "Relation",
    "code_tokens_of",
    "compare",
    "is_negated",
    "opposed",
    "relate",
    "similarity",
    "tokens_of",
]
