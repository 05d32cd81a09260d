"""Pair features: how well each old unit agrees with each new one, a matrix for each feature."""

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.columns import Floats
from holdfast.matching.feature import AGAINST, FeatureTable
from holdfast.matching.overlap import Matrix, have_in_common
from holdfast.matching.pairing import CONTEXT, PLACE, STRONG
from holdfast.matching.sides import Sides

_WIDE, _HIGH = 300.0, 200.0  # pixels: how fast being near fades
_LINE = 100.0

pair_feature = FeatureTable[Sides, Matrix]()


def measure_pairs(sides: Sides) -> NDArray[np.float32]:
    """Return all features: one matrix for each, old units by new units."""
    features = pair_feature.features
    found = np.empty((len(features), *sides.shape), np.float32)
    for place, feature in enumerate(features):
        found[place] = feature.measure(sides)
    return found


# ----------------------------------------------------------------------------------- what it is


@pair_feature("same tag")
def same_tag(sides: Sides) -> Matrix:
    """Written with the same tag."""
    return sides.same("tag")


@pair_feature("same kind")
def same_kind(sides: Sides) -> Matrix:
    """The same kind of link, button or field."""
    return sides.same("kind")


@pair_feature("same purpose")
def same_purpose(sides: Sides) -> Matrix:
    """Pressed, typed into, ticked or chosen from, as before."""
    return sides.same("purpose")


@pair_feature("same type")
def same_type(sides: Sides) -> Matrix:
    """The same type attribute."""
    return sides.same("type")


# --------------------------------------------------------------------------- what it is called


@pair_feature("same id")
def same_id(sides: Sides) -> Matrix:
    """The id or test id that a person wrote."""
    return sides.same("id")


@pair_feature("same name")
def same_name(sides: Sides) -> Matrix:
    """The name that the server knows the field by."""
    return sides.same("name")


@pair_feature("same address")
def same_address(sides: Sides) -> Matrix:
    """It points to the same place."""
    return sides.same("href")


@pair_feature("same page name")
def same_page_name(sides: Sides) -> Matrix:
    """The last part of the address outlives a move to another folder."""
    return sides.same("page name")


@pair_feature("another page of the folder", AGAINST)
def another_page_of_the_folder(sides: Sides) -> Matrix:
    """``forms/editors.html`` and ``forms/wizard.html`` are two pages of one site."""
    return sides.same("folder") * (1 - sides.same("page name"))


@pair_feature("address of another", AGAINST)
def address_of_another(sides: Sides) -> Matrix:
    """The new address was there before, on something else."""
    address = sides.new.column("href")
    known = (address != 0) & sides.view.here.knows("href", address)
    return np.asarray(known[None] * (1 - sides.same("href")), np.float32)


@pair_feature("same label")
def same_label(sides: Sides) -> Matrix:
    """Called the same."""
    return sides.same_label


@pair_feature("unique label")
def unique_label(sides: Sides) -> Matrix:
    """The same label, and nobody else of either page has it."""
    return _once(sides.same_label)


@pair_feature("one of its names")
def one_of_its_names(sides: Sides) -> Matrix:
    """One of all that the element was called by is one of what the candidate is called by."""
    return sides.same_names


@pair_feature("unique name")
def unique_name(sides: Sides) -> Matrix:
    """Such a name, and nobody else of either page is called by one of theirs."""
    return _once(sides.same_names)


def _once(same: Matrix) -> Matrix:
    """Return where two agree with each other and with nobody else."""
    return np.asarray(same * (same.sum(1, keepdims=True) * same.sum(0, keepdims=True) == 1))


@pair_feature("same command")
def same_command(sides: Sides) -> Matrix:
    """The code calls both the same, or has them do the same, in whatever attribute it says so."""
    return sides.same_commands


@pair_feature("unique command")
def unique_command(sides: Sides) -> Matrix:
    """Such a name, and the code calls nobody else of either page so."""
    return _once(sides.same_commands)


@pair_feature("label is the command")
def label_is_the_command(sides: Sides) -> Matrix:
    """The label of one, written together, is what the code of the other calls it."""
    old, new = sides.both
    one = have_in_common(old.words("spelled"), new.words("commands"))
    return np.maximum(one, have_in_common(old.words("commands"), new.words("spelled")))


