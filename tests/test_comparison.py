"""What was is folded in outline, and pages look into few histories; neither may show anything else for it."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as some

from spoken import TEAM, Clock, app_in, at, said
from sprintmind.demo.sprint import play
from sprintmind.domain.accounts import proof_of
from sprintmind.domain.derivation import dossier, is_known, ticket_state
from sprintmind.domain.differences import is_compared, ticket_changes
from sprintmind.domain.heard import index
from sprintmind.domain.moments import Moment
from sprintmind.domain.outline import outline
from sprintmind.domain.policy import Policy
from sprintmind.domain.redaction import ticket_for
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.questions import Asked
from sprintmind.radar import radar
from sprintmind.sight import sight
from sprintmind.web.pages.radar import LISTED, gravest, shown

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
CALLERS = (
    Caller(),
    Caller(person="tom"),
    Caller(person="dana", manager=True),
    Caller(operator=True),
)
FIELDS = ("status", "blocked", "assignee", "approval:legal", "approval:dana", "dependency:NW-2", "title")
VALUES = {"status": ("done", "in_review", "todo"), "assignee": ("tom", "priya", None), "title": ("A", "B")}

words = some.builds(
    lambda by, days, field, value, seen, key, document: said(
        by,
        days / 4,
        (key, field, VALUES.get(field, (True, False, "pending"))[value % len(VALUES.get(field, "abc"))]),
        visibility=seen,
        **({"document": document} if document else {}),
    ),
    some.sampled_from(["standup", "meeting", "task_update", "github", "dashboard"]),
    some.integers(0, 24),
    some.sampled_from(FIELDS),
    some.integers(0, 5),
    some.sampled_from(["team", "team", "managers", "private"]),
    some.sampled_from(["NW-1", "NW-2", "PAY-1"]),
    some.sampled_from(["", "", "notes"]),
)


def reading_of(file):
    return SqliteLedger(file, now=lambda: DAY).reading()


def asked(now):
    return Asked(moment=Moment(now=now), team=TEAM, policy=Policy())


def outlined(key, touching, caller, *, team, by):
    return outline(
        dossier(key, touching),
        of=is_compared,
        heard_by=lambda claim: visible_to(claim.audience, caller),
        team=team,
        window=Policy().window,
        by=by,
    )


def told(before, after, team):
    """Tell every change between two states of a ticket, as its reader may see them."""
    return [each.text for each in ticket_changes(before, after, team=team)]


def assert_outlines_hold(events, keys, moments, *, team):
    """See that a ticket's outline of any moment changes into what it is now just as its whole fold does."""
    for by in moments:
        then = index(each for each in events if each.at <= by)
        for key in keys:
            now = ticket_state(dossier(key, index(events)), team=team, window=Policy().window, by=moments[-1])
            was = ticket_state(dossier(key, then), team=team, window=Policy().window, by=by)
            for caller in CALLERS:
                before = ticket_for(caller, was, team=team) if is_known(was) else None
                after = ticket_for(caller, now, team=team)
                if after.deleted:
                    continue
                assert told(outlined(key, then, caller, team=team, by=by), after, team) == told(before, after, team)


@settings(max_examples=25, deadline=None)
@given(some.lists(words, min_size=1, max_size=10))
def test_an_outline_of_the_past_tells_the_same_changes_as_a_whole_fold(tmp_path_factory, texts):
    clock = Clock(at(7))
    folder = tmp_path_factory.mktemp("outline")
    app = app_in(folder, clock)
    for n, each in enumerate(texts):
        clock.now = at(n / 2)
        app.ingest([each])
    with reading_of(folder / "ledger.db") as reading:
        events = reading.events()
    moments = [at(n / 2) for n in range(0, 11, 3)]
    assert_outlines_hold(events, ("NW-1", "NW-2", "PAY-1"), moments, team=TEAM)


def test_of_a_whole_sprint_every_outline_holds(tmp_path):
    app = play(tmp_path, now=DAY)
    with reading_of(tmp_path / "default.db") as reading:
        events, tickets = reading.events(), reading.tickets()
    moments = [*sorted({each.at for each in events})[::4], DAY]
    assert len(moments) > 3
    assert_outlines_hold(events, [each.key for each in tickets], moments, team=app.team)


@settings(max_examples=25, deadline=None)
@given(some.lists(words, min_size=1, max_size=10))
def test_a_look_with_few_histories_sees_what_one_with_all_sees(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("sight")
    app = app_in(folder, Clock(at(7)))
    app.ingest(texts)
    with reading_of(folder / "ledger.db") as reading:
        for caller in CALLERS:
            few = sight(reading, asked(at(7)), caller)
            every = sight(reading, asked(at(7)), caller, histories=True)
            assert few.findings == every.findings
            assert [bare(each) for each in few.tickets] == [bare(each) for each in every.tickets]


def bare(ticket):
    """Tell of a ticket what a page shows of its present."""
    return ticket.key, {name: (h.value, h.holder, h.open_conflicts) for name, h in ticket.fields.items()}


def test_what_the_page_shows_is_proven_as_if_everything_were(tmp_path):
    app = play(tmp_path, now=DAY)
    with reading_of(tmp_path / "default.db") as reading:
        question = Asked(moment=Moment(now=DAY), team=app.team, policy=Policy())
        given = {"since": DAY - timedelta(days=20)}
        whole, page = (radar(reading, question, Caller(), **given, **more) for more in ({}, {"prove": shown}))
    parts = (page.blocked, page.at_risk, page.commitments, page.changes.found[::-1], page.decisions)
    grounds = [each.grounds for part in parts for each in part[:LISTED]]
    grounds += [each.evidence for each in gravest(page)[:LISTED]]
    assert sum(map(bool, grounds)) > 5
    for each in grounds:
        assert proof_of(each, page.proof) == proof_of(each, whole.proof)
    assert page.proof.keys() < whole.proof.keys()
