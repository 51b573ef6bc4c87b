"""What describes a thing, an activity or a measure, beside what reports: words that sound alike."""

import pytest

from saying import claimed

DONE, BUSY, QA = ["status NW-1 done"], ["status NW-1 in_progress"], ["status NW-1 in_qa"]
MADE = {
    "built on": ("NW-1 is built on Flask.", []),
    "added to": ("In NW-1 the rows are added to the sheet by night.", []),
    "a form made by": ("NW-1, a form made by an intern, looks odd.", []),
    "as measured by": ("NW-1 is slow as measured by the probe.", []),
    "gets updated": ("In NW-1 the price gets updated.", []),
    "fixed how": ("We fixed how NW-1 counts.", []),
    "just added to": ("NW-1 is now added to the sprint board.", ["progress NW-1"]),
    "added it": ("We added the filter to NW-1.", ["progress NW-1"]),
    "done in the browser": ("NW-1 is fast because NW-1 is done in the browser.", []),
    "done in prod": ("NW-1 is done in prod.", DONE),
    "done by a colleague": ("NW-1 is done by Tom.", DONE),
    "done with a query": ("In NW-1 everything is done with one query.", []),
    "done with it": ("I'm done with NW-1.", DONE),
    "sorted by": ("So NW-1 is sorted by price first.", []),
    "sorted": ("NW-1 is sorted.", DONE),
    "by the pipeline": ("NW-1 is deployed by the pipeline.", []),
    "a licence": ("NW-1 is released under an open licence.", ["progress NW-1"]),
    "a queue closed by": ("A queue closed by the worker confuses NW-1.", []),
    "by a colleague": ("NW-1 is merged by Lena.", DONE),
    "pre-built": ("NW-1 comes with pre-built themes.", []),
    "a label": ("Improved search: ranking for NW-1", []),
    "improved": ("Improved the search for NW-1.", ["progress NW-1"]),
    "finished jobs": ("NW-1 lists finished jobs.", []),
    "blocked accounts": ("NW-1: blocked accounts", []),
    "blocked": ("NW-1: blocked", ["blocked NW-1  "]),
    "customers stuck": ("NW-1: customers stuck in the lift", []),
    "complete nonsense": ("NW-1 is complete nonsense.", []),
}
SENSES = {
    "the blocks": ("There is dust on the blocks NW-1 draws.", []),
    "blocks": ("PAY-1 blocks NW-1.", ["blocked NW-1 PAY-1 "]),
    "does live": ("NW-1 is where the data does live.", []),
    "we live": ("NW-1 is where we live.", []),
    "live music": ("NW-1 is live music.", []),
    "landed in": ("We landed in Oslo and talked about NW-1.", []),
    "landed": ("We landed NW-1.", DONE),
    "pending lists": ("NW-1: Pending invoices", []),
    "pending": ("NW-1: pending PAY-1", ["dependency NW-1 PAY-1"]),
    "duplicates of": ("NW-1: duplicates of customer names", []),
    "duplicates": ("NW-1 duplicates PAY-1.", ["status NW-1 cancelled"]),
    "boot hang": ("NW-1: boot hang on old machines", []),
    "worth waiting": ("For NW-1 it is worth waiting for the spring.", []),
    "to rely on": ("NW-1: how to rely on the cache", []),
    "takes depends": ("How long NW-1 takes depends on the weather.", []),
    "he says": ("He comes along and says, I need PAY-1 for NW-1.", []),
    "as long as": ("NW-1 may grow as long as it stays quick.", []),
    "need in brackets": ("They do need a way to sign in (NW-1)", []),
    "not necessarily": ("NW-1 is not necessarily in progress.", []),
    "still to be": ("NW-1 should, however, now be merged.", []),
    "the idea": ("The idea is that NW-1 is done in one go.", []),
    "it is vital": ("It's vital that NW-1 is merged.", []),
    "somebody said": ("Somebody said NW-1 is done.", []),
    "would help": ("Having NW-1 done would help.", []),
    "someone can": ("Someone can take the file, NW-1 is done, and check it.", []),
    "on my machine": ("On my machine NW-1 is done.", []),
    "some of": ("Some of the data NW-1 was delivered.", ["progress NW-1"]),
    "step one": ("Step one of NW-1 is done.", ["progress NW-1"]),
}
MEASURES = {
    "a decimal": ("NW-1: large step back (up to 2.1% on the long run)", []),
    "a comparison": ("NW-1: smaller on the long run (<5%)", []),
    "a rank": ("NW-1 is in the top 10%", []),
    "a measure": ("NW-1: better compile times (8%)", []),
    "by": ("NW-1 cuts the waste by 40%.", []),
    "a rate": ("The error rate in NW-1 is at 5%.", []),
    "an estimate": ("NW-1 is at 60%.", BUSY),
    "in brackets": ("NW-1 SSO login (60%)", BUSY),
    "up to": ("NW-1: up to 60% now", BUSY),
}
PEOPLE = {
    "that we use": ("NW-1 replaces the sheets that we're working on in spring.", []),
    "to the point": ("NW-1 is odd to the point that I'm redoing it.", []),
    "the one": ("NW-1 is the one that Tom is working on.", BUSY),
    "who is": ("Anyone in the world working on maps likes NW-1.", []),
    "people at it": ("People building shops love NW-1.", []),
    "people at the ticket": ("People working on NW-1 need quiet.", BUSY),
    "and writing": ("NW-1: helps setting the pace (and developing the habit)", []),
    "interest in": ("They have an interest in building NW-1.", []),
    "you": ("NW-1: somehow you've configured it wrong.", []),
    "working": ("NW-1: working on the form", BUSY),
    "a credited change": ("- NW-1: Building images with tools ([shop/web#41] [@tom])", []),
    "a title": ("- NW-1: Mark tests as reliant on a browser", []),
    "a wait in a title": ("- NW-1: Wait for workers to finish", []),
    "a wait": ("- NW-1: wait for Tom's answer", ["dependency NW-1 tom"]),
}
ALL = {"made": MADE, "senses": SENSES, "measures": MEASURES, "people": PEOPLE}


