"""POLICY's fold once more, as slowly and plainly as it can be said: what the real one is compared with.

Every supporter is kept for ever, and a withdrawal folds everything again from the start.
"""

from dataclasses import dataclass, field
from datetime import timedelta

from sprintmind.domain.events import Authority, Claim, Source

WINDOW = timedelta(hours=72)


@dataclass
class Naive:
    holder: Claim | None = None
    support: list = field(default_factory=list)
    open: dict = field(default_factory=dict)
    decisions: dict = field(default_factory=dict)
    tools: dict = field(default_factory=dict)


def live(pairs, t):
    return max((min(a, 5) for a, p in pairs if t - p.said_at <= WINDOW), default=0)


def unordered(p, c):
    sequenced = p.source == c.source and p.sequence is not None and c.sequence is not None
    return p.said_at == c.said_at and p.event != c.event and not sequenced


def step(s: Naive, c: Claim, a: int) -> str:
    last = s.tools.get(c.source)
    if c.repeats and last is not None and last.value == c.value:
        return s.decisions[last.id]
    s.tools[c.source] = c
    if s.holder is not None and c.value == s.holder.value:
        s.support.append((a, c))
        s.open = {v: pairs for v, pairs in s.open.items() if a < highest(pairs) or tied(pairs, c, a)}
        return "confirmed"
    if a >= wall(s, c, a) and not tied(s.support, c, a):
        s.support = [*s.open.get(c.value, []), (a, c)]
        s.open = {}
        s.holder = c
        return "accepted"
    for v, pairs in list(s.open.items()):
        if v != c.value and a >= highest(pairs) and all(p.said_at < c.said_at for _, p in pairs):
            del s.open[v]
    s.open.setdefault(c.value, []).append((a, c))
    return "conflicting"


def highest(pairs):
    return max(a for a, _ in pairs)


def tied(pairs, c, a):
    return a < 5 and any(q == a and unordered(p, c) for q, p in pairs)


def wall(s, c, a):
    against = s.support
    on = c.value in ("in_qa", "done", "cancelled")
    if a in (3, 4) and on and s.holder is not None and s.holder.value in ("done", "in_qa"):
        against = [(q, p) for q, p in s.support if p.source is not Source.GITHUB]
    rivals = (live(pairs, c.said_at) for v, pairs in s.open.items() if v != c.value)
    return max([live(against, c.said_at), *rivals])


def naive_fold(claims) -> Naive:
    order = sorted(
        set(claims),
        key=lambda c: (
            c.said_at,
            0 if c.withdraws else c.source.authority,
            c.source.value,
            -1 if c.sequence is None else c.sequence,
            c.event,
            c.position,
            repr(c.value),
            c.id,
        ),
    )
    state, judged, gone = Naive(), [], {}
    outside = {}
    for c in order:
        if c.withdraws:
            outside[c.id] = "withdrawn"
            gone[c.voice] = c.said_at
            outside.update({k.id: "withdrawn" for k, _ in judged if k.voice == c.voice})
            judged = [(k, a) for k, a in judged if k.voice != c.voice]
            state = Naive()
            for k, a in judged:
                state.decisions[k.id] = step(state, k, a)
        elif c.rejected:
            outside[c.id] = "rejected"
        elif c.voice in gone and c.said_at <= gone[c.voice]:
            outside[c.id] = "withdrawn"
        else:
            a = int(c.source.authority)
            if a == Authority.SETTLED and not state.open:
                a = 4
            judged.append((c, a))
            state.decisions[c.id] = step(state, c, a)
    state.decisions.update(outside)
    return state
