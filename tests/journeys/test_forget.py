"""Forgetting: words and names go everywhere and stay away, and what was true stays true."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import date

import pytest

from journeys.telling import meeting
from spoken import EVERYBODY, TEAM, Clock, app_in, at, values
from sprintmind import bootstrap
from sprintmind.domain.erasure import ERASED, Erasures, Kind, stones_of
from sprintmind.domain.moments import Moment
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.settings.loading import load
from sprintmind.testing import MemoryInMind

SECRETS = ("I broke the nightly batch myself", "I will send Globex the sandbox by Friday", "because my child was ill")
TALK = (
    f"Priya Raman: {SECRETS[0]}. NW-1 is in review.\n"
    f"Tom Beck: NW-2 is blocked by the security review, says Priya.\n"
    f"Priya Raman: {SECRETS[1]}.\n"
)


def talk(text=TALK, *, title="Sync", day=0):
    return Delivery(source="meeting", body=text.encode(), received_at=at(day), said=at(day).date(), title=title)


def standup(day=0):
    text = "## Priya\n- NW-4 is in progress, I pulled it forward in the night\n\n## Tom\n- NW-5 is in review\n"
    return Delivery(source="standup", body=text.encode(), received_at=at(day), said=at(day).date(), author="tom")


def github(comment, *, login="priya-r", number=7):
    body = {
        "action": "created",
        "comment": {"id": number, "body": comment, "user": {"login": login, "type": "User"},
                    "created_at": "2025-09-29T10:00:00Z", "updated_at": "2025-09-29T10:00:00Z"},
        "issue": {"number": 3, "title": "NW-1 SSO", "updated_at": "2025-09-29T10:00:00Z"},
        "repository": {"id": 1, "full_name": "northwind/shop"},
    }  # fmt: skip
    return Delivery(source="github", body=json.dumps(body).encode(), received_at=at(0), name="issue_comment")


def opened_pull(login):
    """Deliver a pull request of no ticket in somebody's own repository."""
    user = {"login": login, "id": 5, "type": "User"}
    place = {"id": 9, "full_name": f"{login}/shop", "name": "shop", "owner": user, "default_branch": "main"}
    pull = {
        "id": 1, "number": 3, "title": "Tidy up", "state": "open", "draft": False, "merged": False, "user": user,
        "head": {"ref": "tidy", "sha": "a" * 40, "repo": place},
        "base": {"ref": "main", "sha": "b" * 40, "repo": place},
        "created_at": "2025-09-29T09:00:00Z", "updated_at": "2025-09-29T09:00:00Z", "merged_at": None,
        "closed_at": None, "merge_commit_sha": None, "requested_reviewers": [], "body": "",
    }  # fmt: skip
    body = {"action": "opened", "number": 3, "pull_request": pull, "repository": place, "sender": user}
    return Delivery(source="github", body=json.dumps(body).encode(), received_at=at(0), name="pull_request")


def filled(place, memory=None):
    app = app_in(place, Clock(at(1)), memory=memory or MemoryInMind())
    app.ingest([talk(), standup(), meeting(1, who="Tom Beck"), github("I rewrote the batch with my own hands")])
    app.correct("NW-3 is done", by="priya")
    app.correct("", by="priya", ticket="NW-3", field="status", value="in_progress", reason=SECRETS[2])
    app.tick()
    return app


def everything(place):
    """All that stands in a ledger, compressed bodies too, and in SQLite's files byte by byte."""
    found = [str(place.content())]
    with place.ledger(Clock(at(1))).reading() as reading:
        found += [delivery.body.decode() for _, delivery in reading.everything() if delivery]
        found += [line.decode() for line in reading.exported()]
    if hasattr(place, "path"):
        files = place.path.parent.glob(f"{place.path.name}*")
        found += [file.read_bytes().decode("utf-8", "replace") for file in files]
    return "\n".join(found)


WORDS = (*SECRETS, "in the night", "with my own hands", "Priya", "priya")


def test_a_persons_words_and_name_stand_nowhere_afterwards(place):
    memory = MemoryInMind()
    app = filled(place, memory)
    before = everything(place)
    assert [word for word in WORDS if word not in before] == []
    receipt = app.forget(person="priya")
    after = everything(place)
    assert [word for word in WORDS if word in after] == []
    assert [word for word in WORDS for each in memory.kept.values() if word in f"{each}"] == []
    assert (receipt.stored, receipt.found) == (True, {})
    assert receipt.taken.events == 5


