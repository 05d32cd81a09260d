"""What people set, in tables: recordings, configurations, experiments, the calibrator."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Select, Table, select
from sqlalchemy.exc import IntegrityError

from holdfast.adapters.sql.inserts import RowValues, upsert
from holdfast.adapters.sql.rows import row_of
from holdfast.adapters.sql.schema import advice_cache, calibrators, configs, experiments, recordings
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.errors import UsageError
from holdfast.model.remembered import RecordingEntry
from holdfast.model.thresholds import RecordingHealingConfig, ThresholdExperiment, UserHealingConfig

USER, RECORDING = "user", "recording"


class ShelfTables(SqlTables):
    """The part of the store that people set."""

    def save_recording(self, recording: RecordingEntry) -> None:
        self._upsert(recordings, asdict(recording))

    def find_recording(self, recording_id: str) -> RecordingEntry | None:
        own = self._owns(recordings.c.organization_id)
        return self._find(
            RecordingEntry, select(recordings).where(recordings.c.id == recording_id, own)
        )

    def find_user_config(self, user_id: str) -> UserHealingConfig | None:
        data = self._find_config(USER, user_id)
        return None if data is None else UserHealingConfig.from_json(data)

    def save_user_config(self, user_id: str, config: UserHealingConfig) -> None:
        self._upsert(configs, {"scope": USER, "subject": user_id, "data": config})

    def find_recording_config(self, recording_id: str) -> RecordingHealingConfig | None:
        data = self._find_config(RECORDING, recording_id)
        return None if data is None else RecordingHealingConfig.from_json(data)

    def save_recording_config(self, config: RecordingHealingConfig) -> None:
        subject = config.recording_id
        self._upsert(configs, {"scope": RECORDING, "subject": subject, "data": config})

    def iter_experiments(self) -> Iterator[ThresholdExperiment]:
        wanted = (
            select(experiments.c.data)
            .where(self._owns(experiments.c.organization_id))
            .order_by(experiments.c.start_date.desc(), experiments.c.id.desc())
        )
        return (row.data for row in self._all(wanted))

    def save_experiment(self, experiment: ThresholdExperiment) -> None:
        row = {**row_of(experiment, experiments), "data": experiment, "organization_id": self.owner}
        with self.database.writing() as connection:
            try:
                upsert(connection, experiments, row)
            except IntegrityError as exc:
                raise UsageError(
                    "only one experiment can be active at a time: another one is\n"
                    "  next: holdfast experiment list shows them all"
                ) from exc

    def find_advice(self, key: str) -> Mapping[str, object] | None:
        wanted = select(advice_cache.c.data).where(
            advice_cache.c.key == key, self._owns(advice_cache.c.organization_id)
        )
        return self._find_data(wanted)

    def save_advice(self, key: str, at: datetime, data: Mapping[str, object]) -> None:
        self._upsert(advice_cache, {"key": key, "created_at": at, "data": data})

    def find_calibrator(self) -> Mapping[str, object] | None:
        wanted = (
            select(calibrators.c.data)
            .where(self._owns(calibrators.c.organization_id))
            .order_by(calibrators.c.fitted_at.desc())
            .limit(1)
        )
        return self._find_data(wanted)

    def save_calibrator(self, fitted_at: datetime, data: Mapping[str, object]) -> None:
        self._upsert(calibrators, {"fitted_at": fitted_at, "data": data})

    def _find_config(self, scope: str, subject: str) -> Mapping[str, object] | None:
        wanted = select(configs.c.data).where(
            configs.c.scope == scope,
            configs.c.subject == subject,
            self._owns(configs.c.organization_id),
        )
        return self._find_data(wanted)

    def _find_data(self, wanted: Select[Any]) -> Mapping[str, object] | None:
        found = next((row.data for row in self._all(wanted)), None)
        assert found is None or isinstance(found, dict), "the store holds what the store wrote"
        return found

    def _upsert(self, table: Table, row: RowValues) -> None:
        with self.database.writing() as connection:
            upsert(connection, table, {**row, "organization_id": self.owner})