@pair_feature("same shortcut")
def same_shortcut(sides: Sides) -> Matrix:
    """The same keys press it."""
    return sides.shared("shortcuts")


@pair_feature("same record number")
def same_record_number(sides: Sides) -> Matrix:
    """Address, keys or label name the same record, however they are written."""
    return sides.same_numbers


@pair_feature("other record numbers", AGAINST)
def other_record_numbers(sides: Sides) -> Matrix:
    """Both name records, and not the same ones."""
    return sides.both_are("numbered") * (1 - sides.same_numbers)


@pair_feature("words of both")
def words_of_both(sides: Sides) -> Matrix:
    """Each label says what the other says, in the same words, related ones or another language."""
    return np.minimum(*sides.label_words)


@pair_feature("words of one")
def words_of_one(sides: Sides) -> Matrix:
    """One label says what the other says; it may say more."""
    return np.maximum(*sides.label_words)


@pair_feature("other words on both sides", AGAINST)
def other_words_on_both_sides(sides: Sides) -> Matrix:
    """Each label has words that the other lacks: open from path, open from address."""
    forward, backward = sides.label_words
    return (1 - forward) * (1 - backward) * sides.both_are("speaks")


@pair_feature("falls silent", AGAINST)
def falls_silent(sides: Sides) -> Matrix:
    """It said something; the candidate is an empty shell."""
    return np.asarray(sides.old.codes["speaks"][:, None] & sides.new.codes["silent"], np.float32)


@pair_feature("opposite words", AGAINST)
def opposite_words(sides: Sides) -> Matrix:
    """Save is not delete, however much else agrees."""
    old, new = (side.codes["negated"] for side in sides.both)
    against = np.maximum(sides.vocabulary.opposed("words"), old[:, None] != new)
    return np.asarray(against * (1 - sides.same_label) * sides.both_are("speaks"), np.float32)


@pair_feature("label in code")
def label_in_code(sides: Sides) -> Matrix:
    """The label of one is what the code of the other calls it."""
    said = sides.vocabulary
    return np.maximum(said.forward("words", "code"), said.backward("code", "words"))


@pair_feature("words anywhere")
def words_anywhere(sides: Sides) -> Matrix:
    """Label and code together are made of the same words."""
    said = sides.vocabulary
    both = said.forward("said", "said") + said.backward("said", "said")
    return np.asarray(both / 2, np.float32)


@pair_feature("label of another", AGAINST)
def label_of_another(sides: Sides) -> Matrix:
    """The new label was there before, on something else."""
    label = sides.new.column("label")
    known = (label != 0) & sides.view.here.knows("label", label)
    return np.asarray(known[None] * (1 - sides.same_label), np.float32)


# ------------------------------------------------------------------------------- how it looks


@pair_feature("same icon")
def same_icon(sides: Sides) -> Matrix:
    """They show the same sign or picture."""
    return sides.same_icons


@pair_feature("unique icon")
def unique_icon(sides: Sides) -> Matrix:
    """Such a sign, and nobody else of either page shows one of theirs."""
    return _once(sides.same_icons)


@pair_feature("same classes")
def same_classes(sides: Sides) -> Matrix:
    """All classes that a person wrote are the same."""
    return sides.same("classes")


@pair_feature("classes alike")
def classes_alike(sides: Sides) -> Matrix:
    """The share of classes that both have."""
    return sides.letters.jaccard("classes")


@pair_feature("attributes alike")
def attributes_alike(sides: Sides) -> Matrix:
    """The share of other attributes that both have."""
    return sides.letters.jaccard("attributes")


@pair_feature("subtree alike")
def subtree_alike(sides: Sides) -> Matrix:
    """As many elements inside."""
    old, new = sides.old.column("size")[:, None], sides.new.column("size")[None]
    return np.asarray(np.minimum(old, new) / np.maximum(old, new), np.float32)


# ------------------------------------------------------------------------------ where it stands


@pair_feature("same heading")
def same_heading(sides: Sides) -> Matrix:
    """The heading above says the same."""
    said = sides.vocabulary
    return np.minimum(said.forward("heading", "heading"), said.backward("heading", "heading"))


@pair_feature("words before")
def words_before(sides: Sides) -> Matrix:
    """The text right before it says the same."""
    return sides.letters.word_for_word("before")


@pair_feature("row words")
def row_words(sides: Sides) -> Matrix:
    """Its row says the same beside it, to the letter."""
    return sides.row_words


