"""Advice: an adviser chose one of the candidates, and its choice counts a little."""

from holdfast.witnesses.protocol import CurrentPage, Odds, Recorded

reason = "an adviser takes it for the element"

# A prior until outcomes of the store replace it: four to one. Models that pick from a shortlist
# were measured to be right in 94 of 100 picks, sixteen to one; nobody measured ours on your pages.
CHOSEN = 1.39


def odds(target: Recorded, page: CurrentPage) -> Odds:
    """Return the odds of the node that an adviser chose; nothing when nobody was asked."""
    del target  # what was recorded stood in the question
    return {} if page.advised is None else {page.advised: CHOSEN}