@pytest.mark.parametrize(
    ("text", "claims"),
    [pytest.param(*each, id=f"{kind}: {name}") for kind, said in ALL.items() for name, each in said.items()],
)
def test_a_description_is_no_report(text, claims):
    assert claimed(text, author="dana") == claims


def turns(*lines):
    return "\n".join(f"{'Tom' if n % 2 == 0 else 'Lena'}: {line}" for n, line in enumerate(lines))


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        pytest.param("We are live.", [], id="the speakers"),
        pytest.param("It's live.", DONE, id="the ticket"),
        pytest.param("It closed.", [], id="a door"),
        pytest.param("We just shipped this: a page with charts.", [], id="what follows"),
        pytest.param("We have done some splitting of the pages.", [], id="something of it"),
        pytest.param("The second candidate is out. That was released today.", [], id="another thing"),
        pytest.param("The PR is merged. It was released today.", DONE, id="the whole"),
        pytest.param("We started November 2016.", [], id="a year"),
        pytest.param("We started yesterday.", BUSY, id="a day"),
        pytest.param("There is active work on maps.", [], id="what there is"),
        pytest.param("There is active work on it.", BUSY, id="on it"),
        pytest.param("You started from scratch.", [], id="anybody"),
        pytest.param("Not doing more of the big changes.", [], id="another object"),
        pytest.param("I've been building all these.", [], id="many"),
        pytest.param("Even though they're doing that.", [], id="an aside"),
        pytest.param("It depends on the rows read before.", [], id="how it goes"),
        pytest.param("It depends on the vendor's gateway.", ["dependency NW-1 vendor's gateway"], id="a thing to come"),
        pytest.param("It depends on PAY-1.", ["dependency NW-1 PAY-1"], id="a ticket"),
        pytest.param("Dana, do you have like", [], id="a question begun"),
        pytest.param("Dana has, jumped on the train.", [], id="what she did"),
        pytest.param("Dana has it.", ["assignee NW-1 dana"], id="what she has"),
    ],
)
def test_only_what_is_said_of_the_ticket_is_taken_up(answer, claims):
    assert claimed(turns("So, NW-1.", answer), kind="meeting") == claims


