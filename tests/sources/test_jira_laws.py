from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from jira_payloads import DONE, PROGRESS, TEAM, TODO, delivery, history, hook, issue, item, read, updated, with_log
from sprintmind.domain.issues import issues
from sprintmind.intake import DeliveryError, parse

STATUSES = {
    each["name"]: each
    for each in (TODO, PROGRESS, DONE, {"name": "Fertig", "statusCategory": {"key": "done"}}, {"name": "Blocked"})
}
START = datetime.fromisoformat("2025-09-22T09:00:00+02:00")

changes = st.lists(
    st.one_of(
        st.tuples(st.just("status"), st.sampled_from(sorted(STATUSES))),
        st.tuples(st.just("resolution"), st.sampled_from(["Done", "Won't Do", ""])),
        st.tuples(st.just("assignee"), st.sampled_from(["acc-tom", "acc-priya", "acc-kim", ""])),
        st.tuples(st.just("summary"), st.sampled_from(["A", "B", "C"])),
        st.tuples(st.just("duedate"), st.sampled_from(["2025-10-03", "2025-10-06", ""])),
        st.tuples(st.just("key"), st.sampled_from(["NW-1", "PAY-2"])),
        st.tuples(st.just("labels"), st.sampled_from(["x", "y"])),
    ),
    max_size=8,
)


def life(steps):
    """An issue's life: its webhooks, and the REST issue at its end."""
    now = {
        "status": "To Do",
        "resolution": "",
        "assignee": "",
        "summary": "A",
        "duedate": "",
        "key": "NW-1",
        "labels": "",
    }
    hooks = [hook("jira:issue_created", shown(now, START), at=START.isoformat())]
    histories = []
    for count, (field, value) in enumerate(steps, 1):
        if now[field] == value:
            continue
        at = START + timedelta(hours=count)
        told = item(field, now[field] or None, value or None, to=value or None, **{"from": now[field] or None})
        now[field] = value
        found = shown(now, at)
        hooks.append(updated(told, found=found, at=at.isoformat(), entry=str(500 + count)))
        histories.append(history(told, entry=str(500 + count), at=at.strftime("%Y-%m-%dT%H:%M:%S.000%z")))
    last = hooks[-1]["issue"]
    return hooks, with_log(last, *histories)


def shown(now, at):
    return issue(
        now["key"],
        created=START.isoformat(),
        updated=at.isoformat(),
        summary=now["summary"],
        status=STATUSES[now["status"]],
        resolution={"name": now["resolution"]} if now["resolution"] else None,
        assignee={"accountId": now["assignee"]} if now["assignee"] else None,
        duedate=now["duedate"] or None,
    )


def standing(events):
    """The newest value of each field of the one issue, by the order of the fold."""
    claims = [claim for event in events for claim in event.claims if not claim.rejected]
    found = {}
    for claim in sorted(claims, key=lambda claim: (claim.said_at, claim.sequence or 0)):
        found[claim.field] = claim.value
    return {field: value for field, value in found.items() if value is not None}


@given(changes)
def test_a_rest_issue_with_its_changelog_says_what_its_webhooks_said(steps):
    hooks, rest = life(steps)
    announced = [event for each in hooks for event in read(each)]
    backfilled = read(rest)
    assert standing([*announced, *backfilled]) == standing(announced)
    if ("status", "Fertig") not in steps:  # a changelog does not tell the category of a status that has passed
        assert standing(backfilled) == standing(announced)


@given(changes)
def test_an_entry_that_its_webhook_and_its_changelog_understand_alike_is_one_event(steps):
    hooks, rest = life(steps)
    announced = {event.key: event for each in hooks[1:] for event in read(each)}
    logged = {event.key: event for event in read(rest)[:-1]}
    assert all(announced[key] == logged[key] for key in announced.keys() & logged.keys())
    strange = sum(step == ("status", "Fertig") for step in steps)
    assert strange or announced.keys() == logged.keys()


@given(changes, st.randoms(use_true_random=False))
def test_the_order_and_repetition_of_observations_do_not_matter(steps, random):
    hooks, rest = life(steps)
    seen = [each for body in (*hooks, rest) for event in read(body) for each in event.observations]
    shuffled = random.sample(seen, len(seen)) + random.choices(seen, k=3)
    assert issues(shuffled) == issues(seen)
    (found,) = issues(seen)
    assert found.key == rest["key"]
    assert not found.history_incomplete


SEEDS = [
    hook("jira:issue_created", issue(assignee={"accountId": "acc-tom"}, duedate="2025-10-03", parent={"key": "NW-9"})),
    updated(item("status", "To Do", "Done"), item("Sprint", "", "S 1", to="4"), item("Key", "NW-1", "PAY-1")),
    updated(item("Link", None, "This issue blocks NW-2"), item("assignee", None, "Tom", to="acc-tom")),
    hook(
        "comment_created",
        issue(),
        comment={
            "id": "1",
            "body": {"type": "doc", "content": [{"type": "text", "text": "x"}]},
            "author": {"name": "tom"},
            "created": "2025-09-23T09:00:00.000+0200",
        },
    ),
    hook("sprint_started", sprint={"id": 5, "name": "S", "state": "active", "startDate": "2025-09-22T09:00:00.000Z"}),
    hook(
        "issuelink_created",
        issueLink={"sourceIssueId": 1, "destinationIssueId": 2, "issueLinkType": {"outwardName": "blocks"}},
    ),
    with_log(
        issue(
            customfield_1=[{"id": 4, "name": "S", "state": "closed"}],
            issuelinks=[{"type": {"inward": "is blocked by"}, "inwardIssue": {"key": "NW-2"}}],
        ),
        history(item("status", "To Do", "Done")),
    ),
    {"issues": [issue()]},
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["NW-1", "OPS-1", "2025-09-23", "9999-12-31T23:59:59.999-2359", "1" * 30]),
    st.lists(
        st.one_of(st.none(), st.integers(), st.dictionaries(st.text(max_size=3), st.none(), max_size=2)), max_size=3
    ),
    st.dictionaries(
        st.sampled_from(["id", "key", "name", "type", "content"]), st.one_of(st.none(), st.text()), max_size=3
    ),
)


@st.composite
def damaged(draw):
    """A payload of ours with some places dropped, emptied, or of another type."""
    value = draw(st.sampled_from(SEEDS))
    for path in draw(st.lists(st.sampled_from(list(places(value))), min_size=1, max_size=3)):
        value = without(value, path) if draw(st.booleans()) else put(value, path, draw(JUNK))
    return value


def places(value, path=()):
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        yield (*path, name)
        yield from places(inner, (*path, name))


def put(value, path, junk):
    name, *rest = path
    if isinstance(value, dict) and name in value:
        return {**value, name: put(value[name], rest, junk) if rest else junk}
    if isinstance(value, list) and isinstance(name, int) and name < len(value):
        return [*value[:name], put(value[name], rest, junk) if rest else junk, *value[name + 1 :]]
    return value


def without(value, path):
    name, *rest = path
    if rest and isinstance(value, dict) and name in value:
        return {**value, name: without(value[name], rest)}
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if key != name}
    return value


@given(damaged())
def test_a_damaged_payload_is_read_or_refused_and_nothing_else(payload):
    try:
        events = parse(delivery(payload), TEAM)
    except DeliveryError:
        return
    assert events
    assert parse(delivery(payload), TEAM) == events
