"""What the app may be asked for as a page: the radar, briefs, and the digest that a tick posts."""

from collections.abc import Iterable
from datetime import datetime

from sprintmind.brief.customer import before_a_call
from sprintmind.brief.mine import my_day
from sprintmind.brief.said import said_about
from sprintmind.brief.sprint import sprint_close, sprint_names
from sprintmind.care import Care
from sprintmind.digest import digest
from sprintmind.domain.accounts import Proof, Radar
from sprintmind.domain.briefs import CustomerBrief, PersonalBrief, SprintBrief
from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.evidence import CallTrace
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Person, Team
from sprintmind.domain.proofs import proofs
from sprintmind.domain.sentences import Sentence
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, UnavailableError
from sprintmind.identities import with_links
from sprintmind.ledger.port import Reading
from sprintmind.narrative import modelled, templates
from sprintmind.radar import Author, Prove, everything, narrated, radar
from sprintmind.reflection import reflecting


class Reporting(Care):
    """Pages of one workspace; a look by a person is noted where it is of the present and not asked to be left alone."""

    def radar(
        self,
        moment: Moment,
        caller: Caller,
        *,
        since: datetime | None = None,
        peek: bool = False,
        prove: Prove = everything,
        in_words: bool = True,
    ) -> Radar:
        """Look at everything in flight, as far as the caller may see it.

        Args:
            moment: Of when.
            caller: Who asks.
            since: From when on changes are told; None: since the caller's last look, else the business day before.
            peek: Leave the caller's last look where it is.
            prove: Of which events it is told what they say.
            in_words: Let memory or a model write its prose; otherwise templates do, which takes no time.
        """
        with self._ledger.reading() as reading:
            team = with_links(self._team, reading)
            since = since or _looked(reading, caller.person, "radar")
            found = radar(reading, self._asked(moment), caller, since=since, prove=prove)
        self._look(caller.person, "radar", moment, peek=peek)
        return narrated(found, team=team, author=self._author(team, caller) if in_words else templates(team))

    def my_brief(
        self, person: PersonId, moment: Moment, *, since: datetime | None = None, peek: bool = False
    ) -> PersonalBrief:
        """Tell a person what concerns them; arguments are those of `radar`."""
        with self._ledger.reading() as reading:
            found = my_day(
                reading,
                self._asked(moment),
                _person(person, with_links(self._team, reading)),
                since=since or _looked(reading, person, "brief"),
            )
        self._look(person, "brief", moment, peek=peek)
        return found

    def proof(self, events: Iterable[EventKey], caller: Caller) -> Proof:
        """Tell what events say, word for word, as far as the caller may read it."""
        with self._ledger.reading() as reading:
            return proofs(reading.heard(frozenset(events)), caller)

    def said_about(self, person: PersonId) -> tuple[Sentence, ...]:
        """List every sentence about a person, the latest first: all of it that they or a manager can read."""
        with self._ledger.reading() as reading:
            return said_about(reading, self._asked(Moment(now=self.now())), person)

    def sprints(self, caller: Caller) -> tuple[str, ...]:
        """Name the sprints that there are, as `sprint_brief` takes them."""
        with self._ledger.reading() as reading:
            return sprint_names(reading, self._asked(Moment(now=self.now())), caller)

    def customer_brief(
        self, customer: str, moment: Moment, caller: Caller, *, since: datetime | None = None, peek: bool = False
    ) -> CustomerBrief:
        """Tell what to know before a call with a customer; arguments are those of `radar`.

        Raises:
            InputError: No customer is called so.
        """
        name = self._team.customer_named(customer)
        if name is None:
            known = ", ".join(each.name for each in self._team.customers) or "none"
            raise InputError(f"no customer is called {customer!r}; the people file has {known}")
        page = f"customer:{name}"
        with self._ledger.reading() as reading:
            since = since or _looked(reading, caller.person, page)
            found = before_a_call(reading, self._asked(moment), name, caller, since=since)
        self._look(caller.person, page, moment, peek=peek)
        return found

    def sprint_brief(self, sprint: str, moment: Moment, caller: Caller) -> SprintBrief:
        """Tell how a sprint closes; raises InputError for an unknown one."""
        with self._ledger.reading() as reading:
            return sprint_close(reading, self._asked(moment), sprint, caller)

    def post_digest(self) -> tuple[str, ...]:
        """Post the team's digest if one is due, and tell where; raises UnavailableError where it cannot be put."""
        plan = self._adapters.digests
        if plan is None:
            return ()
        return digest(self._ledger, self._asked(Moment(now=self.now())), plan, author=self._author_for_all)

    def _author_for_all(self, team: Team) -> Author:
        return self._author(team, Caller())

    def _author(self, team: Team, caller: Caller) -> Author:
        """Let memory reflect where it can, else a model write where there is one, else templates."""
        return reflecting(self._adapters.memory, team, caller, count=self._count, other=self._writer(team))

    def _writer(self, team: Team) -> Author:
        try:
            model = self._adapters.model()
        except UnavailableError as error:
            return templates(team, note=f"there is no model: {error}")
        return modelled(model, team, count=self._count) if model else templates(team)

    def _count(self, call: CallTrace) -> None:
        self._ledger.asks.called((call,), purpose="radar", at=self.now())

    def _look(self, person: PersonId | None, page: str, moment: Moment, *, peek: bool) -> None:
        if person and moment.is_now and not peek:
            with self._ledger.writing() as transaction:
                transaction.look(person, page, at=moment.now)


def _looked(reading: Reading, person: PersonId | None, page: str) -> datetime | None:
    return reading.looked(person, page) if person else None


def _person(person: PersonId, team: Team) -> Person:
    found = team.person(person)
    if found is None:
        raise InputError(f"nobody of the team has the id {person!r}")
    return found
