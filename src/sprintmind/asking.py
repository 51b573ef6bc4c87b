"""What may be asked of a workspace in words: a question, an answer once more, and what was answered before."""

from datetime import datetime
from time import perf_counter

from sprintmind.ask.journey import Means, ask
from sprintmind.care import Care
from sprintmind.domain.events import SourceEvent, named
from sprintmind.domain.evidence import Answer, AnswerId
from sprintmind.domain.moments import Moment
from sprintmind.domain.states import Asked
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.errors import InputError

LONGEST = 2_000
"""A question may have so many characters."""


class Asking(Care):
    """What `App` does with questions."""

    def ask(self, question: str, caller: Caller, *, as_of: datetime | None = None) -> Answer:
        """Answer a question from what the caller may read, and keep the answer with its evidence.

        Args:
            question: In English.
            caller: Who asks.
            as_of: The moment of the past that it is about; None for now, or for the day that the question names.

        Raises:
            InputError: It asks nothing, is too long to be a question, or is about a day that is still to come.
        """
        if not question.strip():
            raise InputError('what is asked? For example: "What is blocked?"')
        if len(question) > LONGEST:
            raise InputError(f"a question may have {LONGEST} characters; this one has {len(question)}")
        means = Means(
            ledger=self._ledger,
            memory=self._adapters.memory,
            meaning=self._adapters.meaning,
            model=self._adapters.model,
            stopwatch=perf_counter,
        )
        moment = self._meant(as_of)
        self._tell_memory_first()
        asked = Asked(moment=moment, team=self._team, policy=self._policy)
        answer = ask(question, caller=caller, asked=asked, means=means)
        self._ledger.asks.called(answer.trace.calls, purpose="ask", at=self.now())
        self._ledger.asks.keep(answer)
        return answer

    def _meant(self, as_of: datetime | None) -> Moment:
        """Give the moment that is asked about; the end of today is now."""
        now, calendar = self.now(), self._team.calendar
        if as_of and calendar.day(as_of) > calendar.day(now):
            raise InputError(f"{calendar.day(as_of)} is still to come: nobody knows how things will stand then")
        return Moment(now=now, as_of=as_of if as_of and as_of < now else None)

    def corrections(self, id: AnswerId, caller: Caller) -> tuple[SourceEvent, ...]:
        """Tell what people corrected of an answer since, as far as the caller may read it."""
        with self._ledger.reading() as reading:
            heard = reading.touching([named("answer", id)])
        return tuple(each.event for each in heard if visible_to(each.event.audience, caller))

    def answered(self, id: AnswerId, caller: Caller) -> Answer:
        """Give an answer again, from the same evidence.

        Whoever asks may be given their own answers, and those given to nobody in particular.

        Raises:
            InputError: The caller was given none of that id.
        """
        found = self._ledger.asks.answer(id)
        if found is None or not _may_read(found, caller):
            raise InputError(f"you were given no answer {id}; the history lists yours")
        return found

    def answers(self, caller: Caller, *, count: int = 20) -> tuple[Answer, ...]:
        """Tell what the caller was answered last, newest first."""
        return self._ledger.asks.answers(person=caller.person, count=count)


def _may_read(answer: Answer, caller: Caller) -> bool:
    """Tell whether an answer is the caller's own or nobody's, and all of its evidence is for them."""
    own = answer.person in (None, caller.person) or caller.operator
    return own and all(visible_to(each.audience, caller) for each in answer.evidence)
