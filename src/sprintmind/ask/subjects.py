"""What a question is about: the tickets, promises and people that its words lead to."""

from collections.abc import Iterable
from dataclasses import dataclass

from sprintmind.ask.sight import Sight
from sprintmind.domain.events import TicketKey
from sprintmind.domain.inquiries import Inquiry
from sprintmind.domain.likeness import content_words
from sprintmind.domain.work import Commitment, Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What a question is about."""

    tickets: tuple[Ticket, ...] = ()
    """Named by key, by the number of a pull request, or by words of the title; with histories."""
    strange: tuple[TicketKey, ...] = ()
    """Keys of which nothing is known."""
    commitments: tuple[Commitment, ...] = ()
    """Promises to the customers named, or whose words the topic names."""
    lost: frozenset[str] = frozenset()
    """Words of the topic that lead nowhere."""

    @property
    def named(self) -> bool:
        """Something was named that is known."""
        return bool(self.tickets or self.commitments)


def subjects(inquiry: Inquiry, sight: Sight) -> Subjects:
    """Find what a question is about."""
    by_key = [(key, sight.ticket(key)) for key in inquiry.tickets]
    tickets = [ticket for _, ticket in by_key if ticket]
    tickets += [ticket for ticket in _of_pulls(inquiry.pulls, sight) if ticket not in tickets]
    by_title, reached = _titled(inquiry.topic, sight) if not tickets else ((), frozenset())
    spoken_of = sight.commitments if inquiry.customers or inquiry.topic else ()
    promised = tuple(each for each in spoken_of if _is_meant(each, inquiry))
    reached |= frozenset(word for each in promised for word in _words(each) & inquiry.topic)
    return Subjects(
        tickets=(*tickets, *sight.whole(by_title)),
        strange=tuple(key for key, ticket in by_key if ticket is None),
        commitments=promised,
        lost=inquiry.topic - reached if not tickets else frozenset(),
    )


def _of_pulls(numbers: Iterable[int], sight: Sight) -> Iterable[Ticket]:
    wanted = frozenset(numbers)
    found = (each for each in sight.tickets if any(pull.number in wanted for pull in each.pulls)) if wanted else ()
    return sight.whole(found)


def _titled(topic: frozenset[str], sight: Sight) -> tuple[tuple[Ticket, ...], frozenset[str]]:
    """Find the tickets whose titles hold most of the topic's words; one word is enough if no other title has it."""
    if not topic:
        return (), frozenset()
    shared = {each.key: content_words(str(each.value("title") or "")) & topic for each in sight.tickets}
    most = max((len(words) for words in shared.values()), default=0)
    best = [each for each in sight.tickets if most and len(shared[each.key]) == most]
    if not best or (most * 2 < len(topic)) or (most == 1 and len(best) > 1):
        return (), frozenset()
    return tuple(best[:5]), frozenset(word for each in best for word in shared[each.key])


def _is_meant(commitment: Commitment, inquiry: Inquiry) -> bool:
    if inquiry.customers and commitment.customer not in inquiry.customers:
        return False
    if inquiry.tickets and not set(inquiry.tickets) & set(commitment.tickets):
        return False
    return not inquiry.topic or bool(_words(commitment) & inquiry.topic)


def _words(commitment: Commitment) -> frozenset[str]:
    return content_words(commitment.what)
