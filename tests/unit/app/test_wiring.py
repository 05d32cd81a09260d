"""From settings to adapters: who is told of what, which store is meant."""

import ast
from decimal import Decimal
from pathlib import Path

import pytest

from holdfast.app import wiring
from holdfast.app.who_is_told import mailed_actions, with_own_choices
from holdfast.app.wiring import SystemClock, load_project, make_notifier
from holdfast.doors.cli import main
from holdfast.model.search_settings import WEIGHTS, EvidenceScoringConfig, VisionStrategyConfig
from holdfast.model.thresholds import HealingAction, NotificationSettings, UserHealingConfig

MAIL = {"HOLDFAST_EMAIL_ON_FLAGGED": "true", "HOLDFAST_EMAIL_TO": "team@example.org"}


def test_all_that_wiring_says_it_hands_out_can_be_had() -> None:
    source = ast.parse(Path(str(wiring.__file__)).read_text("utf-8"))
    (typed,) = [node for node in source.body if isinstance(node, ast.If)]
    named = [one for node in typed.body if isinstance(node, ast.ImportFrom) for one in node.names]
    assert [one.name for one in named if not hasattr(wiring, one.name)] == []


def test_nobody_is_told_unless_somebody_asked_for_it(tmp_path: Path) -> None:
    assert make_notifier(load_project(tmp_path, {})) is None
    assert make_notifier(load_project(tmp_path, {}), UserHealingConfig()) is None


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param(MAIL, id="mail"),
        pytest.param({"HOLDFAST_SLACK_WEBHOOK": "https://hooks.example/x"}, id="slack"),
    ],
)
def test_a_channel_that_is_configured_is_used(tmp_path: Path, environment: dict[str, str]) -> None:
    assert make_notifier(load_project(tmp_path, environment)) is not None


def test_mail_without_an_address_ends_no_run_and_is_told(tmp_path: Path) -> None:
    notifier = make_notifier(load_project(tmp_path, {"HOLDFAST_EMAIL_ON_FLAGGED": "true"}))
    assert notifier is not None
    (complaint,) = notifier.close()
    assert "no address to send to" in complaint
    assert "HOLDFAST_EMAIL_ON_FLAGGED" in complaint


def test_a_persons_choices_stand_before_the_projects(tmp_path: Path) -> None:
    environment = {
        **MAIL,
        "HOLDFAST_SLACK_WEBHOOK": "https://hooks.example/ours",
        "MINE": "http://m",
    }
    project = load_project(tmp_path, environment)
    own = NotificationSettings(
        email_on_flagged=False,
        email_on_suggestion=True,
        email_to="ann@example.org",
        slack_webhook="${MINE}",
    )
    held = with_own_choices(project.plain, UserHealingConfig(notifications=own), "ann", environment)
    chosen = {key.partition(".")[2]: one.value for key, one in held.items() if "'ann'" in one.place}
    assert chosen == {
        "emailOnFlagged": False,
        "emailOnSuggestion": True,
        "emailTo": "ann@example.org",
        "slackWebhook": "http://m",
    }
    assert mailed_actions(held) == {HealingAction.SUGGEST_ONLY}
    assert with_own_choices(project.plain, UserHealingConfig(), "ann", {}) == project.plain


def test_what_edition_1_wrote_for_no_choice_is_no_choice() -> None:
    none = {"emailOnFlagged": False, "emailOnSuggestion": True, "slackWebhook": None}
    assert NotificationSettings.from_json(none) == NotificationSettings(email_on_suggestion=True)
    no = NotificationSettings(email_on_flagged=False)
    assert NotificationSettings.from_json(no.to_json()) == no


def test_a_variable_that_holds_no_address_ends_no_run(tmp_path: Path) -> None:
    user = UserHealingConfig(notifications=NotificationSettings(slack_webhook="${OTHER}"))
    notifier = make_notifier(load_project(tmp_path, {"OTHER": "hunter2"}), user)
    assert notifier is not None
    (complaint,) = notifier.close()
    assert "no http address" in complaint
    assert "hunter2" not in complaint


def test_a_person_may_name_the_variable_of_a_webhook(tmp_path: Path) -> None:
    user = UserHealingConfig(notifications=NotificationSettings(slack_webhook="${TEAM_SLACK}"))
    assert make_notifier(load_project(tmp_path, {}), user) is None
    project = load_project(tmp_path, {"TEAM_SLACK": "https://hooks.example/x"})
    assert make_notifier(project, user) is not None


def test_the_store_lies_in_the_project_unless_it_is_an_address(tmp_path: Path) -> None:
    (tmp_path / ".holdfast").mkdir()
    (tmp_path / "inner").mkdir()
    project = load_project(tmp_path / "inner", {})
    assert project.store_place == str(tmp_path / ".holdfast" / "holdfast.db")
    assert not project.has_store
    server = load_project(tmp_path, {"HOLDFAST_STORE": "postgresql://db/holdfast"})
    assert server.store_place == "postgresql://db/holdfast"
    assert server.has_store


def test_the_clock_has_a_zone() -> None:
    assert SystemClock().now().tzinfo is not None


@pytest.mark.parametrize(
    "command",
    ["report", "analytics", "review list", "experiment list", "store prune --older-than 9d"],
)
def test_looking_makes_no_store(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HOLDFAST_STORE", raising=False)
    assert main(command.split()) == 3
    assert "nothing is remembered yet" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_search_takes_its_numbers_from_the_project(tmp_path: Path) -> None:
    text = "[evidence]\nrings = 4\n[vision]\ntryVariations = false\n[weights]\naiConfidence = 0.4\n"
    (tmp_path / "holdfast.toml").write_text(text)
    variables = {"HOLDFAST_EVIDENCE_POINTS_PER_RING": "12", "HOLDFAST_WEIGHTS_TYPE_SIMILARITY": "0"}
    numbers = load_project(tmp_path, variables).search_settings
    assert (numbers.evidence.rings, numbers.evidence.points_per_ring) == (4, 12)
    assert not numbers.vision.try_variations
    assert numbers.weights["ai_confidence"] == Decimal("0.4")
    assert numbers.weights["type_similarity"] == 0
    assert numbers.weights["label_similarity"] == Decimal("0.15")


def test_without_settings_the_numbers_are_the_seeds(tmp_path: Path) -> None:
    numbers = load_project(tmp_path, {}).search_settings
    assert (numbers.evidence, numbers.vision) == (EvidenceScoringConfig(), VisionStrategyConfig())
    assert {name: weight for name, weight in numbers.weights.items() if weight} == WEIGHTS
