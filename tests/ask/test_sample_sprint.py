"""Fifty questions over the sample sprint, with their right answers: no wrong statement, no uncited fact."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ask.place_to_ask import NOW, asked, caller, opened, sample
from sprintmind.domain.evidence import AnswerId, EvidenceKind
from sprintmind.errors import InputError
from sprintmind.testing import MemoryInMind

SSO = "NW-231, “Single sign-on for the customer portal”, is in review (GitHub, 2025-09-30)"
EXPORT = "NW-240, “Invoice export”, is to do (the tracker, 2025-09-23)"
REFUNDS = "PAY-12, “Retry failed refunds”, is done (a meeting, 2025-09-30)"
PULL = (
    "northwind/portal#88 by Priya Raman works on NW-231 and is open since 2025-09-30; its CI is failing; "
    "nobody has reviewed it yet"
)
PROMISE = (
    "Acme was promised “SSO login” by Priya Raman with NW-231, due on 2025-10-02; it is open (a meeting, 2025-09-25)"
)
BLOCKED = (
    "NW-240 has been blocked since 2025-09-26, waiting on Globex; nobody said who can unblock it "
    "(a standup, 2025-09-26)"
)
DONE = (
    "Sources disagree about the status of NW-231: in review according to GitHub (2025-09-30), which stands; "
    "done according to the tracker (2025-09-30)"
)
GOING_ON = (
    "Sources disagree about the status of NW-231: in review according to GitHub (2025-09-30), which stands; "
    "in progress according to a meeting (2025-09-30)"
)
RED = (
    "Critical risk: CI is failing on northwind/portal#88, and the promise to Acme is due on 2025-10-02; "
    "ask Priya Raman; it ends when CI passes on the head of northwind/portal#88, or it is merged"
)
NEAR = (
    "High risk: The promise to Acme is due on 2025-10-02, and NW-231 is not done; ask Priya Raman; "
    "it ends when NW-231 is done, or Acme agrees to another date"
)
DISPUTED = (
    "High risk: Sources disagree about NW-231: status is in review according to github, and done according to the "
    "tracker; status is in review according to github, and in progress according to meeting; a promise to Acme hangs "
    "on it; ask Priya Raman; it ends when the sources agree, or a person settles it"
)
STUCK = (
    "High risk: NW-240 has been blocked since 2025-09-26, waiting on Globex; nobody said who can unblock it; "
    "ask Lena Vogt; it ends when somebody says that NW-240 is no longer blocked"
)
MOVED = (
    "The status of NW-231 changed from in progress to in review (GitHub, 2025-09-30)",
    PULL,
    "The status of PAY-12 changed from in progress to done (a meeting, 2025-09-30)",
)


QUESTIONS = [
    ("what's blocking me today?", "lena", [BLOCKED]),
    ("What is blocking me today?", "priya", ["Nobody says that any ticket of Priya Raman is blocked", RED]),
    ("Is anything blocked?", None, [f"Yes: {BLOCKED}"]),
    ("Is NW-240 blocked?", None, [f"Yes: {BLOCKED}"]),
    ("Is PAY-12 blocked?", None, ["No: nobody says that PAY-12 is blocked"]),
    ("Who waits for Globex?", None, [BLOCKED]),
    ("Who can unblock NW-240?", None, [BLOCKED]),
    ("Whom should I ask about NW-240?", None, [BLOCKED]),
    ("Why is NW-231 still in review?", None, [SSO, PULL, DONE, GOING_ON]),
    ("How do we know that NW-231 is in review?", None, [
        SSO, PULL, DONE, GOING_ON,
        "On 2025-09-24 the tracker said that the status of NW-231 is in progress; that was accepted",
        "On 2025-09-30 GitHub said that the status of NW-231 is in review; that was accepted",
    ]),
    ("Is NW-231 done?", None, [f"No: {SSO}", PULL, DONE, GOING_ON]),
    ("Is PAY-12 done?", None, [f"Yes: {REFUNDS}"]),
    ("What is the status of NW-240?", None, [EXPORT, BLOCKED]),
    ("Where is the invoice export?", None, [EXPORT, BLOCKED]),
    ("How is single sign-on going?", None, [SSO, PULL, DONE, GOING_ON]),
    ("Tell me about PAY-12", None, [REFUNDS]),
    ("Which tickets are done?", None, [REFUNDS]),
    ("Which tickets are in review?", None, [SSO]),
    ("Which tickets are in QA?", None, ["No ticket is in QA"]),
    ("What is Lena working on?", None, [EXPORT]),
    ("What has Tom finished?", None, [REFUNDS]),
    ("Who owns NW-231?", None, ["NW-231 is assigned to Priya Raman (the tracker, 2025-09-23)"]),
    ("Who is working on the invoice export?", None, ["NW-240 is assigned to Lena Vogt (the tracker, 2025-09-23)"]),
    ("Which tickets are unassigned?", None, ["Every ticket that is still to be done has an assignee"]),
    ("When is the SSO login due?", None, [PROMISE]),
    ("When is NW-231 due?", None, [PROMISE, "NW-231 has no due date of its own"]),
    ("What is due this week?", None, [PROMISE]),
    ("What did we promise Acme?", None, [PROMISE, SSO]),
    ("Did we promise Acme the SSO login?", None, [f"Yes: {PROMISE}", SSO]),
    ("Did we promise Globex anything?", None, ["No: no promise to Globex is known"]),
    ("What did Priya promise?", None, [PROMISE, SSO]),
    ("What did we promise for October 2?", None, [PROMISE, SSO]),
    ("Which promises are overdue?", None, ["No promise that is overdue is known"]),
    ("Has any promised date moved?", None, ["No: the date of no promise moved"]),
    ("What happened yesterday?", None, list(MOVED)),
    ("What changed since Thursday?", None, [
        PROMISE, "NW-240 was reported blocked (a standup, 2025-09-26)", *MOVED,
    ]),
    ("What's new for Lena?", None, [
        "Nothing that the ledger keeps changed for Lena Vogt from 2025-09-30 to 2025-10-01",
    ]),
    ("What will slip?", None, [RED, STUCK, NEAR, DISPUTED]),
    ("Is NW-231 on track?", None, [f"No: c{RED[1:]}", NEAR, DISPUTED]),
    ("Is NW-231 at risk?", None, [f"Yes: c{RED[1:]}", NEAR, DISPUTED]),
    ("Is PAY-12 at risk?", None, ["No: no rule finds a risk for PAY-12"]),
    ("Will we make it in time for Acme?", None, [RED, NEAR, DISPUTED]),
    ("What should I do next?", "priya", [RED, NEAR, DISPUTED, SSO]),
    ("What should I do next?", "tom", ["The ledger holds nothing that is to be done for Tom Weber"]),
    ("How is the sprint?", None, [
        "Of 3 tickets in Sprint 24, 1 is done, 1 is in review and 1 is to do", BLOCKED, RED, NEAR, DISPUTED, PROMISE,
    ]),
    ("Where do sources disagree?", None, [GOING_ON, DONE]),
    ("Do sources disagree about PAY-12?", None, ["No: no sources disagree about PAY-12"]),
    ("Is the build red?", None, [f"Yes: {PULL}"]),
    ("Is CI green on NW-231?", None, [f"No: {PULL}"]),
    ("Has PR 88 been reviewed?", None, [f"No: {PULL}"]),
    ("Was NW-231 approved?", None, ["No approval for NW-231 is known", PULL]),
    ("What does NW-240 depend on?", None, [
        "Nobody said that NW-240 depends on anything, or that anything depends on it",
    ]),
    ("What did Carla say about sign in?", None, [
        "Meeting 'Acme weekly', 2025-09-25: “Carla Mendes: When can our people sign in with their own accounts?”",
    ]),
    ("What did Tom say about the migration script?", None, [
        "Standup 'Standup 2025-09-26', 2025-09-26: “Tom Weber: Finished the migration script for PAY-12.”",
    ]),
    ("Were there any corrections?", None, ["Nobody corrected what the sources say"]),
]  # fmt: skip

UNKNOWN = [
    ("When is NW-240 due?", "It is unknown when that is due."),
    ("What is NW-999?", "Nothing is known of a ticket NW-999."),
    ("What did we promise Initech?", "It is unknown whether that was promised."),
    ("What is the capital of France?", "That is unknown."),
    ("Who owns the mobile app?", "It is unknown who does it."),
    ("What is blocking me?", "I do not know who asks: say who you are, and ask again."),
]


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return opened(sample(tmp_path_factory.mktemp("sample")))


def sentences_of(answer):
    return [line.rsplit(" [", 1)[0] for line in answer.text.splitlines()]


@pytest.mark.parametrize(("question", "name", "says"), QUESTIONS, ids=[f"{q} {n or ''}" for q, n, _ in QUESTIONS])
def test_the_answer_is_right_sentence_by_sentence(app, question, name, says):
    answer = asked(app, question, name)
    assert sentences_of(answer) == says
    assert not answer.unknown
    assert answer.citations.hold
    assert all(line.endswith("].") for line in answer.text.splitlines())


@pytest.mark.parametrize(("question", "says"), UNKNOWN, ids=[question for question, _ in UNKNOWN])
def test_what_the_evidence_does_not_hold_is_said_to_be_unknown(app, question, says):
    answer = asked(app, question)
    assert answer.unknown
    assert answer.text.splitlines()[0] == says
    assert "Searched: tickets, pull requests, promises, risks and conflicts in the ledger," in answer.text
    assert "What would answer it: " in answer.text
    assert answer.citations.hold


def test_there_are_at_least_forty_questions():
    assert len(QUESTIONS) >= 40


def test_an_answer_is_kept_and_given_again_from_the_same_evidence(app):
    first = asked(app, "What did we promise Acme?", "priya")
    again = app.answered(first.id, caller(app, "priya"))
    assert again == first
    assert first.id in {each.id for each in app.answers(caller(app, "priya"))}


def test_nobody_is_given_an_answer_that_was_somebody_elses(app):
    first = asked(app, "What did we promise Acme?", "priya")
    for other in ("tom", None):
        with pytest.raises(InputError, match="you were given no answer"):
            app.answered(first.id, caller(app, other))
    with pytest.raises(InputError, match="you were given no answer"):
        app.answered(AnswerId("a0"), caller(app))


@pytest.mark.parametrize(("question", "complaint"), [(" ", "what is asked"), ("x" * 2001, "2000 characters")])
def test_what_is_no_question_is_refused(app, question, complaint):
    with pytest.raises(InputError, match=complaint):
        asked(app, question)


def test_an_answer_about_the_past_is_given_again_with_its_moment(tmp_path):
    app = opened(sample(tmp_path))
    then = datetime(2025, 9, 29, 9, tzinfo=UTC)
    answer = app.ask("Is NW-231 in review?", caller(app), as_of=then)
    assert answer.text.startswith("As of Monday, 2025-09-29, 11:00, as it is known now:\nNo: NW-231,")
    assert answer.as_of == then
    assert app.answered(answer.id, caller(app)) == answer
    assert answer.id != asked(app, "Is NW-231 in review?").id


def test_no_memory_of_later_is_shown_whatever_a_memory_brings(tmp_path):
    app = opened(sample(tmp_path), memory=Careless())
    then = datetime(2025, 9, 29, 9, tzinfo=UTC)
    answer = app.ask("What did Priya say about SSO?", caller(app), as_of=then)
    recalled = [each.at for each in answer.evidence if each.kind is not EvidenceKind.STATE]
    assert recalled
    assert max(recalled) <= then
    assert any(each.at > then for each in asked(app, "What did Priya say about SSO?").evidence if each.at)


class Careless(MemoryInMind):
    """Does not look when something was said."""

    def recall(self, question):
        return super().recall(replace(question, within=None))


def test_the_end_of_today_is_now_and_tomorrow_is_refused(tmp_path):
    app = opened(sample(tmp_path))
    assert app.ask("Is NW-231 done?", caller(app), as_of=NOW + timedelta(hours=5)).as_of is None
    with pytest.raises(InputError, match="2025-10-02 is still to come"):
        app.ask("Is NW-231 done?", caller(app), as_of=NOW + timedelta(days=1))
