"""A folder of files: each post as Markdown and as plain text, for a mail job, a wiki or a chat bot to pick up."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sprintmind.domain.posts import Post
from sprintmind.errors import UnavailableError


@dataclass(frozen=True, slots=True)
class Folder:
    """Writes posts as files, each whole or not at all."""

    path: Path

    def put(self, post: Post) -> tuple[str, ...]:
        """Write a post's two files, in place of those of the same name."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            return tuple(
                str(_written(self.path / f"{post.name}{ending}", text))
                for ending, text in ((".md", post.markdown()), (".txt", post.text()))
            )
        except OSError as error:
            raise UnavailableError(f"{error.filename or self.path}: {error.strerror or error}") from error


def _written(file: Path, text: str) -> Path:
    """Write a file whole: readers see the old one or the new one."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=file.suffix)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(0o644)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file
