"""What every way in may call: one method per thing that a person wants, each a journey or a question to the ledger."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from sprintmind.actions import Action
from sprintmind.adapters import Adapters
from sprintmind.answers import Check, Ingested, LinkPreview, Unmapped, ingested, refusal
from sprintmind.asking import Asking
from sprintmind.checking import Checking
from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import Claim, ClaimId, EventKey, PersonId, Promise, TicketKey, named
from sprintmind.domain.findings import Finding, FindingId
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Person, Team, identity_in
from sprintmind.domain.policy import Policy
from sprintmind.domain.redaction import ticket_for
from sprintmind.domain.sentences import said_by
from sprintmind.domain.suggestions import suggestion
from sprintmind.domain.telling import reason_told
from sprintmind.domain.visibility import OPERATOR, Caller, visible_to
from sprintmind.domain.work import Ticket
from sprintmind.errors import InputError, NotTheirsError
from sprintmind.forget import Receipt
from sprintmind.health import examine
from sprintmind.hearing import Hearing, Reader
from sprintmind.identities import with_links
from sprintmind.inlets.port import Inlet, Survey
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.ledger.port import Ledger
from sprintmind.linking import preview
from sprintmind.outlook import Outlook, awake
from sprintmind.proposals import Proposals, proposals
from sprintmind.proposing.modelled import ModelReader, PartsWatch
from sprintmind.questions import findings_at, ticket_at
from sprintmind.record import AT_ONCE, Recorded, record, rehearse
from sprintmind.remembering import Remembering
from sprintmind.reporting import Reporting
from sprintmind.synchronise import Synced, Watch, synchronise
from sprintmind.transcription.port import Heard
from sprintmind.transcription.transcript import transcript_of


class App(Remembering, Asking, Reporting, Outlook, Checking, Hearing):
    """One workspace, opened; made by `bootstrap.open_app`.

    Args:
        ledger: Where everything is kept.
        team: The people file's.
        policy: By which findings are judged.
        clock: Tells the time, or `SPRINTMIND_NOW`.
        adapters: What may be called beside the ledger.
        read: Reads a text into statements, for `extract`.
        model_reader: Lets a model propose beside the rules what a text claims; None: the rules read alone.
    """

    def __init__(
        self,
        *,
        ledger: Ledger,
        team: Team,
        policy: Policy,
        clock: Callable[[], datetime],
        adapters: Adapters,
        read: Reader,
        model_reader: ModelReader | None = None,
    ) -> None:
        super().__init__(ledger=ledger, team=team, policy=policy, clock=clock, adapters=adapters)
        self._read = read
        self._model_reader = model_reader

    def ingest(
        self,
        deliveries: Iterable[Delivery],
        *,
        dry_run: bool = False,
        baseline: bool = False,
        watch: PartsWatch | None = None,
    ) -> Ingested:
        """Read and record deliveries, some hundred in one transaction; those that cannot be read are listed.

        Args:
            deliveries: What came.
            dry_run: Tell what would come of each, and store nothing.
            baseline: They tell how things stood before anybody watched: findings open, and nobody is told of it.
            watch: Is told how many of how many parts of a text a model has read.
        """
        taken = self.take(deliveries, dry_run=dry_run, baseline=baseline, watch=watch)
        return taken if dry_run else replace(taken, memory_backlog=self._backlog())

    def take(
        self,
        deliveries: Iterable[Delivery],
        *,
        dry_run: bool = False,
        baseline: bool = False,
        watch: PartsWatch | None = None,
    ) -> Ingested:
        """Do what `ingest` does, and do not count what waits for memory: counting takes longer the more that is."""
        given, read_by = self._heard(tuple(deliveries), watch=watch)
        if dry_run:
            results = [self._tried(delivery) for delivery in given]
        else:
            parts = (given[start : start + AT_ONCE] for start in range(0, len(given), AT_ONCE))
            results = [ingested(self._record(part, baseline=baseline)) for part in parts]
        return Ingested(
            events=tuple(event for result in results for event in result.events),
            transitions=tuple(change for result in results for change in result.transitions),
            memory_backlog=max((result.memory_backlog for result in results), default=0),
            refused=tuple(refused for result in results for refused in result.refused),
            read_by=read_by,
        )

    def survey(self, inlet: Inlet, *, since: datetime | None = None) -> Survey:
        """Count what reading another system would read, and read none of it."""
        with self._ledger.reading() as reading:
            cursors = reading.cursors(inlet.system)
        return inlet.survey(cursors, since=since)

    def sync(self, inlet: Inlet, *, since: datetime | None = None, watch: Watch | None = None) -> Synced:
        """Read another system from where reading it stood, and record what it tells; the first time as a baseline.

        Args:
            inlet: Reads it.
            since: From when on instead.
            watch: Is shown every step, once it is recorded.
        """
        synced = synchronise(inlet, ledger=self._ledger, take=self.take, since=since, watch=watch)
        return replace(synced, memory_backlog=self._backlog())

    def propose(self, kind: str, seen: Iterable[Synced]) -> Proposals:
        """Suggest settings from what was read of one kind of system: github or jira."""
        tickets = self._state(Moment(now=self.now()), history=True).tickets
        found = tuple(unmapped.identity for unmapped in self.people()[1])
        return proposals(seen, kind=kind, unmapped=found, tickets=tickets, team=self.team)

    def transcript(self, recording: Path, *, heard: Heard) -> bytes:
        """Transcribe a recording into WebVTT, and store nothing; raises what `transcript_of` does.

        Args:
            recording: A file.
            heard: Is told how far it is.
        """
        return transcript_of(recording, self._adapters.transcription, heard=heard)

    def ticket(self, key: TicketKey, moment: Moment, caller: Caller) -> Ticket:
        """Tell one ticket's state, with its history, by any key that it has had; raises InputError if there is none."""
        with self._ledger.reading() as reading:
            ticket = ticket_at(reading, key, self._asked(moment))
        if ticket is None:
            raise InputError(f"nothing is known of a ticket {key}; the list of tickets has those that are")
        return ticket_for(caller, ticket, team=self._team)

    def heard(self, events: frozenset[EventKey]) -> dict[EventKey, datetime]:
        """Tell when each event first reached us, UTC."""
        with self._ledger.reading() as reading:
            return dict(reading.heard_at(events))

    def risks(self, moment: Moment, caller: Caller, *, snoozed: bool = False) -> tuple[Finding, ...]:
        """Evaluate the rules, gravest first; snoozed findings only where asked for."""
        with self._ledger.reading() as reading:
            findings = findings_at(reading, self._asked(moment))
        seen = tuple(finding for finding in findings if visible_to(finding.audience, caller))
        return seen if snoozed else awake(seen, self.acknowledged(), at=moment.said_by)

    def people(self) -> tuple[tuple[Person, ...], tuple[Unmapped, ...]]:
        """List the team's people, and the identities seen that are nobody's."""
        with self._ledger.reading() as reading:
            team = with_links(self._team, reading)
            found = reading.identities()
        unmapped = (
            Unmapped(identity=i.identity, source=i.source, seen=i.events, suggestion=suggestion(i.identity, team))
            for i in found
            if team.identified(*i.identity.split(":", 1)) is None
        )
        return team.people, tuple(unmapped)

    def correct(
        self,
        text: str,
        *,
        by: PersonId,
        ticket: TicketKey | None = None,
        field: str | None = None,
        value: str | None = None,
        reason: str | None = None,
        answer: str | None = None,
    ) -> Ingested:
        """Record a correction, in words or by field, perhaps of an answer; a reason settles the conflict it opens."""
        action = Action(
            action="correct",
            by=by,
            at=self.now(),
            text=text,
            ticket=ticket,
            field=field,
            value=value,
            reason=reason or "",
            answer=answer,
        )
        return self._act(action)

    def settle(self, conflict: str, *, value: str, by: PersonId, reason: str) -> Ingested:
        """Settle an open conflict; raises InputError for an unknown or closed one, or a value that is not of it."""
        found = self._conflict(conflict)
        sides = {str(side).casefold(): side for side in (found.value, found.challenger.value)}
        if value.casefold() not in sides:
            raise InputError(f"{value!r} is no side of this conflict; it is between {' and '.join(sides)}")
        return self._act(
            Action(
                action="settle",
                by=by,
                at=self.now(),
                ticket=found.subject,
                field=found.field,
                value=sides[value.casefold()],
                reason=reason,
            )
        )

    def withdraw(self, claim: ClaimId, *, by: PersonId) -> Ingested:
        """Take back what was read from somebody's own words.

        Raises:
            InputError: The claim is unknown, or was read from nobody's words.
            NotTheirsError: Somebody else said it.
        """
        found = self._said(claim)
        if found.voice is None or not found.source.speaks:
            raise InputError(f"{claim} was not read from anybody's words; a correction says what is true")
        if said_by(found) != by:
            raise NotTheirsError(f"only whoever said it can take {claim} back; a correction says what is true")
        action = Action(
            action="withdraw",
            by=by,
            at=self.now(),
            claim=claim,
            voice=found.voice,
            ticket=found.subject if isinstance(found, Claim) else None,
            field=found.field if isinstance(found, Claim) else None,
            customer=found.customer if isinstance(found, Promise) else None,
        )
        return self._act(action)

    def promise(
        self,
        *,
        customer: str,
        what: str,
        due: date | None,
        by: PersonId,
        owner: PersonId | None = None,
        ticket: TicketKey | None = None,
    ) -> Ingested:
        """Record a promise to a customer that a person enters."""
        action = Action(
            action="promise",
            by=by,
            at=self.now(),
            customer=customer,
            what=what,
            due=due,
            owner=owner,
            ticket=ticket,
        )
        return self._act(action)

    def answer_promise(
        self, id: ClaimId, *, action: str, by: PersonId, reason: str = "", outcome: str = "kept"
    ) -> Ingested:
        """Confirm, reject or close a promise; raises InputError for an unknown one."""
        found = next((c for c in self._commitments(Moment(now=self.now())) if id in c.ids), None)
        if found is None:
            raise InputError(f"no promise has the id {id}; the list of promises has their ids")
        return self._act(
            Action(
                action=action,
                by=by,
                at=self.now(),
                promise=found.id,
                customer=found.customer,
                reason=reason,
                outcome=outcome if action == "close" else None,
            )
        )

    def preview_link(self, identity: str, person: PersonId | None) -> LinkPreview:
        """Tell what a link would change, and change nothing; raises InputError for what is no identity."""
        try:
            known = identity_in(identity)
        except ValueError as error:
            raise InputError(str(error)) from error
        with self._ledger.reading() as reading:
            return preview(reading, known, person, self._asked(Moment(now=self.now())))

    def link(self, identity: str, person: PersonId | None, *, by: PersonId) -> Ingested:
        """Record whose identity it is (None: nobody's); it reaches into the past."""
        return self._act(Action(action="link", by=by, at=self.now(), identity=identity, person=person))

    def acknowledge(
        self, finding: FindingId, *, by: PersonId, until: datetime | None = None, reason: str = "", snooze: bool = False
    ) -> Ingested:
        """Record that a person has seen a finding, or wants it back later; raises InputError if there is none."""
        found = self.risks(Moment(now=self.now()), OPERATOR, snoozed=True)
        if finding not in {each.id for each in found}:
            known = ", ".join(each.id for each in found) or "none"
            raise InputError(f"there is no finding {finding}; there are: {known}")
        word = "snooze" if snooze else "acknowledge"
        return self._act(Action(action=word, by=by, at=self.now(), finding=finding, until=until, reason=reason))

    def tick(self) -> Ingested:
        """Time has passed: what waited counts, rules are evaluated, memory is told, and a digest is posted if due."""
        return replace(super().tick(), posted=self.post_digest())

    def forget(self, *, person: str | None = None, document: str | None = None, dry_run: bool = False) -> Receipt:
        """See `Remembering.forget`; what was learned of lessons that are gone or say less is let go of too."""
        receipt = super().forget(person=person, document=document, dry_run=dry_run)
        if receipt.stored:
            self.forget_phrases()
        return receipt

    def doctor(self) -> tuple[Check, ...]:
        """Look at everything that can be wrong."""
        unmapped, calls = self.people()[1], self._ledger.asks.calls()
        with self._ledger.reading() as reading:
            about, memory, team = self._ledger.about(), self.memory_status(), self._team
            now = self.now()
            return examine(reading, about=about, team=team, now=now, unmapped=unmapped, memory=memory, calls=calls)

    def _act(self, action: Action) -> Ingested:
        delivery = Delivery(source="dashboard", body=action.body(), received_at=self.now())
        recorded = self._record([delivery])
        for refused in recorded.refused:
            raise refused.error
        return replace(ingested(recorded), memory_backlog=self._backlog())

    def _record(self, deliveries: Sequence[Delivery], *, baseline: bool = False) -> Recorded:
        recorded = record(
            deliveries,
            ledger=self._ledger,
            team=self._team,
            policy=self._policy,
            now=self.now(),
            baseline=baseline,
            linked=self._linked,
        )
        self._linked = recorded.team
        return recorded

    def _tried(self, delivery: Delivery) -> Ingested:
        try:
            told = rehearse(delivery, ledger=self._ledger, team=self._team, policy=self._policy, now=self.now())
        except DeliveryError as error:
            return Ingested(refused=(refusal(delivery, error),))
        return ingested(told)

    def _conflict(self, id: str) -> Conflict:
        """Find an open conflict among all, whoever may see it."""
        found = self.conflicts(Moment(now=self.now()), OPERATOR, closed=True)
        conflict = next((each for each in found if each.id == id), None)
        if conflict is None:
            raise InputError(f"no conflict has the id {id}; the list of conflicts has the open ones")
        if not conflict.open:
            raise InputError(f"the conflict {id} is closed: {reason_told(conflict.closed_because or '')}")
        return conflict

    def _said(self, claim: ClaimId) -> Claim | Promise:
        with self._ledger.reading() as reading:
            heard = reading.touching([named("claim", claim)])
        items: list[Claim | Promise] = [item for each in heard for item in each.event.claims]
        items += [item for each in heard for item in each.event.promises]
        found = next((item for item in items if item.id == claim), None)
        if found is None:
            raise InputError(f"no claim has the id {claim}; a ticket's story has the ids of its claims")
        return found
