"""Plans that say of themselves that nothing which runs is changed: "wiki only", "nothing that reaches production"."""

from collections.abc import Collection, Sequence
from functools import cache

from sprintmind.conditions.files import facts
from sprintmind.conditions.passages import Part, Sentence
from sprintmind.conditions.phrases import Pattern, pattern, spots
from sprintmind.domain.plans import FoundBy, PlanCondition

WHY = "the plan says that nothing which runs is changed"


def harmless(document: Sequence[Sentence], said: Collection[PlanCondition]) -> bool:
    """Tell whether a plan only writes or tidies something; what it deploys, and the files it holds, count more.

    Args:
        document: The plan.
        said: What its words say.
    """
    if any(each.common or each.found_by is FoundBy.CONTENT for each in said):
        return False
    return any(
        each.part in {Part.PLAN, Part.OUTSIDE}
        and not each.asked
        and any(spots(form, each, document=document) for form in _forms())
        for each in document
    )


@cache
def _forms() -> tuple[Pattern, ...]:
    listed = facts("stance")["harmless"]
    return tuple(pattern(str(each)) for each in listed["said"]) if isinstance(listed, dict) else ()
