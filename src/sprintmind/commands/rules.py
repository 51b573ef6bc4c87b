"""The rules that find risks."""

from os import environ

from sprintmind.commands.asking import Json, show
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.risk import checked, known_thresholds
from sprintmind.risk import rules as all_rules
from sprintmind.settings.loading import load
from sprintmind.shapes import rules as documents
from sprintmind.tables import rules as tables


def rules(*, json: Json = False, place: Workplace = HERE) -> None:
    """Show the rules that find risks, which of them are on, and their thresholds, most of them in business days.

    ```console
    $ sprintmind rules
    ```
    """
    policy = checked(load(place.path, environ).policy())
    numbers = {**known_thresholds(), **policy.thresholds}
    found = [documents.RuleRow.of(rule, policy, numbers) for rule in all_rules().values()]
    show(lambda: [documents.rule(each) for each in found], lambda: [tables.rules(found)], json=json)
