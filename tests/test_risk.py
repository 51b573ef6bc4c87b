import inspect
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprintmind import rules as room
from sprintmind.domain.findings import Change, Finding, Severity
from sprintmind.domain.neighbours import affected, neighbours
from sprintmind.domain.policy import Policy
from sprintmind.domain.viewing import views
from sprintmind.domain.views import TicketView
from sprintmind.errors import ConfigError
from sprintmind.risk import checked, evaluate, known_thresholds, optional_rule, rule, rules, transitions
from work_builders import (
    POLICY,
    TEAM,
    claim,
    commitment,
    found,
    moment,
    ticket,
    work,
)
from worlds import KEYS, NOW, beside, commitments, everyone, tickets, worlds

NINE = {
    "approval_pending",
    "blocked",
    "commitment_at_risk",
    "commitment_ci_failing",
    "conflicting_evidence",
    "dependency_at_risk",
    "review_stalled",
    "stale_in_progress",
    "status_drift",
}
EXTRAS = frozenset(name for name, each in rules().items() if not each.on)
POLICIES = st.sampled_from([POLICY, Policy(rules_on=EXTRAS)])

ON_WORLDS = settings(deadline=None, max_examples=50)
"""A world is slow to make."""


def finding(severity=Severity.MEDIUM, *, subject="NW-1", because="it is"):
    return Finding(rule="blocked", subject=subject, severity=severity, because=because, since=moment("2025-10-01"))


def test_the_nine_rules_are_on_each_named_after_its_file():
    assert {name for name, each in rules().items() if each.on and each.page} >= NINE


@pytest.mark.parametrize("name", sorted(NINE))
def test_a_rules_thresholds_are_named_after_it(name):
    module = inspect.getmodule(__import__(f"sprintmind.rules.{name}", fromlist=[name]))
    own = [each for each in known_thresholds() if each.startswith(f"{name}_")]

    assert all(f'threshold("{each}"' in inspect.getsource(module) for each in own)
    assert room.__doc__


def test_the_nine_rules_thresholds_have_the_policys_numbers():
    assert (
        known_thresholds().items()
        >= {
            "approval_pending_high": 2,
            "approval_pending_medium": 1,
            "blocked_critical": 5,
            "blocked_high": 2,
            "commitment_at_risk_high": 2,
            "commitment_at_risk_medium": 5,
            "commitment_ci_failing_critical": 2,
            "review_stalled_high": 3,
            "review_stalled_in_review": 4,
            "review_stalled_medium": 2,
            "review_stalled_unmerged": 1,
            "stale_in_progress_high": 5,
            "stale_in_progress_medium": 3,
            "status_drift_medium": 1,
        }.items()
    )


def test_an_unknown_threshold_is_refused_with_the_nearest_known_one():
    with pytest.raises(ConfigError, match="'blocked_hihg'; did you mean 'blocked_high'"):
        checked(Policy(thresholds={"blocked_hihg": 3}))
    with pytest.raises(ConfigError, match="blocked_high is -1"):
        checked(Policy(thresholds={"blocked_high": -1}))
    assert checked(Policy(thresholds={"blocked_high": 0})).thresholds == {"blocked_high": 0}


def test_an_optional_rule_finds_nothing_until_a_team_turns_it_on(monkeypatch):
    def every_ticket(view: TicketView):
        yield finding(subject=view.subject)

    registry = dict(rules())
    monkeypatch.setattr("sprintmind.risk._RULES", registry)
    monkeypatch.setattr("sprintmind.risk.rules", lambda: registry)
    optional_rule(every_ticket)

    assert not registry["every_ticket"].on
    assert not found(work([ticket()]), NOW)
    assert len(found(work([ticket()]), NOW, policy=Policy(rules_on=frozenset({"every_ticket"})))) == 1
    rule(every_ticket)
    assert len(found(work([ticket()]), NOW)) == 1


def test_the_gravest_comes_first():
    of = work(
        [ticket("NW-1", claim("blocked", True, "2025-10-08", subject="NW-1")), ticket("NW-2", status="todo")],
        [commitment("NW-2", due="2025-10-07")],
    )

    assert [each.severity.word for each in found(of, NOW)] == ["critical", "medium"]


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        pytest.param(None, Severity.LOW, Change.OPENED, id="opened"),
        pytest.param(Severity.LOW, Severity.CRITICAL, Change.ESCALATED, id="escalated"),
        pytest.param(Severity.HIGH, Severity.MEDIUM, Change.EASED, id="eased"),
        pytest.param(Severity.HIGH, None, Change.RESOLVED, id="resolved"),
        pytest.param(Severity.HIGH, Severity.HIGH, None, id="the same"),
    ],
)
def test_a_finding_changes_in_four_ways(before, after, change):
    old, new = ([finding(each)] if each else [] for each in (before, after))
    changed = transitions(old, new, at=moment(NOW))

    assert [each.change for each in changed] == ([change] if change else [])
    assert all(each.at == moment(NOW) and each.finding in [*new, *old] for each in changed)


def test_another_sentence_is_no_transition():
    assert not transitions([finding(because="for two days")], [finding(because="for three days")], at=moment(NOW))


FINDINGS = st.dictionaries(st.sampled_from(KEYS), st.sampled_from(Severity)).map(
    lambda each: [finding(severity, subject=subject) for subject, severity in each.items()]
)


@given(FINDINGS, FINDINGS)
def test_what_stood_and_what_changed_give_what_stands(before, after):
    standing = {each.id: each.severity for each in before}
    for each in transitions(before, after, at=moment(NOW)):
        standing[each.finding.id] = each.finding.severity
        if each.change is Change.RESOLVED:
            del standing[each.finding.id]

    assert standing == {each.id: each.severity for each in after}


