"""The team file changes after events were heard."""

from spoken import EVERYBODY, MONDAY
from sprintmind.bootstrap import open_app
from sprintmind.domain.moments import Moment
from sprintmind.intake import Delivery
from sprintmind.settings.loading import load

STANDUP = b"- NW-1 is done.\n- PAY-2 is done.\n"


def opened(home, *, keys, told):
    (home / "sprintmind.toml").write_text(f"[team]\nkeys = {keys}\n".replace("'", '"'))
    return open_app(home, settings=load(home, {}), now=lambda: MONDAY, notice=told.append)


def keys(app):
    return [ticket.key for ticket in app.tickets(Moment(now=MONDAY), EVERYBODY)]


def test_what_was_heard_before_a_project_key_was_set_is_read_again(tmp_path):
    told = []
    app = opened(tmp_path, keys=["NW"], told=told)
    app.ingest([Delivery(source="standup", body=STANDUP, received_at=MONDAY, filename="daily.md")])
    assert keys(app) == ["NW-1"]
    assert told == []
    assert keys(opened(tmp_path, keys=["NW"], told=told)) == ["NW-1"]
    assert told == []
    app = opened(tmp_path, keys=["NW", "PAY"], told=told)
    assert keys(app) == ["NW-1", "PAY-2"]
    assert told == ["the team's settings changed: 1 event was read again"]
    assert app.verify().same
    assert (
        app.ingest([Delivery(source="standup", body=STANDUP, received_at=MONDAY, filename="daily.md")]).events[0].new
        is False
    )


def test_an_extra_rule_that_is_not_built_is_said_and_not_covered(tmp_path):
    (tmp_path / "sprintmind.toml").write_text('[policy]\nrules_on = ["unmapped_identity"]\n')
    told = []
    open_app(tmp_path, settings=load(tmp_path, {}), now=lambda: MONDAY, notice=told.append)
    (notice,) = told
    assert notice.startswith(
        "[policy] rules_on: this version has no rule 'unmapped_identity', so nothing is found by it"
    )
    assert "`sprintmind people`" in notice
