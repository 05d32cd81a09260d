"""Agent limits: says what an agent may have us do; its wishes may be a hostile page's."""

import re
from dataclasses import replace

from holdfast.app.permissions import secret_homes, texts_of
from holdfast.app.settings import sites
from holdfast.app.values import Values, secret_names, uses_secrets
from holdfast.app.wiring import load_project
from holdfast.deciding.origins import is_allowed
from holdfast.errors import UsageError
from holdfast.model.origin import origin_of
from holdfast.model.recording import Recording, Step
from holdfast.model.secret_fields import is_secret_field, variable_name
from holdfast.page.keys import label_of
from holdfast.selectors.playwright_code import as_shown

_OWN_BROWSER = re.compile(
    r"(?:https?|wss?)://(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?(?:/[\w./-]{0,200})?"
)


def check_browser(address: str) -> None:
    """Raise ``UsageError`` for a browser that is not on this machine: no other is asked."""
    if _OWN_BROWSER.fullmatch(address) is None:
        raise UsageError(
            f"browser_ws names a browser of this machine, not {address[:80]!r}\n"
            "  next: http://127.0.0.1:PORT, the port that it was started with"
        )


def check_secrets(recording: Recording, base_url: str) -> None:
    """Raise ``UsageError`` when a secret could go to where the project's settings do not say so.

    Neither the agent nor a recording has a say in that: the agent may have written it.
    """
    if not secret_names(text for step in recording.steps for text in texts_of(step)):
        return
    allowed = sites(load_project().plain, None, ())[1]
    homes = {*secret_homes(recording, Values()).values()}
    for home in sorted(homes | ({origin_of(base_url)} if base_url else set())):
        if not any(is_allowed(pattern, home) for pattern in allowed):
            raise UsageError(
                f"this recording types secrets at {home or 'no origin'}, and for an agent that "
                "must be allowed\n  next: a person adds it to replay.allowOrigins in holdfast.toml"
            )


def without_secret(step: Step) -> Step:
    """Return a step with a name in the place of what is typed into a field for secrets."""
    if step.fingerprint is None or not step.value or uses_secrets([step.value]):
        return step
    node = step.fingerprint.node
    label = label_of(node.snapshot, node.index)
    if not is_secret_field(node.attributes, label):
        return step
    name = variable_name(node.get("name") or node.get("id") or label)
    return replace(step, value=f"${{{name}}}")


def quoted(text: str) -> str:
    """Return text that may come from a page, short and marked as such."""
    shown = as_shown(text).replace("«", '"').replace("»", '"')
    return f"«{shown[:160]}{'…' if len(shown) > 160 else ''}»" if shown else ""
