"""The API keeps to its own description, whatever is sent to it."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from web.visits import visit

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
NOTHING_TO_GET_WRONG = {
    "GET /healthz", "GET /readyz", "GET /api/people", "GET /api/preflight/patterns", "GET /api/preflight/report",
    "GET /api/preflight/checks/{id}", "GET /api/lessons/{id}",
    "GET /api/said-about-me", "GET /api/memory/status", "GET /api/memory/models", "POST /api/memory/deliver",
    "GET /api/answers/{id}",
}  # fmt: skip
ENDLESS = "/api/events"


def described(here):
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", here.client.app, headers={"Host": "testserver"})
    return [result.ok() for result in schema.exclude(path=ENDLESS).get_all_operations()]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["as described", "otherwise"])
def test_whatever_is_sent_is_answered_as_it_is_described(tmp_path, mode):
    here = visit(tmp_path)
    here.said("- NW-1 is in review\n- NW-2 is blocked by legal\n")
    operations = described(here)
    assert len(operations) >= 20
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and operation.label in NOTHING_TO_GET_WRONG:
            continue

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def holds(case):
            case.call_and_validate(headers={"Host": "testserver"}, checks=CHECKS)

        holds()
    assert here.app.verify().same
