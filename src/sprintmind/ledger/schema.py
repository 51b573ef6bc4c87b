"""Every table, once, for every database.

Facts are what was heard. State is a cache of the fold and can be made again from the facts. Operational tables are
about running the system: no fold, rule or grade reads them.

Times are stored as ISO text in UTC, whole seconds or finer, so that they sort as they happened on every database.
Text that a person may want erased lives in columns of its own (`ERASABLE`), which no fold reads.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
)
from sqlalchemy import Text as PlainText

VERSION = 6
"""Of the schema; a database of a later one is refused. A change here is a step in `steps.py` too."""

Text = PlainText().with_variant(PlainText(collation="C"), "postgresql")
"""Text that sorts by code point on every database, as Python sorts it and as ranges of names need it."""

metadata = MetaData()

# ---------------------------------------------------------------- facts

bodies = Table(
    "bodies",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("packed", LargeBinary),  # zlib; None once erased
    Column("size", Integer, nullable=False),  # bytes before packing
)

events = Table(
    "events",
    metadata,
    Column("heard", Integer, primary_key=True, autoincrement=True),  # the order of hearing
    Column("key", Text, nullable=False, unique=True),
    Column("source", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("said_at", Text, nullable=False),
    Column("heard_at", Text, nullable=False),
    Column("ignored", Text),
    Column("reader", Text, nullable=False),  # the version of what read it
    Column("reading", LargeBinary, nullable=False),  # JSON of the event without its quotes
    Column("quotes", LargeBinary),  # JSON, the quotes by claim; None once erased
    Column("body", Text, nullable=False),
    Column("delivery", LargeBinary, nullable=False),  # JSON, what came along with the body
    Index("events_by_kind", "kind"),
    Index("events_by_source", "source", "heard", "heard_at"),
    Index("events_by_hearing", "heard_at"),
    sqlite_autoincrement=True,
)

touches = Table(
    "touches",
    metadata,
    Column("name", Text, primary_key=True),
    Column("heard", Integer, primary_key=True),
    Index("touches_by_event", "heard"),
    sqlite_with_rowid=False,
)

# ---------------------------------------------------------------- state

tickets = Table(
    "tickets",
    metadata,
    Column("key", Text, primary_key=True),
    Column("state", LargeBinary, nullable=False),  # JSON of the ticket without its history
    Column("history", LargeBinary, nullable=False),  # JSON of every field's history, without quotes
)

live = Table(
    "live",
    metadata,
    Column("ticket", Text, primary_key=True),  # still to be done: neither done, cancelled nor deleted
    sqlite_with_rowid=False,
)

waiting = Table(
    "waiting",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until", Text, nullable=False, index=True),  # when what was said for the future begins to count
)

aliases = Table(
    "aliases",
    metadata,
    Column("key", Text, primary_key=True),  # every key that is not the current one
    Column("ticket", Text, nullable=False, index=True),
)

claims = Table(
    "claims",
    metadata,
    Column("ticket", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("event", Text, nullable=False),
    Column("field", Text, nullable=False),
    Column("decision", Text, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("current", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Index("claims_by_claim", "claim"),
    Index("claims_by_event", "event"),
    sqlite_with_rowid=False,
)

conflicts = Table(
    "conflicts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("ticket", Text, nullable=False, index=True),
    Column("open", Boolean, nullable=False),
    Column("state", LargeBinary, nullable=False),  # JSON
)

neighbours = Table(
    "neighbours",
    metadata,
    Column("ticket", Text, primary_key=True),
    Column("other", Text, primary_key=True),  # its parent, or what it waits on, by any key
    Index("neighbours_by_other", "other"),
    sqlite_with_rowid=False,
)

pulls = Table(
    "pulls",
    metadata,
    Column("name", Text, primary_key=True),  # as events name it; only those that work on no ticket
    Column("state", LargeBinary, nullable=False),  # JSON
)

sprints = Table(
    "sprints",
    metadata,
    Column("name", Text, primary_key=True),
    Column("start", Text),
)

sprint_ends = Table(
    "sprint_ends",
    metadata,
    Column("name", Text, primary_key=True),
    Column("state", LargeBinary, nullable=False),  # JSON
)

commitments = Table(
    "commitments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("customer", Text, nullable=False, index=True),
    Column("status", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),  # JSON
)

promised = Table(
    "promised",
    metadata,
    Column("ticket", Text, primary_key=True),  # as the promise names it
    Column("commitment", Text, primary_key=True),
    Index("promised_by_commitment", "commitment"),
    sqlite_with_rowid=False,
)

findings = Table(
    "findings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("subject", Text, nullable=False, index=True),
    Column("severity", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),  # JSON
)

concerned = Table(
    "concerned",
    metadata,
    Column("ticket", Text, primary_key=True),
    Column("finding", Text, primary_key=True),
    Index("concerned_by_finding", "finding"),
    sqlite_with_rowid=False,
)

lessons = Table(
    "lessons",
    metadata,
    Column("id", Text, primary_key=True),
    Column("status", Text, nullable=False, index=True),  # draft | active | superseded | retired
    Column("state", LargeBinary, nullable=False),  # JSON
)

checks = Table(
    "checks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Text, nullable=False, index=True),
    Column("plan", Text, nullable=False, index=True),  # the digest of its text
    Column("state", LargeBinary, nullable=False),  # JSON, with its outcome and override
)

# ---------------------------------------------------------------- what we believed when

transitions = Table(
    "transitions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("finding", Text, nullable=False, index=True),
    Column("change", Text, nullable=False),
    Column("severity", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),  # JSON of the finding
    Index("transitions_by_moment", "at"),
    sqlite_autoincrement=True,
)

# ---------------------------------------------------------------- operational

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("event", Text, nullable=False, index=True),
    Column("delivery_id", Text),
    Column("received_at", Text, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("document", Text, nullable=False),
    Column("kind", Text, nullable=False),  # event | transition | erasure
    Column("queued_at", Text, nullable=False),
    Column("delivered_at", Text),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("retry_at", Text),  # not before; None: at once
    Column("leased_until", Text),  # by the real clock; a worker that died lets go so
    Column("lessee", Text),
    Column("error", Text),  # of the last attempt
    Column("parked_at", Text),  # given up until a person asks for it again
    Index("outbox_by_delivery", "delivered_at"),  # what has no such moment yet is counted
    Index("outbox_by_document", "document", "id"),
    sqlite_autoincrement=True,
)

retained = Table(
    "retained",
    metadata,
    Column("document", Text, primary_key=True),  # as memory knows it, without the number of a part
    Column("parts", Integer, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)

mental_models = Table(
    "mental_models",
    metadata,
    Column("name", Text, primary_key=True),
    Column("made_at", Text, nullable=False),
    Column("rests_on", Text, nullable=False),  # a digest of it; another one makes the model stale
    Column("state", LargeBinary, nullable=False),  # JSON
)

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

cursors = Table(
    "cursors",
    metadata,
    Column("system", Text, primary_key=True),  # what is read: github:api.github.com/northwind/shop
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

asks = Table(
    "asks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("asked_at", Text, nullable=False, index=True),
    Column("person", Text, index=True),  # who asked; None: nobody in particular
    Column("answer", LargeBinary, nullable=False),  # JSON, with its evidence and trace
)

looks = Table(
    "looks",
    metadata,
    Column("person", Text, primary_key=True),
    Column("page", Text, primary_key=True),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)

model_calls = Table(
    "model_calls",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Text, nullable=False),
    Column("purpose", Text, nullable=False),  # ask | radar | advice | reading
    Column("model", Text, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("milliseconds", Integer, nullable=False),
    Column("error", Text),
    sqlite_autoincrement=True,
)

erased = Table(
    "erased",
    metadata,
    Column("kind", Text, primary_key=True),  # person | name | word | document
    Column("identity", Text, primary_key=True),  # a digest: what is erased is recognised, and stands nowhere
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("secret", Text, nullable=False),  # argon2
    Column("person", Text),
    Column("made_at", Text, nullable=False),
    Column("sessions_since", Text),  # older sessions are void
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),  # of the token, which is shown once
    Column("name", Text, nullable=False),
    Column("person", Text),
    Column("scopes", Text, nullable=False),  # separated by spaces
    Column("made_at", Text, nullable=False),
    Column("used_at", Text),
    Column("expires_at", Text),
    Column("revoked_at", Text),
)

migrations = Table(
    "migrations",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("applied_at", Text, nullable=False),
)

FACTS = (bodies, events, touches)
STATE = (
    tickets,
    live,
    waiting,
    aliases,
    claims,
    conflicts,
    neighbours,
    pulls,
    sprints,
    sprint_ends,
    commitments,
    promised,
    lessons,
    checks,
)
FINDINGS = (findings, concerned)
"""State too, kept when the rest is made again: how they change is what we believed when."""
BELIEFS = (transitions,)
OPERATIONAL = (
    deliveries,
    outbox,
    retained,
    mental_models,
    meta,
    cursors,
    asks,
    looks,
    model_calls,
    erased,
    accounts,
    tokens,
    migrations,
)
_STAYING = (touches, retained, mental_models, accounts, tokens, migrations)
"""What another database makes anew, what is about this one's memory, and the secrets of this one."""

MOVED = tuple(table for table in (*FACTS, *BELIEFS, *OPERATIONAL) if table not in _STAYING)
"""What a workspace takes along to another database; all else follows from it."""

ERASABLE = (bodies.c.packed, events.c.quotes)
