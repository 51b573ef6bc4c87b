"""Whether a file is a recording, and a whole one, as far as its container tells; nothing of it is decoded."""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from sprintmind.errors import InputError

SUFFIXES = frozenset({".m4a", ".mp3", ".mp4", ".ogg", ".wav", ".webm"})
LARGEST = 4 * 2**30  # bytes; a day of video
_STREAMED = frozenset({0, 0xFFFF_FFFF})
"""What stands for the length in a WAV whose writer did not know it yet."""
_XING_AT = (13, 21, 36)
"""Bytes from the start of an MP3's first frame to its Xing header, which depends on version and channels."""


def is_recording(path: str) -> bool:
    """Tell by its name whether a file is meant to be a recording.

    >>> is_recording("Acme weekly.MP3"), is_recording("acme.vtt")
    (True, False)
    """
    return Path(path).suffix.lower() in SUFFIXES


def checked(recording: Path) -> str:
    """Look whether a recording is whole.

    Returns:
        The SHA-256 of its bytes.

    Raises:
        InputError: It cannot be read, is empty or too large, is no recording, or ends before it should.
    """
    try:
        if not recording.is_file():
            raise InputError("there is no such file" if not recording.exists() else "is no file of its own")
        with recording.open("rb") as file:
            _whole(file)
            file.seek(0)
            hashed = sha256()
            while part := file.read(2**20):
                hashed.update(part)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}") from error
    return hashed.hexdigest()


def _whole(file: BinaryIO) -> None:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if not size:
        raise InputError("is empty")
    if size > LARGEST:
        raise InputError(f"is larger than {LARGEST // 2**30} GiB")
    look = _container(file.read(12))
    if look is None:
        raise InputError("is no recording; expected WAV, MP3, MP4, Ogg or WebM, whatever its name says")
    file.seek(0)
    missing = look(file, size)
    if missing:
        raise InputError(f"is only a part of a recording: {missing}")


def _container(head: bytes) -> Callable[[BinaryIO, int], str] | None:
    """Tell what looks into a container that begins so."""
    if head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE":
        return _wav
    if head[4:8] == b"ftyp":
        return _mp4
    if head[:4] == b"OggS":
        return _ogg
    if head[:4] == b"\x1a\x45\xdf\xa3":
        return _webm
    if head[:3] == b"ID3" or (head[:1] == b"\xff" and head[1:2] >= b"\xe0"):
        return _mp3
    return None


def _wav(file: BinaryIO, size: int) -> str:
    head = file.read(8)
    told = int.from_bytes(head[4:], "little")
    return "" if told in _STREAMED else _short(size, 8 + told)


def _mp4(file: BinaryIO, size: int) -> str:
    """Walk the outermost boxes: their lengths must fill the file, and the one that tells of the tracks be there."""
    at, kinds = 0, set()
    while at < size:
        file.seek(at)
        head = file.read(16)
        length, kind = int.from_bytes(head[:4]), head[4:8]
        if length == 1:
            length = int.from_bytes(head[8:16])
        kinds.add(kind)
        at = size if length == 0 else at + max(length, 8)
    if b"moov" not in kinds:
        return "what tells of its tracks (moov) is missing"
    return _short(size, at)


def _ogg(file: BinaryIO, size: int) -> str:
    """Walk the pages: the last one must be complete."""
    at = 0
    while at < size:
        file.seek(at)
        head = file.read(27)
        if head[:4] != b"OggS" or len(head) < 27:
            return f"at byte {at} no page begins"
        lengths = file.read(head[26])
        at += 27 + head[26] + sum(lengths)
    return _short(size, at)


def _webm(file: BinaryIO, size: int) -> str:
    """Compare the length of its segment; a browser that records does not know it, and says so."""
    file.seek(4)
    header, at = _vint(file)
    file.seek(at + (header or 0))
    if file.read(4) != b"\x18\x53\x80\x67":
        return "no segment follows its header"
    segment, at = _vint(file)
    return "" if segment is None else _short(size, at + segment)


def _vint(file: BinaryIO) -> tuple[int | None, int]:
    """Read a length as EBML writes it, None for an unknown one, and where it ends."""
    first = file.read(1)[:1] or b"\0"
    width = 9 - first[0].bit_length()
    value = int.from_bytes(first + file.read(width - 1)) & ((1 << 7 * width) - 1)
    return (None if value == (1 << 7 * width) - 1 else value), file.tell()


def _mp3(file: BinaryIO, size: int) -> str:
    """Compare the number of bytes that its encoder noted, if it did; else nothing tells how long it should be."""
    head = file.read(10)
    start = 0
    if head[:3] == b"ID3":
        start = 10 + sum((byte & 0x7F) << shift for byte, shift in zip(head[6:10], (21, 14, 7, 0), strict=False))
    if start >= size:
        return "it ends within its tags"
    file.seek(start)
    frame = file.read(64)
    for at in _XING_AT:
        flags = int.from_bytes(frame[at + 4 : at + 8])
        if frame[at : at + 4] in (b"Xing", b"Info") and flags & 2:
            noted = at + 8 + (4 if flags & 1 else 0)
            return _short(size, start + int.from_bytes(frame[noted : noted + 4]))
    return ""


def _short(size: int, expected: int) -> str:
    return f"{expected:,} bytes were recorded and {size:,} are there" if size < expected else ""
