"""How soon a question is answered, without a model, beside what its recalls alone take."""

from contextlib import ExitStack
from statistics import median
from time import perf_counter

from bench.databases import FILES
from bench.growth import fill
from bench.measures import Measure
from bench.mix import settings
from bench.recalling import MANY, Writer, filled
from bench.workplace import desk
from sprintmind.adapters import Adapters
from sprintmind.app import App
from sprintmind.ask.recollections import Recalling
from sprintmind.documents import extract
from sprintmind.domain.events import PersonId
from sprintmind.domain.inquiries import Inquiry, Intent
from sprintmind.domain.visibility import Caller
from sprintmind.embeddings.minilm import open_minilm
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.memory.port import Memories

LIVE, ALL = 1_000, 5_000  # tickets
PRIYA = Caller(person=PersonId("priya"))
QUESTIONS = (
    "Why is NW-1000007 still in review?",
    "What is the status of NW-1004999?",
    "Who owns NW-1004500?",
    "What did we promise Acme?",
    "When is NW-1004321 due?",
    "What did Tom say about the retry queue?",
    "What is blocking me today?",
    "What should I do next?",
)


def asking(rounds: int, *, many: int = MANY) -> Measure:
    """Measure questions over many memories and tickets against their recalls alone, one after the other."""
    embeddings = open_minilm()
    ours: list[float] = []
    floor: list[float] = []
    with ExitStack() as open_until_the_end:
        at = open_until_the_end.enter_context(desk())
        fill(at, FILES.ledger(at), live=LIVE, every=ALL)
        memories, _ = open_until_the_end.enter_context(filled(embeddings, Writer(), many=many))
        app = App(
            ledger=SqliteLedger(at.file, now=at.clock),
            team=settings().team(),
            policy=settings().policy(),
            clock=at.clock,
            adapters=Adapters(memory=lambda: memories, meaning=lambda: None, model=lambda: None),
            read=extract,
        )
        for _ in range(rounds + 1):
            pairs = [(_recalled(question, memories, app), _asked(question, app)) for question in QUESTIONS]
            floor.append(1000 * median(recalled for recalled, _ in pairs))
            ours.append(1000 * median(asked for _, asked in pairs))
    return Measure(
        name=f"`ask` over {many:,} memories and {ALL:,} tickets, without a model",
        unit="ms",
        ours=tuple(ours[1:]),
        floor=tuple(floor[1:]),
        floor_is="its three recalls alone, at once",
        must=2.0,
    )


def _asked(question: str, app: App) -> float:
    began = perf_counter()
    app.ask(question, PRIYA)
    return perf_counter() - began


def _recalled(question: str, memories: Memories, app: App) -> float:
    began = perf_counter()
    inquiry = Inquiry(text=question, intent=Intent.STATUS)
    recalling = Recalling(inquiry, caller=PRIYA, memory=lambda: memories, team=app.team, stopwatch=perf_counter)
    recalling.taken(lambda: None, known=())
    return perf_counter() - began