def test_a_finding_on_something_named_after_a_person_is_told_on_under_no_name(place):
    memory = MemoryInMind()
    clock = Clock(at(0))
    app = app_in(place, clock, memory=memory)
    app.ingest([opened_pull("priya-r")])
    clock.now = at(8)
    app.tick()
    assert "review_stalled/priya-r/shop#3" in everything(place)
    app.forget(person="priya")
    with place.ledger(clock).reading() as reading:
        assert [each.finding.id for each in reading.stories()] == [f"review_stalled/{ERASED}/shop#3"]
    assert "priya" not in everything(place)
    assert [each for each in memory.kept.values() if "priya" in f"{each}"] == []
    assert [each.id for each in app.risks(Moment(now=clock.now), EVERYBODY)] == [f"review_stalled/{ERASED}/shop#3"]
    assert app.tick().transitions == ()


def test_what_others_said_is_still_remembered(place):
    memory = MemoryInMind()
    app = filled(place, memory)
    app.forget(person="priya")
    texts = "\n".join(each.text for each in memory.kept.values())
    assert f"NW-2 is blocked by the security review, says {ERASED}" in texts
    assert "NW-5 is in review" in texts


def test_what_was_true_stays_true_under_no_name(place):
    app = filled(place)
    before = values(app)
    app.forget(person="priya")
    renamed = {key: ERASED if value == "priya" else value for key, value in before.items()}
    assert values(app) == renamed
    assert app.verify().same
    assert app.rebuild().same
    assert values(app) == renamed


def test_reading_everything_again_brings_nothing_back(place):
    app = filled(place)
    app.forget(person="priya")
    app.rebuild()
    app.rebuild_memory()
    assert [word for word in WORDS if word in everything(place)] == []


def test_an_open_promise_stays_as_made_by_an_erased_person(place):
    app = filled(place)
    receipt = app.forget(person="priya")
    [promise] = app.commitments(Moment(now=app.now()), EVERYBODY)
    assert (promise.customer, promise.owner, promise.due) == ("Globex", ERASED, date(2025, 10, 3))
    assert [each.id for each in receipt.taken.promises] == [promise.id]
    assert all(not said.span.quote for said in promise.said)


def test_a_rehearsal_tells_the_same_and_changes_nothing(place):
    app = filled(place)
    before = place.content()
    told = app.forget(person="priya", dry_run=True)
    assert place.content() == before
    assert told.taken == app.forget(person="priya").taken
    assert not told.stored


@pytest.mark.parametrize("team", [TEAM, None], ids=["still in the team", "no longer in the team"])
def test_what_comes_again_stays_out(place, team):
    app = filled(place)
    app.forget(person="priya")
    if team is None:
        gone = TEAM.__class__(keys=TEAM.keys, people=TEAM.people[1:], customers=TEAM.customers)
        app = app_in(place, Clock(at(2)), team=gone, memory=MemoryInMind())
    events = app.verify().events
    again = app.ingest([talk(), standup(), github("I rewrote the batch with my own hands")])
    assert app.verify().events - events <= sum(event.new for event in again.events)
    app.ingest([talk(TALK + "Tom Beck: Fine.\n"), github("I rewrote the batch with my own hands, twice", number=8)])
    app.tell_memory()
    assert [word for word in WORDS if word in everything(place)] == []
    assert app.verify().same


def test_the_same_delivery_is_still_known(place):
    app = filled(place)
    app.forget(person="priya")
    assert [event.new for event in app.ingest([talk(), standup()]).events] == [False, False]


def test_an_export_made_before_brings_nothing_back(places):
    source, target = places.new(), places.new()
    lines = list(filled(source).export())
    other = app_in(target, Clock(at(1)), memory=MemoryInMind())
    with target.ledger(Clock(at(1))).writing() as transaction:
        transaction.bury(stones_of("priya", TEAM, at=at(1)))
    assert other.take_in(lines).verification.same
    assert [word for word in WORDS if word in everything(target)] == []


def test_an_export_made_afterwards_is_without_it(places):
    source, target = places.new(), places.new()
    app = filled(source)
    app.forget(person="priya")
    other = app_in(target, Clock(at(1)), memory=MemoryInMind())
    assert other.take_in(app.export()).verification.same
    other.ingest([talk(TALK + "Tom Beck: Fine.\n")])
    assert [word for word in WORDS if word in everything(target)] == []


