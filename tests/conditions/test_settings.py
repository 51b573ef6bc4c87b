"""Settings that a diff changes, and plans that change nothing which runs."""

from datetime import UTC, datetime

import pytest

from sprintmind.conditions.clock import Almanac
from sprintmind.conditions.described import vocabulary
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.conditions.plans.settings import with_settings
from sprintmind.preflight import find_conditions

ALMANAC = Almanac(now=datetime(2025, 11, 5, 10, tzinfo=UTC))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("readTimeout: 4s", "readTimeout: 60s", "read timeout goes up from 4s to 60s"),
        ("replicas = 8", "replicas = 3", "replicas goes down from 8 to 3"),
        ("circuit_breaker: on", "circuit_breaker: off  # noisy", "circuit breaker is switched off"),
        ("breaker: {enabled: true, rate: 50}", "breaker: {enabled: false}", "breaker enabled is switched off"),
        ('schedule: "0 11 * * *"', 'schedule: "0 12 * * *"', 'schedule is changed from "0 11 * * *" to "0 12 * * *"'),
        ("spring.pool.maxSize: 20,", "spring.pool.maxSize: 60,", "spring pool max size goes up from 20 to 60"),
    ],
)
def test_what_becomes_of_a_setting_is_told_behind_its_new_value(old, new, told):
    assert with_settings(f"values.yaml\n-  {old}\n+  {new}\n") == f"values.yaml\n-  {old}\n+  {new} ({told})\n"


@pytest.mark.parametrize(
    "text",
    [
        "- owner: Ada\n- reviewer: Bo\n- deputy: Cy",
        "-  replicas: 8\n   image: web\n",
        "+  replicas: 8\n",
        "-  replicas: 8\n+  replicas: 8\n",
        "",
        "-  breaker: {enabled: true, rate: 50}\n+  breaker: {enabled: true}\n",
        "- retries: 3\n" + "x" * 500 + "\n+ retries: 0",
    ],
)
def test_a_list_and_what_is_only_added_or_moved_change_no_setting(text):
    assert with_settings(text) == text


def found_in(plan):
    return {each.condition for each in find_conditions(plan_of(plan), vocabulary({}, zone=UTC), almanac=ALMANAC)[0]}


def test_a_diff_is_read_by_which_way_it_goes():
    assert "capacity reduction" in found_in("deployment.yaml of the shop\n-  replicas: 8\n+  replicas: 3")
    assert "capacity reduction" not in found_in("deployment.yaml of the shop\n-  replicas: 3\n+  replicas: 8")


@pytest.mark.parametrize(
    "said",
    ["Wiki only", "Only the linter changes", "Nothing that reaches production", "Text only", "No system is touched"],
)
def test_a_plan_that_changes_nothing_which_runs_has_no_dangers(said):
    plan = "We flush the whole cache at noon"
    assert {"cache flush"} <= found_in(f"{plan}.")
    assert found_in(f"{plan}. {said}.") == set()


@pytest.mark.parametrize(
    "plan",
    [
        "We flush the whole cache, then deploy to production. Nothing that reaches customers.",
        "ALTER TABLE orders ADD note text;\n-- wiki only\n",
        "We flush the whole cache. Is that wiki only?",
    ],
)
def test_what_is_deployed_and_what_files_hold_counts_more_than_that(plan):
    assert found_in(plan)
