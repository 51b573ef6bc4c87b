"""A person corrects a field, settles a conflict, or takes back what was read from their words."""

from sprintmind.actions import Done
from sprintmind.domain.events import Claim, Name, Source, SourceEvent, Span, TicketKey, Value, Voice, named
from sprintmind.domain.values import field_value
from sprintmind.domain.versions import PromiseWithdrawn
from sprintmind.intake import DeliveryError
from sprintmind.reading.comments import read_comment


def correct(done: Done) -> SourceEvent:
    """Read a correction: by field it claims that field, in words it claims what the words say.

    With a reason it is a correction and, in the same event, the settlement of the conflict that it may open.
    """
    if done.action.field is None:
        return _in_words(done)
    done.ticket()
    value = _typed(done)
    claims = [_claim(done, 0, source=Source.FEEDBACK, value=value)]
    if done.action.reason:
        claims.append(_claim(done, 1, source=Source.SETTLEMENT, value=value))
    return _event(done, claims)


def settle(done: Done) -> SourceEvent:
    """Read a settlement; whether there was a conflict to settle, the fold decides."""
    done.needed("reason")
    return _event(done, [_claim(done, 0, source=Source.SETTLEMENT, value=done.action.value)])


def withdraw(done: Done) -> SourceEvent:
    """Read that a speaker takes back one claim, or one promise, read from their words."""
    voice = Voice(done.needed("voice"))
    if done.action.customer:
        gone = PromiseWithdrawn(event=done.key, at=done.at, voice=voice, customer=done.action.customer)
        return SourceEvent(
            key=done.key,
            source=Source.DASHBOARD,
            kind="withdraw",
            said_at=done.at,
            words=done.action.reason,
            author=done.action.by,
            observations=(gone,),
        )
    claim = Claim(
        id=done.claim_id(),
        event=done.key,
        subject=TicketKey(done.needed("ticket")),
        field=done.needed("field"),
        value=None,
        source=Source.DASHBOARD,
        said_at=done.at,
        voice=voice,
        withdraws=True,
        person=done.action.by,
        span=Span(quote=done.action.reason, path="dashboard.withdraw"),
    )
    return _event(done, [claim])


def _typed(done: Done) -> Value:
    value = done.action.value
    if not isinstance(value, str):
        return value
    try:
        return field_value(done.needed("field"), value, done.team)
    except ValueError as error:
        raise DeliveryError(str(error)) from error


def _in_words(done: Done) -> SourceEvent:
    text = done.needed("text")
    claims, promises = read_comment(
        text,
        document=done.key,
        said_at=done.at,
        author=done.action.by,
        team=done.team,
        source=Source.FEEDBACK,
        event=done.key,
    )
    named_keys = done.team.ticket_keys(f"{done.action.ticket or ''} {text}")
    return SourceEvent(
        key=done.key,
        source=Source.FEEDBACK,
        kind="correct",
        said_at=done.at,
        words=text,
        author=done.action.by,
        claims=tuple(claims),
        promises=tuple(promises),
        touches=frozenset(named("ticket", key) for key in named_keys) | _answers(done),
    )


def _claim(done: Done, number: int, *, source: Source, value: Value) -> Claim:
    claim = done.claim_id(number)
    return Claim(
        id=claim,
        event=done.key,
        subject=TicketKey(done.needed("ticket").upper()),
        field=done.needed("field"),
        value=value,
        source=source,
        said_at=done.at,
        position=number,
        voice=Voice(claim),
        person=done.action.by,
        span=Span(quote=done.action.text or done.action.reason, path=f"dashboard.{done.action.action}"),
    )


def _event(done: Done, claims: list[Claim]) -> SourceEvent:
    return SourceEvent(
        key=done.key,
        source=claims[0].source,
        kind=done.action.action,
        said_at=done.at,
        words=done.action.text or done.action.reason,
        author=done.action.by,
        claims=tuple(claims),
        touches=_answers(done),
    )


def _answers(done: Done) -> frozenset[Name]:
    """Name the answer that a correction is of, so that it is found again with it."""
    return frozenset((named("answer", done.action.answer),)) if done.action.answer else frozenset()
