"""Where a workspace is put together; beside `opening`, the only module that names an adapter."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from sprintmind.adapters import Adapters, deaf
from sprintmind.app import App
from sprintmind.by_path import loaded
from sprintmind.digest import Digests
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.schedule import Schedule
from sprintmind.embeddings.meaning import Meaning
from sprintmind.embeddings.phrase_file import PhraseFile
from sprintmind.errors import UnavailableError
from sprintmind.forget import forget
from sprintmind.garbage import look_seldom
from sprintmind.hearing import Reader
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.port import Inlet
from sprintmind.intake import Delivery
from sprintmind.ledger.files import graves, ledger_file, risen
from sprintmind.ledger.port import Ledger
from sprintmind.ledger.tombstones import TombstoneFile
from sprintmind.llm.port import Model
from sprintmind.memory.port import Memories
from sprintmind.outlets.folder import Folder
from sprintmind.proposing.modelled import Modelled, ModelReader, PartsWatch
from sprintmind.reading.statements import Statement
from sprintmind.risk import checked, rules
from sprintmind.settings.models import Settings
from sprintmind.settings.values import NOT_BUILT
from sprintmind.transcription.port import Transcription
from sprintmind.verification import follow

_SQLITE = "sprintmind.ledger.sqlite:SqliteLedger"
_POSTGRES = "sprintmind.ledger.postgresql:PostgresLedger"
"""Adapters by path, so that a command that opens no ledger loads no database."""

_INLETS = {"github": "sprintmind.inlets.github:open_inlets", "jira": "sprintmind.inlets.jira:open_inlets"}
"""Other systems that can be read, each by the function that opens its inlets."""

_MEMORIES = {
    "embedded": "sprintmind.memory.embedded:open_memory",
    "hindsight": "sprintmind.memory.hindsight:open_memory",
}
"""Each by the function that opens it for a home, a workspace, the settings and what opens the model."""

_MEANING = "sprintmind.embeddings.choice:open_meaning"
_MODEL = "sprintmind.llm.pydantic_ai:open_model"

_WHISPER = "sprintmind.transcription.faster_whisper:open_whisper"
_LISTENING_SERVER = "sprintmind.transcription.endpoint:open_endpoint"

_AGENTS = "sprintmind.mcp.server:serve"

_PAGES = "sprintmind.web.server:serve"
_PASSWORDS = "sprintmind.web.passwords:Passwords"

_EXTRAS = {
    _POSTGRES: "postgres",
    _MEMORIES["hindsight"]: "hindsight",
    _MODEL: "llm",
    _WHISPER: "audio",
    _AGENTS: "mcp",
    _PAGES: "web",
    _PASSWORDS: "web",
}
"""What an adapter needs beside what is always installed."""

_FOR = {_WHISPER: "[transcription] model needs more: "}
"""Which setting asks for an adapter, where nothing else on the command line does."""

_READER = "sprintmind.documents:extract"
_MODEL_READER = "sprintmind.documents:propose"
"""What reads English, by path, so that a command that reads none loads none of it."""


class Configured(Protocol):
    """What a workspace needs of the settings."""

    def team(self) -> Team:
        """Give the people file's team."""

    def policy(self) -> Policy:
        """Give the team's policy."""

    def fingerprint(self) -> str:
        """Give a text that changes with everything that the reading or the fold of an event depends on."""

    @property
    def database(self) -> str:
        """The address of the ledger's database; empty: a file in the home."""

    @property
    def memory_backend(self) -> str:
        """Which memory: embedded or hindsight."""

    @property
    def model_name(self) -> str:
        """Which language model; empty: none."""

    @property
    def digest_folder(self) -> str:
        """Where the team's digest goes, from the home on; empty: nowhere."""

    def schedule(self) -> Schedule:
        """Give when the team's digest is due."""

    @property
    def transcription_model(self) -> str:
        """Which model turns recordings into words on this machine; empty: none."""

    @property
    def transcription_url(self) -> str:
        """Which server does; empty: none."""


class Serve(Protocol):
    """Serves the pages of a workspace until it is stopped."""

    def __call__(
        self,
        app: App,
        *,
        settings: Settings,
        home: Path,
        host: str,
        port: int,
        say: Callable[[str], None],
        sample: bool = False,
    ) -> None:
        """Serve; what a person should know, the address first, is said."""


class Hashes(Protocol):
    """Makes digests of passwords that are slow to guess."""

    def digest(self, password: str) -> str:
        """Make the digest that is kept."""


def _untold(_: str) -> None:
    """Tell nobody."""


def _as_chosen(adapters: Adapters) -> Adapters:
    """Leave everything as the settings have it."""
    return adapters


def open_app(
    home: Path,
    *,
    workspace: str = "default",
    settings: Configured,
    now: Callable[[], datetime],
    notice: Callable[[str], None] = _untold,
    beside: Callable[[Adapters], Adapters] = _as_chosen,
) -> App:
    """Open a workspace; events that other settings read, or an older fold, are brought up to date first.

    Args:
        home: The data directory; it is made where there is none.
        workspace: Which ledger, one per team.
        settings: The team's.
        now: Tells the time.
        notice: Is told what a person should know of it.
        beside: Changes what is called beside the ledger, as a case does that needs a memory that is down.

    Raises:
        ConfigError: The workspace's name cannot be one.
        UnavailableError: The home cannot be made, the ledger cannot be opened, or what opens it is not installed.
    """
    file = ledger_file(home, workspace)
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnavailableError(f"the home {home} cannot be made: {error.strerror}") from error
    look_seldom()
    ledger = _ledger(file, workspace, settings.database, now=now)
    team, policy = settings.team(), checked(settings.policy())
    for name in sorted(policy.rules_on.difference(rules() if policy.rules_on else ())):
        why = NOT_BUILT.get(name, "it may be a later version's")
        notice(f"[policy] rules_on: this version has no rule {name!r}, so nothing is found by it: {why}")
    again = follow(ledger, fingerprint=settings.fingerprint(), team=team, policy=policy, now=now())
    if again:
        notice(again)
    adapters = beside(_adapters(home, workspace, settings))
    _honour(ledger, adapters.graves, team=team, policy=policy, now=now, notice=notice)
    return App(
        ledger=ledger, team=team, policy=policy, clock=now, adapters=adapters, read=_extracted, model_reader=_modelled
    )


