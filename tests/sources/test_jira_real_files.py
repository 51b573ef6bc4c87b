import os
from dataclasses import replace
from pathlib import Path

import pytest

from jira_payloads import TEAM, delivery
from sprintmind.intake import DeliveryError, parse

DATA = os.environ.get("SPRINTMIND_TEST_DATA")
FILES = sorted((Path(DATA) / "jira").rglob("*.*")) if DATA else [Path("no data")]
REFUSED = {
    "example_anomalous_payload.json": "no Jira shape (accountId, username)",
    "issue__10002.put.missing_field_update.json": "Jira answered with an error",
}
EVERYBODY = replace(TEAM, keys=("TES", "KT", "TEST", "BUG", "SP", "PRJA", "PRJX", "AR", "SAMPLEPROJECT", "SBT"))


@pytest.mark.needs("data")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_real_file_is_read_the_same_twice_or_refused_with_the_reason(file):
    given = delivery(file.read_bytes(), filename=file.name)
    expected = "a CSV export is not Jira JSON" if file.suffix == ".csv" else REFUSED.get(file.name)
    if expected:
        with pytest.raises(DeliveryError) as refusal:
            parse(given, EVERYBODY)
        assert expected in str(refusal.value)
        return
    first, again = parse(given, EVERYBODY), parse(given, EVERYBODY)
    assert first
    assert first == again
