"""Domain objects for a terminal to show; each builder makes one, with what matters given."""

from datetime import UTC, date, datetime

from sprintmind.answers import RecordedEvent
from sprintmind.domain.authority import Conflict, Decided, Decision, FieldHistory
from sprintmind.domain.events import TEAM_AUDIENCE, Audience, Claim, Promise, Source, Span, Visibility
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.work import CiState, Commitment, CommitmentStatus, PullRequest, PullStatus, Ticket

MONDAY = datetime(2025, 9, 29, 7, tzinfo=UTC)
TUESDAY = datetime(2025, 9, 30, 13, 2, 11, tzinfo=UTC)
SECRET = Audience(visibility=Visibility.PARTICIPANTS, people=frozenset({"priya"}), ask="dana")


def claim(
    value, source=Source.GITHUB, *, field="status", at=TUESDAY, quote="", id="c1", audience=TEAM_AUDIENCE, **more
):
    return Claim(
        id=id,
        event=more.pop("event", f"{source}:e:{id}"),
        subject=more.pop("subject", "NW-236"),
        field=field,
        value=value,
        source=source,
        said_at=at,
        span=Span(quote=quote, line=more.pop("line", None), path=more.pop("path", None)),
        audience=audience,
        **more,
    )


def decided(made, decision=Decision.ACCEPTED, *, reason="", late=False, current=False):
    return Decided(claim=made, decision=decision, reason=reason, late=late, current=current)


def history(*decisions, field="status", conflicts=()):
    holder = next((each.claim for each in decisions if each.current), None)
    return FieldHistory(
        subject="NW-236",
        field=field,
        value=holder.value if holder else None,
        holder=holder,
        decided=decisions,
        conflicts=conflicts,
    )


def disputed_ticket(*, title="SSO for the portal", audience=TEAM_AUDIENCE):
    """NW-236: GitHub says done, the meeting says it is in progress."""
    merged = claim("done", path="pull_request.merged", quote="true")
    meeting = claim(
        "in_progress", Source.MEETING, at=TUESDAY.replace(hour=15), quote="NW-236 SSO is still in progress", id="c2",
        audience=audience,
    )  # fmt: skip
    reason = "less trusted than the current value (set by github on 2025-09-30)"
    open_conflict = conflict(merged, meeting)
    return Ticket(
        key="NW-236",
        keys=frozenset({"NW-236"}),
        fields={
            "title": history(decided(claim(title, field="title", id="t1"), current=True), field="title"),
            "status": history(
                decided(merged, current=True),
                decided(meeting, Decision.CONFLICTING, reason=reason),
                conflicts=(open_conflict,),
            ),
        },
        pulls=(pull(),),
    )


def conflict(holder=None, challenger=None, *, closed_by=None, because=None):
    holder = holder or claim("done")
    challenger = challenger or claim("in_progress", Source.MEETING, id="c2", quote="still in progress")
    return Conflict(
        id="NW-236/status/in_progress",
        subject="NW-236",
        field="status",
        value=holder.value,
        holder=holder,
        challenger=challenger,
        since=challenger.said_at,
        closed_by=closed_by,
        closed_because=because,
    )


def pull(status=PullStatus.MERGED, ci=CiState.FAILING):
    return PullRequest(
        repository="northwind/portal",
        repository_id=1,
        number=88,
        status=status,
        title="SSO",
        author="priya",
        head="a" * 40,
        branch="nw-236-sso",
        works_on=frozenset({"NW-236"}),
        ci=ci,
        event="github:pull:1",
    )


def commitment(*, audience=TEAM_AUDIENCE, needs_review=False, **more):
    promise = Promise(
        id="p1",
        event="meeting:m:1",
        customer="Acme",
        what="the sandbox",
        source=Source.MEETING,
        said_at=MONDAY,
        due=date(2025, 10, 3),
        due_phrase="by Friday",
        owner="priya",
        tickets=("NW-236",),
        span=Span(quote="I'll send Acme the sandbox by Friday", line=3),
        audience=audience,
    )
    return Commitment(
        id="p1",
        ids=frozenset({"p1"}),
        customer="Acme",
        what="the sandbox",
        due=date(2025, 10, 3),
        due_phrase="by Friday",
        owner="priya",
        tickets=("NW-236",),
        status=CommitmentStatus.OPEN,
        said=(promise,),
        needs_review=needs_review,
        audience=audience,
        **more,
    )


def finding(severity=Severity.CRITICAL, *, because="CI is failing on northwind/portal#88", audience=TEAM_AUDIENCE):
    return Finding(
        rule="commitment_ci_failing",
        subject="NW-236",
        severity=severity,
        because=because,
        since=MONDAY,
        evidence=("github:check:1",),
        ask="priya",
        resolves_when="CI passes",
        tickets=("NW-236",),
        commitment="p1",
        audience=audience,
    )


def recorded(*decisions, new=True, **more):
    return RecordedEvent(key="github:pull:1", new=new, claims=decisions, **more)