@pytest.mark.parametrize(
    "habit",
    [
        "As always, NW-1 is merged.",
        "As usual, NW-1 is blocked.",
        "NW-1 gets blocked every Friday.",
        "On Mondays NW-1 is deployed.",
        "NW-1 is often stuck behind PAY-1.",
        "As a rule, NW-1 is with QA.",
        "NW-1 is deployed nightly.",
        "NW-1 is deployed on every push.",
    ],
)
def test_a_habit_is_no_state_of_now(habit):
    assert claimed(habit) == []


def test_a_label_among_bullets_ends_where_they_end():
    text = "- Look at needs\n  - Are you blocked by something?\n  - NW-1 by the VPN\n- NW-2: Sum up\n\n## NW-3 News\n"
    assert [claim.split(" ")[:2] for claim in claimed(text)] == [["blocked", "NW-1"]]


def test_a_heading_ends_the_one_beside_it():
    assert claimed("### Testing\n\n- NW-1 login\n\n### NW-2 Issues\n") == QA


def test_a_key_behind_a_lines_words_heads_none():
    assert claimed("### Testing\n\n- The build now keeps its logs. (NW-1)\n- NW-2 login\n") == ["status NW-2 in_qa"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        pytest.param("Tom: NW-1 is done, pardon, NW-2.", ["status NW-2 done"], id="pardon"),
        pytest.param("Tom: NW-1 is done. Make that NW-2.", ["status NW-2 done"], id="make that"),
        pytest.param("Tom: NW-1 is done. I should have said NW-2.", ["status NW-2 done"], id="should have said"),
        pytest.param("Tom: NW-1 is done. Let me correct that, half of it.", [], id="let me correct that"),
        pytest.param("Tom: NW-1 is merged, or more precisely its backend.", [], id="more precisely"),
        pytest.param("Tom: NW-1 is done.\nLena: You mean NW-2.\nTom: Yes, NW-2.", [], id="you mean"),
        pytest.param("Tom: NW-1 is done.\nLena: That was NW-2.\nTom: True.", [], id="that was"),
        pytest.param("Tom: NW-1 is done.\nLena: That was quick.\nTom: True.", DONE, id="praise"),
    ],
)
def test_a_correction_in_words_takes_back_what_was_wrong(text, claims):
    assert claimed(text, kind="meeting") == claims


@pytest.mark.parametrize(
    ("text", "tickets"),
    [
        pytest.param(turns("We promised Acme the log by Friday.", "NW-1 is done."), [], id="another speaker"),
        pytest.param(turns("NW-1 is done.", "We promised Acme this log by Friday."), [], id="its own thing"),
        pytest.param(turns("NW-1 is done.", "We promised Acme it by Friday."), ["NW-1"], id="it"),
        pytest.param(turns("We promised Acme NW-1 by Friday.", "Good."), ["NW-1"], id="named"),
    ],
)
def test_a_promise_is_about_the_tickets_that_its_words_tie_to_it(text, tickets):
    promise = next(claim for claim in claimed(text, kind="meeting") if claim.startswith("promise"))
    assert promise.split(" ")[4:] == tickets


def test_a_promise_that_its_speaker_does_not_know_of_is_none_whatever_is_answered():
    text = turns("Acme wants the list.", "I don't know, I'll send them the list this week, right?", "Yes.")
    assert claimed(text, kind="meeting") == []