@given(FINDINGS, FINDINGS)
def test_the_way_back_undoes_the_way_there(before, after):
    opposite = {
        Change.OPENED: Change.RESOLVED,
        Change.RESOLVED: Change.OPENED,
        Change.EASED: Change.ESCALATED,
        Change.ESCALATED: Change.EASED,
    }
    there, back = transitions(before, after, at=moment(NOW)), transitions(after, before, at=moment(NOW))

    assert [(each.finding.id, opposite[each.change]) for each in there] == [(e.finding.id, e.change) for e in back]


@ON_WORLDS
@given(worlds(), POLICIES)
def test_every_finding_has_evidence_a_sentence_and_what_resolves_it(world, policy):
    findings = found(world, NOW, policy=policy)

    assert len({each.id for each in findings}) == len(findings)
    for each in findings:
        assert each.evidence
        assert each.because
        assert each.resolves_when
        assert each.since <= moment(NOW)
        assert each.rule in NINE | policy.rules_on
        assert each.subject in everyone(world) | {"OLD-2"}


@ON_WORLDS
@given(worlds(), st.permutations(KEYS), POLICIES)
def test_the_order_of_what_is_given_makes_no_difference(world, order, policy):
    shuffled = replace(
        world,
        tickets={key: world.tickets[key] for key in order},
        commitments=world.commitments[::-1],
        pulls=world.pulls[::-1],
    )

    assert found(shuffled, NOW, policy=policy) == found(world, NOW, policy=policy)


@ON_WORLDS
@given(worlds(), POLICIES, st.data())
def test_some_subjects_with_what_stands_beside_them_give_what_everything_gives(world, policy, data):
    subjects = data.draw(st.sets(st.sampled_from(sorted(everyone(world)))))
    whole = tuple(each for each in found(world, NOW, policy=policy) if each.subject in subjects)

    assert found(beside(world, subjects), NOW, subjects=subjects, policy=policy) == whole


@ON_WORLDS
@given(worlds(), POLICIES, st.data())
def test_looking_again_at_what_an_event_affects_gives_what_looking_at_everything_gives(world, policy, data):
    key = data.draw(st.sampled_from(KEYS))
    promise = data.draw(commitments("promise-1"))
    after = replace(
        world,
        tickets=world.tickets | {key: data.draw(tickets(key))},
        commitments=(promise, *world.commitments[1:]) if data.draw(st.booleans()) else world.commitments,
    )
    before = found(world, NOW, policy=policy)
    changed = {each for each in (*world.commitments, *after.commitments) if _concerns(each, key, world, after)}
    subjects = affected([key], tickets=after.tickets, commitments=tuple(changed), findings=before)
    again = found(beside(after, subjects), NOW, subjects=subjects, policy=policy)

    kept = {each for each in before if each.subject not in subjects}
    assert kept | set(again) == set(found(after, NOW, policy=policy))


def _concerns(promise, key, before, after):
    named = {key, f"OLD-{key[3:]}"}.intersection(promise.tickets)
    return named or promise not in before.commitments or promise not in after.commitments


def test_the_tickets_beside_one_are_its_parent_what_it_waits_on_and_what_looks_at_it():
    one = ticket(
        "NW-1",
        claim("dependency:nw-2", True, "2025-10-01"),
        claim("dependency:acme", True, "2025-10-01"),
        claim("blocked", True, "2025-10-01", waiting_on="PAY-3"),
        parent="NW-9",
    )

    assert neighbours(one) == {"NW-9", "NW-2", "PAY-3"}
    assert neighbours(one, dependents=["NW-4"], children=["NW-5"]) == {"NW-9", "NW-2", "PAY-3", "NW-4", "NW-5"}


def test_a_broken_circle_is_looked_at_again_all_around():
    circle = {
        key: ticket(key, claim(f"dependency:{on}", True, "2025-10-01", subject=key, waiting_on=on))
        for key, on in [("NW-1", "NW-2"), ("NW-2", "NW-3"), ("NW-3", "NW-4"), ("NW-4", "NW-1")]
    }
    before = found(work(circle.values()), NOW)

    assert affected(["NW-1"], tickets=circle | {"NW-1": ticket("NW-1")}, findings=before) == set(circle)


def test_whoever_lies_on_a_broken_circle_is_looked_at_again_even_where_nothing_of_its_own_tells_of_it():
    def waiting(key, *on):
        return ticket(key, *(claim(f"dependency:{o}", True, "2025-10-01", subject=key, waiting_on=o) for o in on))

    before = {"NW-1": waiting("NW-1", "NW-5"), "NW-3": waiting("NW-3", "NW-1"), "NW-5": waiting("NW-5", "NW-3", "NW-1")}
    told = [each for each in found(work(before.values()), NOW) if each.subject == "NW-5"]
    assert {"NW-1", "NW-3", "NW-5"} in [set(each.tickets) for each in told]

    assert affected(["NW-3"], tickets=before | {"NW-3": ticket("NW-3")}, findings=told) == set(before)


def test_a_circle_that_closes_is_looked_at_all_around():
    chain = {
        key: ticket(key, claim(f"dependency:{on}", True, "2025-10-01", subject=key, waiting_on=on))
        for key, on in [("NW-1", "NW-2"), ("NW-2", "NW-3"), ("NW-3", "NW-4"), ("NW-4", "NW-1")]
    }

    assert affected(["NW-1"], tickets=chain) == set(chain)


def test_views_of_another_kind_mean_nothing_to_a_rule():
    built = views(work([ticket(status="todo")]), team=TEAM, policy=POLICY, now=moment(NOW))

    assert evaluate(built) == ()
