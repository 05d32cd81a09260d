"""Slack: sends notices to a channel, by its incoming webhook."""

import json
import urllib.request

from holdfast.adapters.notify.notices import Notice

TIMEOUT_S = 10.0
# The three characters that mean something in Slack's text.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


class SlackChannel:
    """Posts notices to one webhook."""

    name = "Slack"

    def __init__(self, webhook: str) -> None:
        if not webhook.startswith(("https://", "http://")):
            raise ValueError("a webhook is an http address")
        self._webhook = webhook

    def deliver(self, notice: Notice) -> None:
        """Post the message; raises OSError when that fails."""
        text = "\n".join((notice.subject, "", *notice.lines)).translate(_ESCAPES)
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked above
            self._webhook,
            data=json.dumps({"text": text}).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310 - as above
            answer.read()
