"""Searches that leave a doubt, for tests of the adviser."""

import holdfast
from holdfast.model.candidate import Candidate, Location, Refusal

OLD = """<main><h1>Account</h1><form>
  <label>Email <input name="email" value="ada@example.com"></label>
  <button id="send" class="primary">Send message</button>
  <button id="draft">Store draft</button></form></main>"""
NEW = """<main><h1>Profile</h1><section>
  <label>Mail <input name="mail" value="ada@example.com"></label>
  <button>Submit</button> <button>Keep for later</button> <button>Throw away</button></section>
  <p>Questions? Call +49 170 1234567 or write to ada@example.com</p></main>"""


def a_search(
    *probabilities: float,
    refusal: Refusal | None = None,
    p_gone: float = 0.1,
    new: str = NEW,
    margin: float | None = None,
) -> Location:
    """Return a search for the button Send with these probabilities, best first.

    The candidates are the page's buttons, in the order of the page.
    """
    fingerprint = holdfast.fingerprint(holdfast.parse(OLD), "#send")
    buttons = holdfast.parse(new).select("button")
    ranked = tuple(
        Candidate(node=node, probability=probability)
        for node, probability in zip(buttons, probabilities, strict=False)
    )
    second = probabilities[1] if len(probabilities) > 1 else 0.0
    return Location(
        fingerprint=fingerprint,
        candidates=ranked,
        p_gone=p_gone,
        refusal=refusal,
        reason="as the test says",
        margin=probabilities[0] - second if margin is None else margin,
        threshold=0.66,
    )
