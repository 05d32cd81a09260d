"""Answer limit: what is asked of a driver on the side ends, though its page never answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common.exceptions import TimeoutException
from urllib3.exceptions import HTTPError

ANSWER_S = 30.0  # what a test itself asks ends after 120 s, unless it says otherwise


@contextmanager
def answered_in_time(driver: Any) -> Iterator[None]:
    """Raise ``TimeoutException`` for a page that does not answer, as Selenium calls it.

    A driver waits for a page that computes for ever, whatever its limits for scripts: only the
    connection to it can be given up.
    """
    config = getattr(driver.command_executor, "client_config", None)
    given = getattr(config, "timeout", None)
    try:
        if config is not None:
            config.timeout = min(given or ANSWER_S, ANSWER_S)
        yield
    except HTTPError as exc:
        raise TimeoutException("the page did not answer any more") from exc
    finally:
        if config is not None:
            config.timeout = given