def _honour(
    ledger: Ledger,
    stones: TombstoneFile | None,
    *,
    team: Team,
    policy: Policy,
    now: Callable[[], datetime],
    notice: Callable[[str], None],
) -> None:
    """Erase again what a ledger brought back that was restored from a copy made before."""
    back = risen(ledger, stones) if stones else ()
    if back:
        receipt = forget(ledger, back, what="", team=team, policy=policy, now=now())
        ledger.scrub()
        notice(f"the ledger was restored from before something was erased: {receipt.taken.events} events erased again")


def _adapters(home: Path, workspace: str, settings: Configured) -> Adapters:
    """Choose what is called beside the ledger; each is opened once, when it is first asked for."""

    @cache
    def model() -> Model | None:
        opened: Model | None = _opened(_MODEL)(settings) if settings.model_name else None
        return opened

    def memory() -> Memories:
        opener = _opened(_MEMORIES[settings.memory_backend])
        opened: Memories = opener(home, workspace=workspace, settings=settings, model=model)
        return opened

    def meaning() -> Meaning | None:
        opened: Meaning | None = _opened(_MEANING)(settings, kept=phrases)
        return opened

    def transcription() -> Transcription:
        if not (settings.transcription_model or settings.transcription_url):
            return deaf()
        opened: Transcription = _opened(_WHISPER if settings.transcription_model else _LISTENING_SERVER)(settings)
        return opened

    phrases = PhraseFile(home / f"{workspace}.phrases.db")
    folder = home / settings.digest_folder
    digests = Digests(schedule=settings.schedule(), outlet=lambda: Folder(folder)) if settings.digest_folder else None
    return Adapters(
        memory=cache(memory),
        meaning=cache(meaning),
        phrases=phrases,
        model=model,
        graves=graves(home, workspace),
        digests=digests,
        transcription=cache(transcription),
    )


def open_inlets(
    system: str,
    *,
    address: str,
    parts: Sequence[str],
    environ: Mapping[str, str],
    now: Callable[[], datetime],
    patience: Patience,
) -> tuple[Inlet, ...]:
    """Open what reads another system.

    Args:
        system: github or jira.
        address: Where it is.
        parts: Which of it: repositories, or project keys.
        environ: Holds the token; it is taken from nowhere else.
        now: Tells when something is received.
        patience: How limits are waited for.

    Raises:
        ConfigError: The token, the address or the parts are missing; says where to set them.
    """
    opened: tuple[Inlet, ...] = loaded(_INLETS[system])(
        address=address, parts=parts, environ=environ, now=now, patience=patience
    )
    return opened


def open_agents() -> Callable[..., None]:
    """Open the agents' way in: a function of an application and of whoever it answers, which runs until they go.

    Raises:
        UnavailableError: The extra that brings it is not installed.
    """
    serve: Callable[..., None] = _opened(_AGENTS)
    return serve


def pages() -> Serve:
    """Load what serves the pages; raises UnavailableError where the extra is not installed."""
    found: Serve = _opened(_PAGES)
    return found


def passwords() -> Hashes:
    """Load what makes digests of passwords; raises UnavailableError where the extra is not installed."""
    found: Hashes = _opened(_PASSWORDS)()
    return found


def _ledger(file: Path, workspace: str, database: str, *, now: Callable[[], datetime]) -> Ledger:
    place = database or file
    named = {"workspace": workspace} if database else {}
    opened: Ledger = _opened(_POSTGRES if database else _SQLITE)(place, now=now, **named)
    return opened


def _extracted(delivery: Delivery, team: Team) -> Sequence[Statement]:
    """Read a text; what reads English is loaded only for it."""
    read: Reader = loaded(_READER)
    return read(delivery, team)


def _modelled(
    delivery: Delivery,
    team: Team,
    *,
    model: Model,
    stopwatch: Callable[[], float],
    watch: PartsWatch | None = None,
) -> Modelled:
    """Read a text with a model; what reads English is loaded only for it."""
    read: ModelReader = loaded(_MODEL_READER)
    return read(delivery, team, model=model, stopwatch=stopwatch, watch=watch)


def _opened(path: str) -> Callable[..., Any]:
    try:
        opener: Callable[..., Any] = loaded(path)
    except ImportError as error:
        raise _lacking(path, error) from error
    return opener


def _lacking(path: str, error: ImportError) -> Exception:
    """Say which extra brings what is not installed; anything else that cannot be imported is a fault of ours."""
    if path not in _EXTRAS:
        return error
    extra = _EXTRAS[path]
    asked = _FOR.get(path, "")
    return UnavailableError(f'{asked}the extra {extra!r} is not installed ({error}); pip install "sprintmind[{extra}]"')
