"""Tables: declared once; they change by migrations only, and a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
    text,
)

from holdfast.adapters.sql.column_types import JsonText, SafeText, UtcTime, Word
from holdfast.model.access import Role
from holdfast.model.archive import RunnerUp
from holdfast.model.healing_decision import ConfidenceFactors, Gate, HealingAction, ReviewState
from holdfast.model.queued_run import RunState
from holdfast.model.remembered import DEFAULT_ORGANIZATION
from holdfast.model.replay_result import StepOutcome
from holdfast.model.thresholds import ExperimentStatus, ThresholdExperiment, Thresholds, Variant

# Oldest first; each is a file in migrations/versions.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011")
VERSION_TABLE = "holdfast_version"

metadata = MetaData()


def _organization(*, key: bool = True) -> Column[str]:
    """Return the column that says whose a row is; what people name is theirs alone."""
    return Column(
        "organization_id",
        SafeText,
        primary_key=key,
        nullable=False,
        default=DEFAULT_ORGANIZATION,
        server_default=DEFAULT_ORGANIZATION,
    )


recordings = Table(
    "recordings",
    metadata,
    _organization(),
    Column("id", SafeText, primary_key=True),
    Column("name", SafeText, nullable=False),
    Column("path", SafeText, nullable=False),
    Column("start_url", SafeText, nullable=False),
    Column("updated_at", UtcTime),
)

runs = Table(
    "runs",
    metadata,
    Column("id", SafeText, primary_key=True),
    Column("name", SafeText, nullable=False),
    Column("recording_id", SafeText),
    Column("organization_id", SafeText),
    Column("user_id", SafeText),
    Column("started_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime),
    Column("passed", Boolean),
    Column("steps", Integer, nullable=False),
    Column("held_steps", Integer, nullable=False),
    Index("ix_runs_started_at", "started_at"),
)

# Every step of every run; a healed one has its decision in the log under the same number.
steps = Table(
    "steps",
    metadata,
    Column("job_id", SafeText, key="run_id", primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("step_id", SafeText, nullable=False),
    Column("title", SafeText, nullable=False),
    Column("outcome", Word(StepOutcome), nullable=False),
    Column("action", Word(HealingAction)),  # what was decided about a healing
    Column("confidence", SmallInteger),
    Column("effect_seen", Boolean),  # None: the step has no effect that can be seen
    Column("reason", SafeText, nullable=False),
    Column("duration_ms", Float, nullable=False),
    Column("url", SafeText, nullable=False),
)

confidence_logs = Table(
    "confidence_logs",
    metadata,
    # run, step and attempt in one: writing a decision twice keeps one row
    Column("id", SafeText, primary_key=True),
    Column("job_id", SafeText, key="run_id", nullable=False),
    Column("step_number", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("timestamp", UtcTime, nullable=False),
    Column("raw_ai_confidence", Float, nullable=False),
    Column("calculated_confidence", SmallInteger, nullable=False),
    Column("final_confidence", SmallInteger, nullable=False),
    Column("factors", JsonText(ConfidenceFactors), nullable=False),
    Column("boosters_applied", JsonText(tuple[str, ...]), nullable=False),
    Column("penalties_applied", JsonText(tuple[str, ...]), nullable=False),
    Column("action", Word(HealingAction), nullable=False),
    Column("threshold_used", JsonText(Thresholds), nullable=False),
    Column("gates", JsonText(tuple[Gate, ...]), nullable=False),
    Column("applied", Boolean, nullable=False),
    Column("succeeded", Boolean),
    Column("organization_id", SafeText),
    Column("user_id", SafeText),
    Column("recording_id", SafeText),
    Column("fingerprint_id", SafeText),
    Column("experiment_id", SafeText),
    Column("variant", Word(Variant), nullable=False),
    Column("proposer", SafeText, nullable=False),
    Column("probability", Float),
    Column("margin", Float),
    Column("advice", JsonText),  # what an adviser was asked, said and cost; mostly nothing
    Index("ix_confidence_logs_timestamp", "timestamp"),
    Index("ix_confidence_logs_experiment_id", "experiment_id"),
    # A report is about one organization, also where many share a database.
    Index("ix_confidence_logs_organization", "organization_id", "timestamp"),
)

healings = Table(
    "healings",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("entry_id", SafeText, nullable=False, unique=True),
    Column("job_id", SafeText, key="run_id", nullable=False),
    Column("step_number", Integer, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("confidence", SmallInteger, nullable=False),
    Column("action", Word(HealingAction), nullable=False),
    Column("recording_id", SafeText),
    Column("step_id", SafeText),
    Column("fingerprint_id", SafeText),
    Column("found_id", SafeText),  # the proposed element, as fingerprint_id the recorded one
    Column("label", SafeText, nullable=False),
    Column("url", SafeText, nullable=False),
    Column("old_selector", SafeText, nullable=False),
    Column("new_selector", SafeText, nullable=False),
    Column("fingerprint", JsonText),
    Column("review_state", Word(ReviewState), nullable=False),
    Column("reviewed_at", UtcTime),
    Column("reviewer", SafeText),
    Column("reason", SafeText),
    Column("picked", Integer),  # the element accepted instead of the one proposed
    Column("change_id", Text, nullable=False, server_default=""),
    Column("has_offer", Boolean, nullable=False, server_default=false()),
    # Those of its change, once more: a search with a further filter joins nothing.
    Column("words", SafeText, nullable=False, server_default=""),
    _organization(key=False),
    Index("ix_healings_review_state", "review_state"),
    Index("ix_healings_step", "recording_id", "step_id"),
    # The others, so that SQLite takes it before the queue's own for what waits of one run.
    Index("ix_healings_job_id", "run_id", "organization_id", "review_state", "change_id"),
    Index("ix_healings_fingerprint_id", "fingerprint_id", "number"),
    # A page of the queue is chosen from this alone: a row holds a whole page of somebody's site.
    Index(
        "ix_healings_queue",
        *"organization_id review_state action confidence number recording_id has_offer".split(),
    ),
    sqlite_autoincrement=True,  # a number that people have seen is never given twice
)

# Each change once: from this alone, and in its order; its words as with ix_changes_words below.
_CHANGE = [
    healings.c[name]
    for name in (
        "organization_id review_state change_id action confidence number has_offer recording_id"
    ).split()
]
Index("ix_healings_change", *_CHANGE).ddl_if(dialect="postgresql")
Index("ix_healings_words", *_CHANGE, healings.c.words).ddl_if(dialect="sqlite")

# What is searched for words: a healing itself is as large as the page that it holds.
changes = Table(
    "changes",
    metadata,
    _organization(),
    Column("change_id", Text, primary_key=True),
    Column("words", SafeText, nullable=False),  # label, old code and new, in small letters
    # What of it waits, as waiting_changes.py sums it; nothing while times is 0.
    Column("useful", SmallInteger, nullable=False, server_default="0"),
    Column("times", Integer, nullable=False, server_default="0"),
    Column("sure", SmallInteger, nullable=False, server_default="0"),
    Column("least", BigInteger, nullable=False, server_default="0"),
)
# The queue in its order. In SQLite its words stand there, too, so that a search reads nothing else;
# PostgreSQL keeps no long texts in an index, and reads the table itself as fast.
_WAITING = (
    changes.c.organization_id,
    changes.c.useful,
    changes.c.times.desc(),
    changes.c.sure.desc(),
    changes.c.least,
    changes.c.change_id,
)
Index("ix_changes_waiting", *_WAITING).ddl_if(dialect="postgresql")
Index("ix_changes_words", *_WAITING, changes.c.words).ddl_if(dialect="sqlite")

healing_notifications = Table(
    "healing_notifications",
    metadata,
    Column("entry_id", SafeText, primary_key=True),
    Column("job_id", SafeText, key="run_id", nullable=False),
    Column("step_number", Integer, nullable=False),
    Column("old_selector", SafeText, nullable=False),
    Column("new_selector", SafeText, nullable=False),
    Column("confidence", SmallInteger, nullable=False),
    Column("action", Word(HealingAction), nullable=False),
    Column("status", Word(ReviewState), nullable=False),
    Column("created_at", UtcTime, nullable=False),
)

experiments = Table(
    "experiments",
    metadata,
    _organization(),
    Column("id", SafeText, primary_key=True),
    Column("name", SafeText, nullable=False),
    Column("status", Word(ExperimentStatus), nullable=False),
    Column("start_date", UtcTime, nullable=False),
    Column("data", JsonText(ThresholdExperiment), nullable=False),
    # One active at a time, also when two people start one at the same moment.
    Index(
        "ux_experiments_active",
        "organization_id",
        "status",
        unique=True,
        sqlite_where=text("status = 'active'"),
        postgresql_where=text("status = 'active'"),
    ),
)

configs = Table(
    "configs",
    metadata,
    _organization(),
    Column("scope", Text, primary_key=True),  # user or recording
    Column("subject", SafeText, primary_key=True),
    Column("data", JsonText, nullable=False),
)

outcome_cache = Table(
    "outcome_cache",
    metadata,
    _organization(),
    Column("kind", Text, primary_key=True),  # pattern: a kind of page
    Column("key", SafeText, primary_key=True),
    Column("successes", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
)

# Answers of advisers by what they were asked: nobody pays twice for the same question.
advice_cache = Table(
    "advice_cache",
    metadata,
    _organization(),
    Column("key", SafeText, primary_key=True),
    Column("created_at", UtcTime, nullable=False),
    Column("data", JsonText, nullable=False),
)

calibrators = Table(
    "calibrators",
    metadata,
    _organization(),
    Column("fitted_at", UtcTime, primary_key=True),
    Column("data", JsonText, nullable=False),
)

# What a person looks at to answer a healing: pictures of the element, and who came next.
healing_evidence = Table(
    "healing_evidence",
    metadata,
    Column("entry_id", SafeText, primary_key=True),
    Column("reason", SafeText, nullable=False),
    Column("runners_up", JsonText(tuple[RunnerUp, ...]), nullable=False),
    Column("before", LargeBinary),
    Column("after", LargeBinary),
    Column("page", LargeBinary),  # the page that it was looked for on, with what is secret hidden
    Column("page_scale", Float),
    Column("page_x", Float),
    Column("page_y", Float),
)

# Who may use the portal. A token itself is nowhere, only what can be compared with it.
portal_tokens = Table(
    "portal_tokens",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("organization_id", SafeText, nullable=False),
    Column("user_id", SafeText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("role", Word(Role), nullable=False),
    Column("expires_at", UtcTime),
)

portal_sessions = Table(
    "portal_sessions",
    metadata,
    Column("session_hash", Text, primary_key=True),
    Column("token_hash", Text, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
)

# Who answered and set what; rows are only ever added.
audit_log = Table(
    "audit_log",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    _organization(key=False),
    Column("at", UtcTime, nullable=False),
    Column("user_id", SafeText, nullable=False),
    Column("act", SafeText, nullable=False),
    Column("subject", SafeText, nullable=False),
    Column("detail", SafeText, nullable=False),
    Index("ix_audit_log_organization", "organization_id", "number"),
    sqlite_autoincrement=True,
)

# Wrong tokens of the last minute, where several portals share a database.
portal_failures = Table(
    "portal_failures",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("key", SafeText, nullable=False),
    Column("at", UtcTime, nullable=False),
    Index("ix_portal_failures_key", "key", "at"),
    sqlite_autoincrement=True,
)

# Runs that wait for a worker, are under way, or have ended. The engine's own tables say who is
# next; these say who may act, and nobody acts without having asked them.
queue_runs = Table(
    "queue_runs",
    metadata,
    Column("run_id", SafeText, primary_key=True),
    _organization(key=False),
    Column("name", SafeText, nullable=False),
    Column("state", Word(RunState), nullable=False),
    Column("version", SafeText, nullable=False),
    Column("job", JsonText, nullable=False),
    Column("recording", LargeBinary, nullable=False),
    Column("idempotent", Boolean, nullable=False),
    Column("queued_at", UtcTime, nullable=False),
    Column("started_at", UtcTime),
    Column("acted_at", UtcTime),
    Column("ended_at", UtcTime),
    Column("claim", SafeText),
    Column("worker", SafeText, nullable=False, default=""),
    Column("attempts", Integer, nullable=False, default=0),
    Column("cancelled", Boolean, nullable=False, default=False),
    Column("result", JsonText),
    Index("ix_queue_runs_state", "state", "queued_at"),
)

queue_workers = Table(
    "queue_workers",
    metadata,
    _organization(),
    Column("id", SafeText, primary_key=True),
    Column("host", SafeText, nullable=False),
    Column("version", SafeText, nullable=False),
    Column("concurrency", Integer, nullable=False),
    Column("started_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
)

queue_schedules = Table(
    "queue_schedules",
    metadata,
    _organization(),
    Column("name", SafeText, primary_key=True),
    Column("cron", Text, nullable=False),
    Column("version", SafeText, nullable=False),
    Column("job", JsonText, nullable=False),
    Column("recording", LargeBinary, nullable=False),
)
