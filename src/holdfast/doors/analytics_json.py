"""Analytics JSON: analytics as plain data, for programs."""

from collections.abc import Mapping

from holdfast.history.analytics import ConfidenceAnalytics, Recommendation


def analytics_to_json(
    numbers: ConfidenceAnalytics, advice: Recommendation, stored: Mapping[str, object] | None
) -> dict[str, object]:
    """Return the numbers, the recommended threshold, and the calibrator in use."""
    return {
        **numbers.to_json(),
        "recommendedThreshold": advice.to_json(),
        "calibrator": None if stored is None else dict(stored),
    }
