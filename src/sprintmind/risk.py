"""What is at risk: the registry of rules, one evaluation, and what changed between two.

A rule is a file in `rules/`; nothing else names it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from inspect import getdoc, signature
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TypeVar

from sprintmind.domain.audiences import narrowness
from sprintmind.domain.findings import Change, Finding, FindingId, Transition
from sprintmind.domain.policy import Policy, Threshold
from sprintmind.domain.views import DependencyView, View
from sprintmind.errors import ConfigError

ROOM = "sprintmind.rules"
"""The package whose modules are the rules."""

Read = TypeVar("Read", bound=View)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A registered rule."""

    name: str
    reads: type[View]
    """The kind of view that it reads."""
    find: Callable[[View], Iterable[Finding]]
    """Finds nothing in a view of another kind."""
    on: bool
    """False of a rule that a team turns on by `rules_on`."""
    page: str
    """Its docstring, which is its page in the docs."""


_RULES: dict[str, Rule] = {}
_THRESHOLDS: dict[str, Threshold] = {}

_Reading = dict[type[View], tuple[Rule, ...]]
"""The rules that read each kind of view, of the kinds that were asked about."""


def rule(check: Callable[[Read], Iterable[Finding]]) -> Callable[[Read], Iterable[Finding]]:
    """Register a pure function of one view as a rule, by its name; which view it reads is its argument's type.

    A rule that reads a `DependencyView` is asked last, when what the others find is known.
    """
    return _registered(check, on=True)


def optional_rule(check: Callable[[Read], Iterable[Finding]]) -> Callable[[Read], Iterable[Finding]]:
    """Register a rule that is off unless a team turns it on by `rules_on`."""
    return _registered(check, on=False)


def threshold(name: str, number: int, *, unit: str = "business days") -> Threshold:
    """Declare a number that a team may set, of business days unless a unit is given: `blocked_high`, after its rule."""
    _THRESHOLDS[name] = Threshold(name=name, number=number, unit=unit)
    return _THRESHOLDS[name]


@cache
def rules() -> Mapping[str, Rule]:
    """List every rule by name; the first call imports the room."""
    _furnish()
    return MappingProxyType(dict(sorted(_RULES.items())))


@cache
def known_thresholds() -> Mapping[str, int]:
    """List what a team may set in `[policy] thresholds`, with the defaults."""
    return MappingProxyType({name: each.number for name, each in thresholds().items()})


@cache
def thresholds() -> Mapping[str, Threshold]:
    """List every threshold by name; the first call imports the room."""
    _furnish()
    return MappingProxyType(dict(sorted(_THRESHOLDS.items())))


def checked(policy: Policy) -> Policy:
    """Refuse thresholds that no rule has.

    Raises:
        ConfigError: A name is unknown (the nearest known one is named), or a number is negative.
    """
    for name, number in policy.thresholds.items():
        if name not in thresholds():
            near = get_close_matches(name, thresholds(), n=1, cutoff=0)
            raise ConfigError(f"[policy] thresholds: no rule has {name!r}; did you mean {near[0]!r}?")
        if number < 0:
            unit = thresholds()[name].unit
            raise ConfigError(f"[policy] thresholds: {name} is {number}, and a number of {unit} is 0 or more")
    return policy


def evaluate(views: Iterable[View], *, subjects: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Ask every rule that is on about every view.

    Args:
        views: Of the subjects and of what stands beside them, as `domain.viewing.views` builds them.
        subjects: Whose findings are wanted; None: everybody's. Of what only stands beside them not all may be known.

    Returns:
        The gravest finding of each rule and subject, the gravest first.
    """
    given = tuple(views)
    read: _Reading = {}
    found = _gravest(finding for view in given if not isinstance(view, DependencyView) for finding in _ask(view, read))
    about: dict[str, tuple[Finding, ...]] = {}
    for finding in found.values():
        about[finding.subject] = (*about.get(finding.subject, ()), finding)
    last = (_informed(view, about) for view in given if isinstance(view, DependencyView))
    found |= _gravest(finding for view in last for finding in _ask(view, read))
    wanted = (finding for finding in found.values() if subjects is None or finding.subject in subjects)
    return tuple(sorted(wanted, key=lambda each: (-each.severity, each.rule, each.subject)))


def transitions(before: Iterable[Finding], after: Iterable[Finding], *, at: datetime) -> tuple[Transition, ...]:
    """Tell what opened, grew graver, eased or ended between two evaluations of the same subjects.

    A finding whose sentence changed and whose severity did not is no transition.
    """
    old = {finding.id: finding for finding in before}
    new = {finding.id: finding for finding in after}
    each = sorted(old.keys() | new.keys())
    changed = ((new.get(name) or old[name], _change(old.get(name), new.get(name))) for name in each)
    return tuple(Transition(finding=finding, change=change, at=at) for finding, change in changed if change)


def _registered(check: Callable[[Read], Iterable[Finding]], *, on: bool) -> Callable[[Read], Iterable[Finding]]:
    reads: type[Read] = next(iter(signature(check, eval_str=True).parameters.values())).annotation

    def find(view: View) -> Iterable[Finding]:
        return check(view) if isinstance(view, reads) else ()

    _RULES[check.__name__] = Rule(name=check.__name__, reads=reads, find=find, on=on, page=getdoc(check) or "")
    return check


def _furnish() -> None:
    """Import every module of the room, so that the registry fills itself."""
    room = import_module(ROOM)
    for module in iter_modules(room.__path__):
        import_module(f"{ROOM}.{module.name}")


def _ask(view: View, read: _Reading) -> Iterator[Finding]:
    """Ask the rules that are on and read a view of this kind; which these are is noted for the next view."""
    kind = type(view)
    if kind not in read:
        read[kind] = tuple(each for each in rules().values() if issubclass(kind, each.reads))
    for each in read[kind]:
        if each.on or each.name in view.policy.rules_on:
            yield from each.find(view)


def _informed(view: DependencyView, about: Mapping[str, tuple[Finding, ...]]) -> DependencyView:
    informed = (replace(each, findings=about.get(each.ticket.subject, ())) for each in view.dependencies)
    return replace(view, dependencies=tuple(informed))


def _gravest(findings: Iterable[Finding]) -> dict[FindingId, Finding]:
    """Keep one of each rule and subject; of equally grave ones, that which more people may read, then the older."""
    found: dict[FindingId, Finding] = {}
    for finding in sorted(findings, key=_weight):
        found.setdefault(finding.id, finding)
    return found


def _weight(finding: Finding) -> tuple[int, int, datetime, str]:
    return -finding.severity, narrowness(finding.audience), finding.since, finding.because


def _change(before: Finding | None, after: Finding | None) -> Change | None:
    was, now = (each.severity if each else None for each in (before, after))
    if was == now:
        return None
    if was is None:
        return Change.OPENED
    if now is None:
        return Change.RESOLVED
    return Change.ESCALATED if now > was else Change.EASED
