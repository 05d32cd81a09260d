"""Modes, ranges, order of precedence, and errors that name key, value, range and place."""

import pytest

from holdfast.deciding.effective_settings import (
    MODES,
    Choice,
    Origin,
    Source,
    environment_choices,
    recording_choices,
    resolve_settings,
    user_choices,
)
from holdfast.errors import SettingInvalid
from holdfast.model.thresholds import (
    Assignment,
    Mode,
    RecordingHealingConfig,
    Thresholds,
    UserHealingConfig,
    Variant,
)


def levels(auto: int, flag: int, suggest: int) -> Thresholds:
    return Thresholds(auto_apply=auto, apply_with_flag=flag, suggest_only=suggest)


def flag(key: str, value: object) -> Choice:
    return Choice(key=key, value=value, source=Source.COMMAND_LINE, place=f"--{key}")


def project(key: str, value: object) -> Choice:
    return Choice(key=key, value=value, source=Source.PROJECT_FILE, place="holdfast.toml line 4")


def recording(**chosen: object) -> list[Choice]:
    return recording_choices(RecordingHealingConfig(recording_id="buy", **chosen))  # type: ignore[arg-type]  # keywords of the test


def user(**chosen: object) -> list[Choice]:
    return user_choices(UserHealingConfig(**chosen), "ann")  # type: ignore[arg-type]  # keywords of the test


TREATMENT = Assignment(
    experiment_id="bolder", variant=Variant.TREATMENT, thresholds=levels(74, 54, 34)
)


def test_the_modes() -> None:
    assert {mode.value: str(thresholds) for mode, thresholds in MODES.items()} == {
        "conservative": "90/75/50",
        "balanced": "80/60/40",
        "aggressive": "70/50/30",
    }


# From the weakest to the strongest place; each test puts in all places up to one.
PLACES: list[tuple[str, list[Choice]]] = [
    ("81/61/41", [project(key, value) for key, value in levels(81, 61, 41).to_json().items()]),
    ("90/75/50", user(mode=Mode.CONSERVATIVE)),
    ("82/62/42", user(thresholds=levels(82, 62, 42))),
    ("70/50/30", recording(mode=Mode.AGGRESSIVE)),
    ("83/63/43", recording(custom_thresholds=levels(83, 63, 43))),
    (
        "84/64/44",
        environment_choices(
            {
                "HOLDFAST_AUTO_APPLY": "84",
                "HOLDFAST_APPLY_WITH_FLAG": " 64 ",
                "HOLDFAST_SUGGEST_ONLY": "44",
            }
        ),
    ),
    ("85/65/45", [flag(key, value) for key, value in levels(85, 65, 45).to_json().items()]),
]


@pytest.mark.parametrize("count", range(1, len(PLACES) + 1))
def test_the_first_place_that_says_something_wins(count: int) -> None:
    choices = [choice for _, given in PLACES[:count] for choice in given]
    assert str(resolve_settings(choices, TREATMENT).thresholds) == PLACES[count - 1][0]


def test_nothing_chosen_is_balanced_and_heals() -> None:
    settings = resolve_settings([])
    assert settings.thresholds == MODES[Mode.BALANCED]
    assert settings.healing_enabled
    assert settings.variant is Variant.DEFAULT
    default = Origin(source=Source.DEFAULT, place="mode balanced")
    assert settings.origins["autoApply"] == default


def test_an_experiment_touches_those_who_chose_nothing() -> None:
    settings = resolve_settings([project("healingEnabled", True)], TREATMENT)
    assert settings.thresholds == TREATMENT.thresholds
    assert (settings.experiment_id, settings.variant) == ("bolder", Variant.TREATMENT)
    place = "experiment 'bolder', treatment"
    assert settings.origins["suggestOnly"] == Origin(source=Source.EXPERIMENT, place=place)


def test_an_experiment_leaves_alone_who_chose_a_single_value() -> None:
    settings = resolve_settings([project("autoApply", 85)], TREATMENT)
    assert str(settings.thresholds) == "85/60/40"
    assert (settings.experiment_id, settings.variant) == (None, Variant.DEFAULT)


