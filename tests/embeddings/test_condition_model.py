"""The model that was made for conditions."""

from itertools import combinations
from statistics import fmean

from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.condition_model import open_conditions

APART = (
    "schema migration",
    "no load test",
    "alerts muted",
    "public holiday",
    "DNS change",
    "mass e-mail",
    "single person knows the procedure",
    "firmware update",
    "cache flush",
    "price change",
    "permission removal",
    "low disk space",
)
CHOSEN = 0.155
"""Of the cosines between them, by the layers with which thresholds were chosen."""


def mean_of(meaning):
    rows = meaning.alike(APART, APART)
    return fmean(rows[one][two] for one, two in combinations(range(len(APART)), 2))


def test_unrelated_names_are_as_alike_as_where_thresholds_were_chosen():
    assert abs(mean_of(Cosines(open_conditions())) - CHOSEN) < 0.03