@pair_feature("another row", AGAINST)
def another_row(sides: Sides) -> Matrix:
    """Another row reads more like the old one."""
    best = sides.row_words.max(1, keepdims=True, initial=0.0)
    return np.asarray((best - sides.row_words) * sides.has_row[0][:, None], np.float32)


@pair_feature("row lost", AGAINST)
def row_lost(sides: Sides) -> Matrix:
    """It stood in a row; the candidate is the page's."""
    old, new = sides.has_row
    return np.asarray(old[:, None] & ~new[None], np.float32)


@pair_feature("region words")
def region_words(sides: Sides) -> Matrix:
    """The form, dialog or list around it begins with the same words."""
    return sides.letters.word_for_word("region_words")


@pair_feature("same ancestor id")
def same_ancestor_id(sides: Sides) -> Matrix:
    """The nearest id above it, of those that people wrote."""
    return sides.same("id above")


@pair_feature("depth alike")
def depth_alike(sides: Sides) -> Matrix:
    """As deep in the page."""
    apart = np.abs(sides.old.column("depth")[:, None] - sides.new.column("depth")[None])
    return np.asarray(np.exp(-apart / 3), np.float32)


@pair_feature("same part of the order")
def same_part_of_the_order(sides: Sides) -> Matrix:
    """As far from the first to the last unit in document order."""
    old, new = (np.arange(count) / max(count - 1, 1) for count in sides.shape)
    return np.asarray(np.exp(-8 * np.abs(old[:, None] - new[None])), np.float32)


@pair_feature("same visibility")
def same_visibility(sides: Sides) -> Matrix:
    """Shown as before, or hidden as before."""
    old, new = sides.shown
    return np.asarray(old[:, None] == new[None], np.float32)


@pair_feature("near")
def near(sides: Sides) -> Matrix:
    """At about the same place of the screen."""
    return sides.on_screen(_near)


def _near(old: Floats, new: Floats) -> Floats:
    left = np.abs(old[..., 0] - new[..., 0])
    centre = np.abs(old[..., 0] + old[..., 2] / 2 - new[..., 0] - new[..., 2] / 2)
    down = np.abs(old[..., 1] - new[..., 1])
    return np.asarray(np.exp(-np.minimum(left, centre) / _WIDE - down / _HIGH))


@pair_feature("same height on the screen")
def same_height_on_the_screen(sides: Sides) -> Matrix:
    """In the same line of the screen."""
    return sides.on_screen(lambda old, new: np.exp(-np.abs(old[..., 1] - new[..., 1]) / _LINE))


@pair_feature("same size")
def same_size(sides: Sides) -> Matrix:
    """As wide and as high."""
    return sides.on_screen(_same_size)


def _same_size(old: Floats, new: Floats) -> Floats:
    smaller = np.minimum(old[..., 2:], new[..., 2:])
    larger = np.maximum(np.maximum(old[..., 2:], new[..., 2:]), 1.0)
    return np.asarray((smaller / larger).prod(-1))


# ------------------------------------------------------------- what the pairing of the pages says


@pair_feature("paired by key")
def paired_by_key(sides: Sides) -> Matrix:
    """A key that is unique on both pages is theirs."""
    return sides.paired_by(STRONG)


@pair_feature("paired by context")
def paired_by_context(sides: Sides) -> Matrix:
    """A key that is unique inside a paired part is theirs."""
    return sides.paired_by(CONTEXT)


@pair_feature("paired by place")
def paired_by_place(sides: Sides) -> Matrix:
    """They stand at the same place between paired siblings."""
    return sides.paired_by(PLACE)


@pair_feature("inside the same")
def inside_the_same(sides: Sides) -> Matrix:
    """The nearest paired part around the candidate was around the element."""
    view = sides.view
    above = view.region_there[sides.new.at]
    origin = np.where(above >= 0, view.origin[np.maximum(above, 0)], -1)[None]
    target, end = sides.old.at[:, None], view.here.end[np.maximum(origin, 0)]
    return np.asarray((origin >= 0) & (origin <= target) & (target < end), np.float32)


@pair_feature("taken by key", AGAINST)
def taken_by_key(sides: Sides) -> Matrix:
    """A key gave the candidate to another old element."""
    return np.asarray(sides.view.taken[sides.new.at][None] & ~sides.paired, np.float32)
