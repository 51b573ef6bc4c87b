"""`terraform show -json`: what it replaces, deletes, lowers; addresses and actions are shown, values never."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from sprintmind.conditions.files import facts
from sprintmind.conditions.plans.subjects import subjects_in
from sprintmind.domain.plans import ConditionName, FoundBy, Plan, PlanCondition, Subject, SubjectKind
from sprintmind.errors import InputError

Json = Mapping[str, object]
NAMED = 200  # resources that a plan is known by, those first whose data is lost
LONG = 3600  # seconds; from here on a TTL keeps clients at an old address
_RULES = (
    ("stateful resource replacement", "stateful", {"replaced"}, "it holds data"),
    ("stateful resource deletion", "stateful", {"deleted"}, "it holds data"),
    ("DNS change", "names", {"replaced", "deleted", "changed"}, "it is a name"),
    ("permission removal", "permissions", {"deleted"}, "it grants something"),
    ("network change", "networks", {"replaced", "deleted", "changed"}, "it is part of the network"),
    ("secret rotation", "secrets", {"replaced"}, "it is a secret"),
)


def read_terraform(text: str, file: str = "") -> Plan | None:
    """Read a plan's JSON; what stands around it, a command or a remark, is read as words.

    Raises:
        InputError: It says that it is such a plan and cannot be read.
    """
    start = text.find("{")
    if start < 0 or '"resource_changes"' not in text:
        return None
    try:
        shown, length = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file or 'the plan'} is no terraform plan that can be read: {error}") from error
    changes = shown.get("resource_changes") if isinstance(shown, dict) else None
    if not isinstance(changes, list):
        raise InputError(f"{file or 'the plan'}: resource_changes is no list, as `terraform show -json` writes it")
    resources = sorted((each for each in changes if isinstance(each, dict) and _actions(each)), key=_gravity)
    found: dict[ConditionName, PlanCondition] = {}
    for each in resources:
        for fact in _facts(each):
            found.setdefault(fact.condition, fact)
    around = f"{text[:start]}\n{text[start + length :]}".strip()
    return Plan(
        text=f"Terraform plan with {len(resources)} changes.\n{around}",
        kind="terraform",
        title=f"Terraform plan with {len(resources)} changes",
        subjects=(*_subjects(resources), *subjects_in(around)),
        facts=tuple(found.values()),
    )


def _facts(resource: Json) -> Iterator[PlanCondition]:
    actions, kind = _actions(resource), str(resource.get("type", ""))
    done = "replaced" if {"create", "delete"} <= actions else "deleted" if "delete" in actions else "changed"
    for name, key, ways, why in _RULES:
        if done in ways and _is(kind, key) and actions != {"create"}:
            yield _fact(name, resource, f"{why} and is {done}")
    if done != "replaced" and _is(kind, "names") and _number(_side(resource, "before").get("ttl")) >= LONG:
        yield _fact("high DNS TTL", resource, "its TTL is an hour or more")
    if "update" in actions:
        yield from _lowered(resource)


def _lowered(resource: Json) -> Iterator[PlanCondition]:
    before, after = _side(resource, "before"), _side(resource, "after")
    for key, name in (("sizes", "capacity reduction"), ("timeouts", "timeout change")):
        lower = [each for each in _words(key) if each in after and _number(after[each]) < _number(before.get(each))]
        if lower:
            yield _fact(name, resource, f"{lower[0]} is lowered")


def _fact(name: str, resource: Json, why: str) -> PlanCondition:
    words = f"{resource.get('address', '')}: {', '.join(sorted(_actions(resource)))}"
    return PlanCondition(condition=ConditionName(name), words=words[:200], found_by=FoundBy.CONTENT, why=why)


def _gravity(resource: Json) -> tuple[int, str]:
    """Order what loses data first."""
    actions = _actions(resource)
    stateful = _is(str(resource.get("type", "")), "stateful")
    return (0 if stateful and "delete" in actions else 1 if "delete" in actions else 2, str(resource.get("address")))


def _actions(resource: Json) -> frozenset[str]:
    change = resource.get("change")
    listed = change.get("actions") if isinstance(change, dict) else None
    return frozenset(map(str, listed)) - {"no-op", "read"} if isinstance(listed, list) else frozenset()


def _side(resource: Json, side: str) -> Json:
    change = resource.get("change")
    found = change.get(side) if isinstance(change, dict) else None
    return found if isinstance(found, dict) else {}


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


@lru_cache(maxsize=10_000)
def _is(kind: str, key: str) -> bool:
    without = key == "stateful" and kind.endswith(tuple(_words("stateless")))
    return not without and any(word in kind for word in _words(key))


@cache
def _words(key: str) -> tuple[str, ...]:
    section = facts("content")["terraform"]
    listed = section.get(key) if isinstance(section, dict) else None
    return tuple(str(each) for each in listed) if isinstance(listed, list) else ()


def _subjects(resources: Sequence[Json]) -> Iterator[Subject]:
    for each in resources[:NAMED]:
        address = str(each.get("address", ""))
        yield Subject(kind=SubjectKind.RESOURCE, name=address, words=address)
