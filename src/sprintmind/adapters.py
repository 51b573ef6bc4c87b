"""What a workspace may call beside its ledger; each is opened when it is first asked for, and loaded no sooner."""

from collections.abc import Callable
from dataclasses import dataclass

from sprintmind.digest import Digests
from sprintmind.embeddings.meaning import Meaning
from sprintmind.embeddings.phrase_file import PhraseFile
from sprintmind.errors import UnavailableError
from sprintmind.ledger.tombstones import TombstoneFile
from sprintmind.llm.port import Model
from sprintmind.memory.port import Memories
from sprintmind.transcription.port import Transcription

UNHEARD = (
    "nothing is set that turns recordings into words; set [transcription] model to a Whisper model's folder (it runs "
    'here, by pip install "sprintmind[audio]"), or [transcription] url and name to a server\'s'
)


def deaf() -> Transcription:
    """Hear nothing; raises UnavailableError, which says what to set."""
    raise UnavailableError(UNHEARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapters:
    """Opens what `bootstrap` chose; the same is given every time."""

    memory: Callable[[], Memories]
    """Raises UnavailableError where it cannot be opened."""
    meaning: Callable[[], Meaning | None]
    """None where no embeddings are installed."""
    model: Callable[[], Model | None]
    """None where the team has set none."""
    phrases: PhraseFile | None = None
    """Keeps what compares phrases from one process to the next; None: each learns anew."""
    graves: TombstoneFile | None = None
    """Remembers beside the ledger what is erased, for a ledger that is restored from before; None: nothing does."""
    digests: Digests | None = None
    """None where the team has set no folder for them."""
    transcription: Callable[[], Transcription] = deaf
    """Raises UnavailableError where the team has set none, or it cannot be opened."""
