"""What happened before, as documents."""

from sprintmind.patterns import Patterns
from sprintmind.plans.recollecting import Recollection
from sprintmind.shapes.preflight import memory
from sprintmind.shapes.reader import Document


def answer(found: Recollection) -> Document:
    """Write the answer to a question about the past."""
    return {
        "question": found.question,
        "answer": found.answer,
        "cited": [kept.lesson.id for kept in found.lessons],
        "author": found.author,
        "path": found.path,
        "memory": memory(found.panel, found.texts),
    }


def patterns(found: Patterns) -> Document:
    """Write what fails again and again."""
    return {
        "path": found.path,
        "compared_with": found.compared,
        "patterns": [
            {
                "title": each.title,
                "lessons": list(each.lessons),
                "failures": each.failures,
                "counter_examples": list(each.counter_examples),
                "rule": each.rule,
            }
            for each in found.found
        ],
    }
