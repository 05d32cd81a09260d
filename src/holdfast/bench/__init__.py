"""What the yardstick calls, and what makes the fitted numbers: ``holdfast bench``."""

from holdfast.bench.answers import relocate

__all__ = ["relocate"]
