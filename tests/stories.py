"""Learns how much each sign counts that a plan has what lessons tell: `python tests/stories.py` writes `stories.toml`.

One logistic regression over all plans and conditions of the worlds; before it is written, each world is judged by what
was learned from the others, and that is printed.
"""

from pathlib import Path

import numpy as np

import plan_worlds
from sprintmind import preflight
from sprintmind.conditions.passages import sentences
from sprintmind.conditions.stories import Compared, likenesses
from sprintmind.domain.plans import FoundBy
from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.condition_model import open_conditions

OUT = Path(__file__).parent.parent / "src" / "sprintmind" / "conditions" / "lexicon" / "stories.toml"
SAME = 0.5  # of the lessons that have a condition in one vocabulary have it in the other
PENALTY, STEPS, STRIDE = 1.0, 300, 0.5
THRESHOLDS = {"least": 0.45, "joined": 0.35, "unlike": 0.05}
"""Chosen on the worlds that are learned from; the verdicts of those left out hardly change around them."""
HEAD = """\
# How much each sign counts that a plan has a condition which lessons tell of, and from which probability on it is
# taken; `python tests/stories.py` writes them.
[weights]
"""


def meant(world):
    """What the world's vocabulary calls each of ours: where the same lessons have both, what has the likest name."""
    cases = world.gold["lessons"].items()
    gold = {name: {lesson for lesson, has in cases if name in has["dangers"]} for name in theirs(world)}
    found = {}
    for name, places in world.words.stories.places.items():
        ours = {world.words.stories.each[place].lesson for place in places}
        share = {each: len(some & ours) / len(some | ours) for each, some in gold.items()}
        near = [each for each in gold if share[each] >= SAME]
        called = {each: [each, *world.gold["conditions"][each].get("aliases", ())] for each in near}
        likeness = {each: max(world.meaning.alike([name], called[each])[0]) for each in near}
        if near:
            found[name] = max(near, key=lambda each: share[each] + likeness[each])
    return found


def theirs(world):
    return sorted({name for has in world.gold["lessons"].values() for name in has["dangers"]})


def examples(world):
    """The signs of each condition in each plan, and whether the plan has it; what is debatable says nothing."""
    names = meant(world)
    for row in world.plans:
        plan, almanac = plan_worlds.asked(world, row)
        said, untaken = preflight.find_conditions(
            plan, world.words, almanac=almanac, similar=world.meaning.alike, heard=world.meaning.heard
        )
        worded = {each.condition for each in said if each.found_by is not FoundBy.CALENDAR}
        denied = {each.condition for each in untaken}
        document = tuple(sentences(plan.text))
        for each in likenesses(
            world.words.stories, document, world.meaning.alike, world.meaning.heard, worded=worded, denied=denied
        ):
            wanted = names.get(each.condition)
            if wanted is not None and wanted not in row["expect"].get("may_conditions", ()):
                yield each.signs, wanted in row["expect"]["conditions"]


def fitted(known):
    """Fit by Newton's method; what is far from the mean of its sign counts by its spread."""
    names = list(known[0][0])
    signs = np.array([[each[name] for name in names] for each, _ in known])
    wanted = np.array([float(said) for _, said in known])
    mean, spread = signs.mean(0), signs.std(0) + 1e-9
    given = np.c_[(signs - mean) / spread, np.ones(len(signs))]
    line = np.zeros(given.shape[1])
    line[-1] = -3.0
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-np.clip(given @ line, -30, 30)))
        curve = given.T @ (given * (said * (1 - said))[:, None]) + PENALTY * np.eye(len(line))
        step = np.linalg.solve(curve, given.T @ (wanted - said) - PENALTY * line)
        line += step * min(1, STRIDE / np.abs(step).max())
    weights = line[:-1] / spread
    return {"bias": float(line[-1] - weights @ mean), **dict(zip(names, map(float, weights), strict=True))}


def right(weights, known):
    """The precision and recall of what is taken."""
    taken = [
        (1 / (1 + np.exp(-weights["bias"] - sum(weights[name] * each for name, each in signs.items()))), said)
        for signs, said in known
    ]
    hits = sum(said for p, said in taken if p >= THRESHOLDS["least"])
    return hits / sum(p >= THRESHOLDS["least"] for p, _ in taken), hits / sum(said for _, said in taken)


def main():
    preflight.compare = lambda *_args, **_more: Compared()  # the words alone
    meaning = Cosines(open_conditions())
    known = {name: list(examples(plan_worlds.world(name, meaning))) for name in plan_worlds.NAMES}
    for name, own in known.items():
        others = [each for other in known if other != name for each in known[other]]
        precision, recall = right(fitted(others), own)
        print(f"{name}, by what the others teach: precision {precision:.2f}, recall {recall:.2f}")
    weights = fitted([each for some in known.values() for each in some])
    lines = [f"{name} = {each:.4f}" for name, each in (weights | THRESHOLDS).items()]
    OUT.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
