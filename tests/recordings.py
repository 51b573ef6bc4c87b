"""Recordings made for tests: a tone in every container that a meeting may come in."""

import io
import wave
from array import array
from math import pi, sin

import av
import numpy as np

RATE = 48_000
CODECS = {"mp3": "libmp3lame", "m4a": "aac", "mp4": "aac", "ogg": "libopus", "webm": "libopus"}


def wav(seconds=1.0, *, rate=16_000):
    """A tone, as WAV."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(array("h", _tone(seconds, rate)).tobytes())
    return file.getvalue()


def recording(kind, seconds=2.0):
    """A tone in a container, by its suffix without the dot."""
    if kind == "wav":
        return wav(seconds)
    file = io.BytesIO()
    with av.open(file, "w", format={"m4a": "mp4"}.get(kind, kind)) as container:
        stream = container.add_stream(CODECS[kind], rate=RATE, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.array([_tone(seconds, RATE)], np.int16), format="s16", layout="mono")
        frame.sample_rate = RATE
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    return file.getvalue()


def _tone(seconds, rate):
    return [int(8_000 * sin(2 * pi * 440 * n / rate)) for n in range(int(seconds * rate))]