def test_a_document_goes_with_all_its_versions_and_what_it_said_stays(place):
    memory = MemoryInMind()
    app = filled(place, memory)
    app.ingest([talk(TALK + "Tom Beck: Fine by me.\n")])
    before = values(app)
    [key, *_] = [each.document for each in memory.kept.values() if SECRETS[0] in each.text]
    app.forget(document=key)
    assert [word for word in (*SECRETS[:2], "security review", "Fine by me") if word in everything(place)] in (
        [],
        ["security review"],  # whose sign-off it waits for is a fact, as the field's value
    )
    assert values(app) == before
    assert app.verify().same
    assert [each for each in memory.kept if each.startswith("meeting:meeting|2025-09-29||Sync:")] == []
    app.ingest([talk(TALK + "Tom Beck: One more thing.\n")])
    app.tell_memory()
    assert "One more thing" not in everything(place)
    assert [each for each in memory.kept if each.startswith("meeting:meeting|2025-09-29||Sync:")] == []


def test_a_memory_that_is_down_forgets_when_it_is_up_and_the_receipt_says_so(place):
    memory = MemoryInMind()
    app = filled(place, memory)
    memory.down = True
    receipt = app.forget(person="priya")
    assert receipt.memories is None
    assert any("it still holds it" in each for each in receipt.left)
    memory.down = False
    app.tell_memory(impatient=True)
    assert [word for word in WORDS for each in memory.kept.values() if word in f"{each}"] == []
    assert [word for word in WORDS if word in everything(place)] == []


def test_the_receipt_names_the_copies_that_were_made(place, tmp_path):
    app = filled(place)
    app.backup(tmp_path / "yesterday.db")
    app.note_copy(tmp_path / "taken.jsonl")
    receipt = app.forget(person="priya")
    assert any("yesterday.db" in each for each in receipt.left)
    assert any("taken.jsonl" in each for each in receipt.left)
    assert any("sprintmind.toml still names priya" in each for each in receipt.left)


def test_a_stranger_who_was_heard_can_be_forgotten(place):
    app = app_in(place, Clock(at(1)), memory=MemoryInMind())
    app.ingest([meeting(1, "I was never here", who="Kim Doe")])
    app.forget(person="Kim Doe")
    assert [word for word in ("never here", "Kim") if word in everything(place)] == []
    assert app.people()[1] == ()


def test_nobody_and_nothing_can_be_forgotten_by_mistake(place):
    app = filled(place)
    with pytest.raises(InputError, match="nobody is called 'pria'"):
        app.forget(person="pria")
    with pytest.raises(InputError, match="no document is called 'meeting:x'"):
        app.forget(document="meeting:x")


def test_a_ledger_restored_from_before_forgets_again(tmp_path):
    (tmp_path / "sprintmind.toml").write_text(
        '[team]\nkeys = ["NW"]\n[[people]]\nid = "priya"\nname = "Priya Raman"\n', encoding="utf-8"
    )
    notices = []

    def opened():
        found = load(tmp_path, {})
        return bootstrap.open_app(tmp_path, settings=found, now=Clock(at(1)), notice=notices.append)

    app = opened()
    app.ingest([talk()])
    app.backup(tmp_path / "before.db")
    app.forget(person="priya")
    shutil.copy(tmp_path / "before.db", tmp_path / "default.db")
    app = opened()
    assert any("events erased again" in each for each in notices)
    with closing(sqlite3.connect(tmp_path / "default.db")) as raw:
        assert SECRETS[0] not in "\n".join(map(str, raw.iterdump()))
    assert SECRETS[0].encode() not in (tmp_path / "default.db").read_bytes()
    assert app.verify().same


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("Priya's fix, says priya-r.", f"{ERASED}'s fix, says {ERASED}.", id="names"),
        pytest.param("standup|2025-09-29|priya|Daily", f"standup|2025-09-29|{ERASED}|Daily", id="a key"),
        pytest.param("nothing private here", "nothing private here", id="a part of a word"),
        pytest.param("Raman noodles", "Raman noodles", id="a last name alone"),
    ],
)
def test_names_are_found_as_words(text, left):
    assert Erasures.of(stones_of("priya", TEAM, at=at(0))).text(text) == left


def test_no_name_stands_among_what_is_erased(place):
    stones = stones_of("priya", TEAM, at=at(0))
    assert {stone.kind for stone in stones} == {Kind.PERSON, Kind.NAME}
    assert "priya" not in str(stones).casefold()