def test_each_value_says_where_it_came_from() -> None:
    choices = [flag("autoApply", "95"), *user(mode=Mode.CONSERVATIVE), project("suggestOnly", 45)]
    settings = resolve_settings(choices)
    assert str(settings.thresholds) == "95/75/50"
    assert {key: origin.place for key, origin in settings.origins.items()} == {
        "autoApply": "--autoApply",
        "applyWithFlag": "mode conservative of user 'ann'",
        "suggestOnly": "mode conservative of user 'ann'",
        "healingEnabled": "default",
    }


def test_a_single_value_beats_the_mode_beside_it() -> None:
    choices = [project("mode", "conservative"), project("autoApply", 95)]
    assert str(resolve_settings(choices).thresholds) == "95/75/50"


def test_a_mode_on_the_command_line_beats_single_values_of_a_file() -> None:
    choices = [project("autoApply", 95), flag("mode", "Aggressive ")]
    assert str(resolve_settings(choices).thresholds) == "70/50/30"


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("autoApply", 59, "from 60 to 100, got 59"),
        ("autoApply", 101, "from 60 to 100, got 101"),
        ("applyWithFlag", 39, "from 40 to 80, got 39"),
        ("applyWithFlag", 81, "from 40 to 80, got 81"),
        ("suggestOnly", 19, "from 20 to 60, got 19"),
        ("suggestOnly", "61", "from 20 to 60, got '61'"),
        ("autoApply", "eighty", "a whole number from 60 to 100, got 'eighty'"),
        ("autoApply", 82.5, "a whole number from 60 to 100, got 82.5"),
        ("autoApply", True, "a whole number from 60 to 100, got True"),
        ("autoApply", "-80", "got '-80'"),
        ("autoApply", "９０", "got '９０'"),  # noqa: RUF001 — digits that int() would read
        ("autoApply", "9" * 5000, "got '9999"),
        ("mode", "brave", "mode must be one of conservative, balanced, aggressive, got 'brave'"),
        ("healingEnabled", "maybe", "healingEnabled must be true or false, got 'maybe'"),
        ("auto_aply", 80, "setting must be one of mode, autoApply, .*, got 'auto_aply'"),
    ],
)
def test_a_wrong_value_names_key_value_range_and_place(
    key: str, value: object, wanted: str
) -> None:
    with pytest.raises(SettingInvalid, match=f"(?s){wanted}.*holdfast.toml line 4"):
        resolve_settings([project(key, value)])


def test_a_wrong_value_is_an_error_even_where_another_one_wins() -> None:
    with pytest.raises(SettingInvalid):
        resolve_settings([project("autoApply", 12), flag("autoApply", 80)])


@pytest.mark.parametrize(
    ("auto", "with_flag", "suggest"), [(70, 75, 40), (75, 75, 40), (80, 50, 55), (80, 50, 50)]
)
def test_values_that_do_not_fall_name_all_three_places(
    auto: int, with_flag: int, suggest: int
) -> None:
    choices = [flag("autoApply", auto), project("applyWithFlag", with_flag)]
    with pytest.raises(SettingInvalid) as caught:
        resolve_settings([*choices, flag("suggestOnly", suggest)])
    assert f"{auto}/{with_flag}/{suggest}" in str(caught.value)
    assert caught.value.place == (
        "autoApply: --autoApply; applyWithFlag: holdfast.toml line 4; suggestOnly: --suggestOnly"
    )


@pytest.mark.parametrize(
    ("choices", "enabled", "place"),
    [
        ([], True, "default"),
        (recording(healing_enabled=False), False, "recording 'buy'"),
        (recording(), True, "default"),
        ([project("healingEnabled", False), *recording(healing_enabled=True)], True,
         "recording 'buy'"),
        (environment_choices({"HOLDFAST_HEALING_ENABLED": "off"}), False,
         "HOLDFAST_HEALING_ENABLED"),
        ([flag("healingEnabled", "YES"), *recording(healing_enabled=False)], True,
         "--healingEnabled"),
    ],
)  # fmt: skip
def test_healing_can_be_switched_off(choices: list[Choice], enabled: bool, place: str) -> None:
    settings = resolve_settings(choices)
    assert settings.healing_enabled is enabled
    assert settings.origins["healingEnabled"].place == place


def test_an_empty_variable_says_nothing() -> None:
    assert environment_choices({"HOLDFAST_MODE": "", "HOME": "/home/ann"}) == []
