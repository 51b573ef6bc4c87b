"""Checks of plans as documents."""

from collections.abc import Iterable, Mapping

from sprintmind.domain.plan_checks import Override, Panel, PlanCheck, Quote, ToldOutcome
from sprintmind.domain.plans import PlanCondition, Untaken
from sprintmind.domain.redaction import check_for
from sprintmind.domain.verdicts import CounterExample, Match
from sprintmind.plans.asking import Checked, Touched
from sprintmind.plans.following import Followed
from sprintmind.plans.outcomes import Due
from sprintmind.plans.reporting import Report, Row
from sprintmind.shapes.reader import Document, Reader, day


def checked(found: Checked, reader: Reader, *, explain: bool = False) -> Document:
    """Write the answer to a check."""
    made, graded = check_for(reader.caller, found.check), found.assessment.graded
    document: Document = {
        "id": made.id,
        "verdict": made.verdict.value,
        "because": made.because,
        "conditions": [condition(each, explain=explain) for each in made.conditions],
        "matches": [match(each) for each in graded.matches],
        "counter_examples": list(made.counter_examples),
        "counter_evidence": [counter_example(each) for each in made.counters],
        "advice": made.advice,
        "smallest_change": made.smallest_change,
        "lowers_to": found.assessment.change.verdict.value if found.assessment.change else None,
        "promises": [promise(each) for each in found.bridge.promises],
        "tickets": list(found.bridge.tickets),
        "notes": list(found.bridge.notes),
        "compared_with": made.compared,
        "services": sorted(made.services),
        "memory": memory(made.panel, found.texts),
        "author": made.author,
        "plan": made.plan,
        "planned_at": made.planned_at.isoformat() if made.planned_at else None,
        "override": override(found.override, reader) if found.override else None,
        "warnings": list(found.warnings),
    }
    if explain:
        document["not_taken"] = [untaken(each) for each in found.assessment.untaken]
        document["bases"] = [
            {
                "kind": each.kind.value,
                "conditions": list(each.conditions),
                "lessons": list(each.lessons),
                "covered": each.covered,
            }
            for each in graded.bases
        ]
    if found.hotfixes:
        document["hotfixes"] = [kept(each, reader) for each in found.hotfixes]
    return document


def shown(made: PlanCheck, found: Iterable[Followed], reader: Reader) -> Document:
    """Write a check as it is kept, with what became of what its plan named."""
    return {**kept(made, reader), "followed": [followed(each, reader) for each in found]}


def followed(each: Followed, reader: Reader) -> Document:
    """Write what became of a pull request since a plan that named it was checked."""
    landed = each.pull.landed_at or each.pull.merged_at
    return {
        "pull": each.pull.name,
        "ticket": each.ticket,
        "status": each.pull.status.value,
        "landed_at": reader.time(landed) if landed else None,
        "reverted": each.pull.reverted,
        "ci": each.pull.ci.value,
        "commits": list(each.commits),
        "deployments": [
            {"environment": one.environment, "state": one.state, "at": reader.time(one.at), "sha": one.sha}
            for one in each.deployments
        ],
        "hints": list(each.hints),
    }


def quote(each: Quote) -> Document:
    """Write what a cited experience said when the plan was checked."""
    return {"lesson": each.lesson, "situation": each.situation, "learned": each.learned}


def kept(made: PlanCheck, reader: Reader) -> Document:
    """Write a check as it is kept, with its outcome and its overrides, as far as the reader may see it."""
    made = check_for(reader.caller, made)
    return {
        "id": made.id,
        "at": reader.time(made.at),
        "by": made.by,
        "title": made.title,
        "kind": made.kind,
        "plan": made.plan,
        "planned_at": made.planned_at.isoformat() if made.planned_at else None,
        "verdict": made.verdict.value,
        "because": made.because,
        "conditions": [condition(each) for each in made.conditions],
        "matches": [match(each) for each in made.matches],
        "counter_examples": list(made.counter_examples),
        "counter_evidence": [counter_example(each) for each in made.counter_evidence],
        "quotes": [quote(each) for each in made.quotes],
        "lessons": [{"id": name, "version": version} for name, version in made.lessons],
        "compared_with": made.compared,
        "policy": made.policy,
        "advice": made.advice,
        "smallest_change": made.smallest_change,
        "tickets": list(made.tickets),
        "memory": memory(made.panel, {}),
        "author": made.author,
        "outcome": outcome(made.outcome, reader) if made.outcome else None,
        "overrides": [override(each, reader) for each in made.overrides],
    }


