"""What may be asked of a workspace in words: a question, an answer once more, and what was answered before."""

from time import perf_counter

from sprintmind.ask.journey import Means, ask
from sprintmind.care import Care
from sprintmind.domain.evidence import Answer, AnswerId
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.errors import InputError
from sprintmind.questions import Asked

LONGEST = 2_000
"""A question may have so many characters."""


class Asking(Care):
    """What `App` does with questions."""

    def ask(self, question: str, caller: Caller) -> Answer:
        """Answer a question from what the caller may read, and keep the answer with its evidence.

        Raises:
            InputError: It asks nothing, or is too long to be a question.
        """
        if not question.strip():
            raise InputError('what is asked? `sprintmind ask "What is blocked?"`')
        if len(question) > LONGEST:
            raise InputError(f"a question may have {LONGEST} characters; this one has {len(question)}")
        means = Means(
            ledger=self._ledger,
            memory=self._adapters.memory,
            meaning=self._adapters.meaning,
            model=self._adapters.model,
            stopwatch=perf_counter,
        )
        asked = Asked(moment=Moment(now=self.now()), team=self._team, policy=self._policy)
        answer = ask(question, caller=caller, asked=asked, means=means)
        self._ledger.asks.called(answer.trace.calls, purpose="ask", at=self.now())
        self._ledger.asks.keep(answer)
        return answer

    def answered(self, id: AnswerId, caller: Caller) -> Answer:
        """Give an answer again, from the same evidence; raises InputError if the caller was given none of that id."""
        found = self._ledger.asks.answer(id)
        if found is None or not _may_read(found, caller):
            raise InputError(f"you were given no answer {id}; `sprintmind ask --history` lists yours")
        return found

    def answers(self, caller: Caller, *, count: int = 20) -> tuple[Answer, ...]:
        """Tell what the caller was answered last, newest first."""
        return self._ledger.asks.answers(person=caller.person, count=count)


def _may_read(answer: Answer, caller: Caller) -> bool:
    """Tell whether an answer is the caller's own, and all of its evidence is still for them."""
    own = answer.person == caller.person or caller.operator
    return own and all(visible_to(each.audience, caller) for each in answer.evidence)
