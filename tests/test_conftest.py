"""The guards that all other tests stand behind."""

import socket

import pytest
from pytest_socket import SocketConnectBlockedError

from conftest import excused


def test_a_test_that_reaches_for_the_network_fails():
    with pytest.raises((SocketConnectBlockedError, UserWarning), match=r"192\.0\.2\.1"), socket.socket() as outside:
        outside.connect(("192.0.2.1", 80))


def test_a_test_may_talk_to_its_own_machine():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass


@pytest.mark.parametrize(
    ("reason", "required", "expected"),
    [
        pytest.param("needs data: set SPRINTMIND_TEST_DATA", "", True, id="nothing is required"),
        pytest.param("needs data: set SPRINTMIND_TEST_DATA", "data", False, id="what must be there is missing"),
        pytest.param("needs gold: set SPRINTMIND_TEST_GOLD", "data", True, id="what need not be there is missing"),
        pytest.param("flaky today", "data", False, id="no excuse at all"),
    ],
)
def test_a_skip_is_excused_only_by_the_lack_of_what_need_not_be_there(reason, required, expected):
    assert excused(reason, required) is expected