def told(made: PlanCheck, reader: Reader) -> Document:
    """Write the one outcome of a check; `id` is what later verdicts cite."""
    found = outcome(made.outcome, reader) if made.outcome else {}
    return {"id": made.outcome_id, "check": made.id, "verdict": made.verdict.value, **found}


def condition(each: PlanCondition, *, explain: bool = False) -> Document:
    """Write a condition with the words that gave it, and to explain it how it was found."""
    document: Document = {"condition": each.condition, "words": each.words, "safe": each.safe}
    if explain:
        document |= {"common": each.common, "found_by": each.found_by.value, "why": each.why}
    return document


def untaken(each: Untaken) -> Document:
    """Write a condition whose words occur and that the plan does not have."""
    return {"condition": each.condition, "words": each.words, "why": each.why}


def match(each: Match) -> Document:
    """Write what a plan shares with one failure or near miss."""
    return {
        "lesson": each.lesson,
        "type": each.type.value,
        "conditions": list(each.conditions),
        "incident_group": each.incident.removeprefix("group:") if each.incident.startswith("group:") else None,
        "outcome": each.outcome,
        "guarded": each.guarded,
    }


def counter_example(each: CounterExample) -> Document:
    """Write a similar case that went fine, and what of its safe side the plan lacks."""
    return {
        "lesson": each.lesson,
        "conditions": list(each.conditions),
        "covers": list(each.covers),
        "unmet": list(each.unmet),
        "outcome": each.outcome,
        "outdated": each.outdated,
    }


def promise(each: Touched) -> Document:
    """Write a promise that a plan touches."""
    return {
        "customer": each.customer,
        "due": day(each.due),
        "ticket": each.ticket,
        "what": each.what,
        "commitment": each.commitment,
        "why": each.why,
    }


def memory(panel: Panel, texts: Mapping[str, str]) -> Document:
    """Write what was asked of memory, and what it recalled."""
    return {
        "used": panel.used,
        "backend": panel.backend,
        "queries": [
            {
                "query": each.query,
                "results": [{"id": name, "text": texts.get(name, "")} for name in each.found],
                "ms": each.milliseconds,
            }
            for each in panel.queries
        ],
        "ms": panel.milliseconds,
        "path": panel.path,
    }


def outcome(each: ToldOutcome, reader: Reader) -> Document:
    """Write how a plan turned out."""
    return {
        "action": each.action.value,
        "result": each.result.value if each.result else None,
        "note": each.note,
        "by": each.by,
        "at": reader.time(each.at),
    }


def override(each: Override, reader: Reader) -> Document:
    """Write who let a plan pass, why, and until when."""
    return {
        "by": each.by,
        "reason": each.reason,
        "at": reader.time(each.at),
        "expires": reader.time(each.expires),
        "incident": each.incident,
    }


def due(each: Due) -> Document:
    """Write whose outcome is asked for."""
    suggests = each.suggests.value if each.suggests else None
    return {"check": each.check.id, "title": each.check.title, "ask": each.ask, "suggests": suggests}


def report(found: Report) -> Document:
    """Write the track record."""
    return {
        "checks": found.checks,
        "verdicts": [row(each) for each in found.rows if each.checks],
        "red_proceeded": {
            "known": found.overridden_known,
            "failed": found.overridden_failed,
            "rate": found.overridden_rate,
        },
    }


def row(each: Row) -> Document:
    """Write the checks of one verdict."""
    return {
        "verdict": each.verdict.value,
        "checks": each.checks,
        "changed": each.changed,
        "fine": each.fine,
        "failed": each.failed,
        "pending": each.pending,
        "overridden": each.overridden,
        "failure_rate": each.failure_rate,
    }
