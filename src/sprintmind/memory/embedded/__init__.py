"""The memory that always works: one SQLite file per workspace, searched by words and by meaning in process."""

from sprintmind.memory.embedded.opening import open_memory as open_memory
from sprintmind.memory.embedded.store import EmbeddedMemories as EmbeddedMemories
