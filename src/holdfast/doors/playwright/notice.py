"""Notice: warns that a locator was healed."""


class HealedWarning(UserWarning):
    """A locator found nothing, and the element that was meant was used instead.

    ``-W error::holdfast.HealedWarning`` makes a run strict: the step fails instead.
    """
