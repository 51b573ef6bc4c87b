"""A Hindsight server as the memory: one bank per workspace, told and asked through the official client."""

from sprintmind.memory.hindsight.memories import HindsightMemories as HindsightMemories
from sprintmind.memory.hindsight.memories import open_memory as open_memory
