"""Analytics as plain data, for programs."""

from collections.abc import Mapping

from holdfast.history.analytics import ConfidenceAnalytics, Recommendation


def analytics_to_json(
    numbers: ConfidenceAnalytics, advice: Recommendation, stored: Mapping[str, object] | None
) -> dict[str, object]:
    """Return the numbers, the recommended threshold, and the calibrator in use."""
    return {
        **numbers.to_json(),
        "recommendedThreshold": {
            "wantedError": advice.wanted_error,
            "autoApply": advice.threshold,
            "outcomes": advice.outcomes,
            "failures": advice.failures,
            "bound": advice.bound,
            "reason": advice.reason,
        },
        "calibrator": None if stored is None else dict(stored),
    }
