"""What is planted in a restricted source comes out of no page and no address of the API, but for whom it is meant."""

import re

import pytest

from sprintmind.domain.events import Visibility
from sprintmind.web.page import pages
from web.test_sign_in import routes
from web.visits import visit

SECRET = "quagga"
SAID = (
    f"Dana: We promise Acme the {SECRET} report with NW-3 by 2025-10-06.\n"
    f"Dana: NW-1 is blocked by the {SECRET} contract.\n"
    f"Dana: NW-2 depends on the {SECRET} licence. The approval of the {SECRET} board for NW-2 is pending.\n"
)
PAGES = [
    *(found.page.path for found in pages() if "{" not in found.page.path),
    "/tickets/NW-1",
    "/tickets/NW-2",
    "/before-a-call?customer=Acme",
    "/memory?q=contract+report+licence+board",
    "/memory?started=2125-01-01T00:00:00Z",
    "/promises?all=1",
]
ADDRESSES = [
    "/api/answers",
    "/api/brief?customer=Acme",
    "/api/commitments",
    "/api/commitments?as_of=2125-01-01",
    "/api/conflicts",
    "/api/lessons",
    "/api/memory/models",
    "/api/memory/recall?query=contract+report+licence",
    "/api/memory/status",
    "/api/people",
    "/api/preflight/checks",
    "/api/preflight/history?question=contract+report+licence",
    "/api/preflight/patterns",
    "/api/preflight/report",
    "/api/radar",
    "/api/risks",
    "/api/said-about-me",
    "/api/tickets",
    "/api/tickets/NW-1",
    "/api/tickets/NW-2/why",
    "/api/transitions",
]
OTHERWISE = {
    "/api/answers/{id}": "a test below asks for one",
    "/api/events": "a stream, which has its own tests",
    "/api/lessons/{id}": "one of those that are listed",
    "/api/preflight/checks/{id}": "one of those that are listed",
}
"""Addresses that are not simply opened, and why."""
QUESTIONS = ["What is blocked?", "What did we promise Acme?", "What did Dana say?", "Was NW-2 approved?"]


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    here = visit(tmp_path_factory.mktemp("planted"))
    said = here.app.now().replace(hour=7)
    here.said("- NW-1 is in review\n- NW-2 is in progress\n- NW-3 is in progress\n", said=said, author="tom")
    here.said(SAID, source="meeting", said=said, title="Managers", author="dana", visibility=Visibility.MANAGERS)
    here.app.tell_memory()
    here.app.refresh_models()
    return here


def test_every_address_of_the_api_is_opened_or_has_a_reason_not_to_be(planted):
    reads = {path for method, path in routes(planted) if method == "GET" and path.startswith("/api/")}
    opened = {path for path in reads if any(_leads(path, address) for address in ADDRESSES)}
    assert reads - opened == set(OTHERWISE)


def _leads(path, address):
    return re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), address.partition("?")[0]) is not None


@pytest.mark.parametrize("person", ["priya", "tom", ""])
def test_no_page_and_no_address_tells_it_to_whom_it_is_not_meant(planted, person):
    planted.be(person)
    for address in PAGES + ADDRESSES:
        answer = planted.get(address)
        assert SECRET not in answer.text.casefold().replace("q=quagga", ""), address
    for question in QUESTIONS:
        assert SECRET not in planted.send("/ask", question=question).text.casefold(), question
    past = planted.send("/ask", question=QUESTIONS[1], as_of=planted.app.now().date().isoformat())
    assert SECRET not in past.text.casefold()


@pytest.mark.parametrize("address", ["/radar", "/promises", "/my-day", "/api/radar", "/tickets/NW-1"])
def test_whom_it_is_meant_for_is_told(planted, address):
    """Shows that the test above looks where it would stand."""
    planted.be("dana")
    assert SECRET in planted.get(address).text.casefold()


def test_an_answer_that_rests_on_it_is_not_shown_again_to_others(planted):
    planted.be("dana")
    answer = planted.send("/ask", question="What did we promise Acme?")
    assert SECRET in answer.text.casefold()
    planted.be("tom")
    assert planted.get(answer.url.path).status_code == 404
    assert planted.get(f"/api/answers/{re.sub('.*/', '', answer.url.path)}").status_code == 404
