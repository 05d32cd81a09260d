"""Project: finds a project's folder, its settings, its store and its recordings."""

import getpass
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.adapters.recording_files import ProjectRecordings
from holdfast.adapters.toml_file import FILE, find_root, read_settings_file
from holdfast.app.setting_table import SETTINGS, Effective, resolve_plain
from holdfast.deciding.effective_settings import (
    ENABLED,
    MODE,
    Choice,
    EffectiveSettings,
    Source,
    environment_choices,
    recording_choices,
    resolve_settings,
    user_choices,
)
from holdfast.errors import EnvironmentFailure, SettingInvalid, naming_extras
from holdfast.history.experiments import assign
from holdfast.model.healing_decision import FACTOR_KEYS
from holdfast.model.records import camel
from holdfast.model.search_settings import (
    EvidenceScoringConfig,
    SearchSettings,
    VisionStrategyConfig,
)
from holdfast.model.settings_file import SettingsFile
from holdfast.model.thresholds import THRESHOLD_RANGES, ExperimentStatus, ThresholdExperiment

if TYPE_CHECKING:
    from holdfast.app.reviewing import Reviewer
    from holdfast.ports import Archive, Clock, RecordingFiles, Store

# Dotted key in holdfast.toml -> key of a choice.
_CHOICES = {
    MODE: MODE,
    ENABLED: ENABLED,
    **{f"thresholds.{key}": key for key in THRESHOLD_RANGES},
}
KNOWN_KEYS = frozenset({*_CHOICES, *SETTINGS})


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project's folder and what its file and the environment say."""

    root: Path
    file: SettingsFile
    environment: Mapping[str, str]
    plain: Mapping[str, Effective]

    @property
    def store_place(self) -> str:
        """Return the path or URL of the store."""
        place = str(self.plain["store"].value)
        return place if "://" in place else str(self.root / place)

    @property
    def has_store(self) -> bool:
        """Return whether there is a store already; a server is always taken for one."""
        return "://" in self.store_place or Path(self.store_place).exists()

    @property
    def user_id(self) -> str:
        """Return who is at work: the setting, else the account."""
        return str(self.plain["user"].value or _account())

    @property
    def organization_id(self) -> str | None:
        """Return whose decisions these are, None when nobody said."""
        value = self.plain["organization"].value
        return None if value is None else str(value)

    @property
    def search_settings(self) -> SearchSettings:
        """Return the numbers of a search that hold here; raises ``SettingInvalid``."""
        try:
            return SearchSettings(
                evidence=EvidenceScoringConfig(**self._section("evidence", EvidenceScoringConfig)),
                vision=VisionStrategyConfig(**self._section("vision", VisionStrategyConfig)),
                weights={
                    name: Decimal(repr(self.plain[f"weights.{key}"].value))
                    for name, key in FACTOR_KEYS.items()
                },
            )
        except ValueError as exc:
            allowed = "numbers that fit together"
            raise SettingInvalid("evidence, vision, weights", str(exc), allowed, FILE) from exc

    def _section(self, section: str, config: type) -> dict[str, Any]:
        names = [number.name for number in fields(config)]
        return {name: self.plain[f"{section}.{camel(name)}"].value for name in names}

    def recording_id(self, path: str | Path) -> str:
        """Return what the store calls the recording of a file: its path in the project."""
        full = Path(path).resolve()
        return (
            full.relative_to(self.root).as_posix() if full.is_relative_to(self.root) else full.name
        )

    def open_store(self) -> "Store":
        """Return the store, made if there is none; the caller closes it."""
        return self._open(self.organization_id)

    def open_shared_store(self) -> "Archive":
        """Return the store of all organizations, made if there is none; the caller closes it."""
        return self._open(None)

    def _open(self, organization_id: str | None) -> "Archive":
        # Imported here: it takes half a second, and most commands do without.
        with naming_extras():
            from holdfast.adapters.sql.sql_store import open_store

        return open_store(self.store_place, organization_id=organization_id)

    def open_known_store(self) -> "Store":
        """Return the store; raises when there is none yet, for looking must not make one."""
        if not self.has_store:
            raise EnvironmentFailure(
                f"nothing is remembered yet: there is no store at {self.store_place!r}\n"
                "  next: run something first, or go to the project's folder"
            )
        return self.open_store()


