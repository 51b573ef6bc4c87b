"""Whom an account may belong to: by address before name, by name before login."""

import pytest

from sprintmind.domain.people import Person, Team
from sprintmind.domain.suggestions import Account, suggestion

TEAM = Team(
    people=(
        Person(id="priya", name="Priya Raman", email=("priya@northwind.example",)),
        Person(id="tom", name="Tom Weber"),
        Person(id="tomas", name="Tomas Weber"),
    )
)


@pytest.mark.parametrize(
    ("account", "who"),
    [
        pytest.param({"identity": "xk-77", "email": "Priya@northwind.example"}, "priya", id="a person's address"),
        pytest.param({"identity": "xk-77", "name": "Tom Weber"}, "tom", id="a person's name"),
        pytest.param({"identity": "tom", "name": "X", "email": "priya@northwind.example"}, "priya", id="address first"),
        pytest.param({"identity": "priya-raman"}, "priya", id="a login that is alike"),
        pytest.param({"identity": "xk-77", "name": "Prya Raman"}, "priya", id="a name that is alike"),
        pytest.param({"identity": "xk-77", "email": "k.77@home.example"}, None, id="an address that is not"),
        pytest.param({"identity": "xk-77"}, None, id="nobody"),
    ],
)
def test_an_account_is_suggested_by_what_it_shows(account, who):
    shown = Account(kind="github", **account)
    assert suggestion(shown.named, TEAM, account=shown) == who