def load_project(
    start: Path | None = None, environment: Mapping[str, str] | None = None
) -> Project:
    """Return the project around a folder (here), with its settings checked."""
    variables = os.environ if environment is None else environment
    root = find_root((start or Path.cwd()).resolve())
    file = read_settings_file(root)
    file.check_keys(KNOWN_KEYS)
    return Project(
        root=root, file=file, environment=variables, plain=resolve_plain(file, variables)
    )


def effective_settings(  # noqa: PLR0913 - the nine places a threshold may come from
    project: Project,
    store: "Store | None",
    *,
    recording_id: str | None = None,
    user_id: str | None = None,
    run_id: str = "",
    flags: Sequence[Choice] = (),
    now: datetime,
) -> EffectiveSettings:
    """Return thresholds and whether to heal, each with the place it came from."""
    user = user_id or project.user_id
    choices = [*flags, *environment_choices(project.environment), *file_choices(project.file)]
    assignment = None
    if store is not None:
        choices += stored_choices(store, recording_id, user)
        assignment = assign(find_active(store), user_id=user, run_id=run_id, now=now)
    return resolve_settings(choices, assignment)


def file_choices(file: SettingsFile) -> list[Choice]:
    """Return what `holdfast.toml` says about thresholds and healing."""
    return [
        Choice(
            key=key,
            value=file.values[dotted],
            source=Source.PROJECT_FILE,
            place=file.place_of(dotted),
        )
        for dotted, key in _CHOICES.items()
        if dotted in file.values
    ]


def stored_choices(store: "Store", recording_id: str | None, user_id: str) -> list[Choice]:
    """Return what the store holds for a recording and for a person."""
    choices: list[Choice] = []
    recording = None if recording_id is None else store.find_recording_config(recording_id)
    if recording is not None:
        choices += recording_choices(recording)
    user = store.find_user_config(user_id)
    if user is not None:
        choices += user_choices(user, user_id)
    return choices


def find_active(store: "Store") -> ThresholdExperiment | None:
    """Return the experiment that is active, None without one."""
    for experiment in store.iter_experiments():
        if experiment.status is ExperimentStatus.ACTIVE:
            return experiment
    return None


def _account() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container may have a user without a name
        return "unknown"


def recording_files(project: Project) -> "RecordingFiles":
    """Return the recordings' files of a project."""
    return ProjectRecordings(project.root)


def make_reviewer(
    project: Project, store: "Store", *, name: str | None = None, clock: "Clock | None" = None
) -> "Reviewer":
    """Return somebody who answers healings of this project; the user of this machine by default."""
    from holdfast.adapters.fingerprint_files import FingerprintFiles
    from holdfast.adapters.healed_files import HealedFiles
    from holdfast.app.reviewing import Reviewer
    from holdfast.app.suite_answers import SuiteAnswers

    folder = project.root / ".holdfast"
    return Reviewer(
        store=store,
        files=recording_files(project),
        clock=clock or SystemClock(),
        name=name or project.user_id,
        suite=SuiteAnswers(FingerprintFiles(folder), HealedFiles(folder / "healed")),
    )


def name_store(project: Project) -> str:
    """Return where the store is, without a password; does not open it."""
    if "://" not in project.store_place:
        return project.store_place
    with naming_extras():
        from holdfast.adapters.sql.sql_store import name_store as name

    return name(project.store_place)


def migrate_store(project: Project) -> bool:
    """Bring the store up to date; return whether anything was to be done."""
    with naming_extras():
        from holdfast.adapters.sql.sql_store import migrate_store as migrate

    return migrate(project.store_place)
