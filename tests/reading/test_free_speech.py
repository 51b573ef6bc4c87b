"""What people say in passing: it resembles a claim and is none, beside what is one."""

import pytest

from saying import claimed

LONG = "We talked for a good while about the offsite, the new chairs, lunch, the weather and who brings the cake. "


def turns(*lines):
    return "\n".join(f"{'Tom' if n % 2 == 0 else 'Lena'}: {line}" for n, line in enumerate(lines))


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        pytest.param(turns("NW-1 came up.", "I'm working on it."), ["status NW-1 in_progress"], id="right behind"),
        pytest.param(turns("NW-1 came up.", f"{LONG}{LONG}{LONG}I'm working on it."), [], id="long after"),
        pytest.param(turns("NW-1 came up.", "Hm.", "Sure.", "Yes.", "I'm working on it."), [], id="turns after"),
        pytest.param(turns("So, NW-1.", "We started a survey of the tools."), [], id="another object"),
        pytest.param(turns("So, NW-1.", "We started on it."), ["status NW-1 in_progress"], id="the ticket"),
    ],
)
def test_only_what_was_named_just_before_is_taken_up(text, claims):
    assert claimed(text, kind="meeting") == claims


def test_a_line_of_a_chat_with_several_threads_takes_up_no_other_line():
    chat = "10:01 <Tom> NW-1 is what I looked at\n10:02 <Lena> done\n"
    assert claimed(chat, kind="meeting") == []


def test_a_ticket_named_late_in_a_sentence_is_named_just_before():
    text = turns("Fine.", f"{LONG}{LONG}{LONG}It's NW-1, Lena already has it in review.")
    assert "status NW-1 in_review" in claimed(text, kind="meeting")


SAID = {
    "doing well": ("On NW-1, the testers' machines are doing pretty well.", []),
    "doing weekly": ("NW-1: I'm not doing this weekly.", []),
    "a way of doing": ("With NW-1 there is a way of doing that.", []),
    "doing a ticket": ("I'm doing NW-1 today.", ["status NW-1 in_progress"]),
    "doing as subject": ("Doing NW-1 is easier with two people.", []),
    "support for building": ("Add support for building images (NW-1)", []),
    "a live version": ("This is the live version of NW-1.", []),
    "live": ("NW-1 is live.", ["status NW-1 done"]),
    "pretty complete": ("NW-1 is pretty complete in terms of screens.", []),
    "complete enough": ("NW-1 is complete enough to play with.", []),
    "complete": ("NW-1 is complete.", ["status NW-1 done"]),
    "improved": ("More charts for improved reports (NW-1)", []),
    "improved the report": ("Improved the report for NW-1.", ["progress NW-1"]),
    "written in": ("NW-1 is a service written in Go.", []),
    "set up in a way": ("NW-1 is set up in a way that confuses me.", []),
    "prepared to write": ("I am prepared to write the guide for NW-1.", []),
    "wrote": ("Wrote the guide for NW-1.", ["progress NW-1"]),
    "address": ("https://files.example.org/NW-1-self-built-pages.html", []),
    "a tool's line": ("sync: [WARNING] field updated for NW-1", []),
    "by no means": ("NW-1 is by no means done.", []),
    "no place": ("There is no other place where NW-1 is, you know, released.", []),
    "relies on this to": ("On NW-1 we rely on this to count the rows.", []),
    "have to review": ("We have to review NW-1.", []),
    "want to test": ("What we want to test is NW-1.", []),
    "ready for a reviewer": ("NW-1 is ready for Lena to review.", ["status NW-1 in_review"]),
    "a habit": ("Typically the scripts have updated the notes for NW-1.", []),
    "how it is": ("We wonder how NW-1 is integrated into the shop.", []),
    "rolled back": ("NW-1 we tested today and had to roll back.", []),
    "out of sync": ("The clocks in NW-1 are out of sync.", []),
    "depends on how": ("NW-1 depends on how we count.", []),
    "depending on": ("Depending on NW-2, NW-1 looks different.", []),
    "depends on": ("NW-1 depends on NW-2.", ["dependency NW-1 NW-2"]),
    "itself": ("NW-1 depends on NW-1.", []),
    "as long as": ("NW-1 works as long as the cache is warm.", []),
    "need nothing": ("About NW-1: I just need", []),
    "keeping": ("We are fine with keeping NW-1 as it is.", []),
    "give me a second": ("NW-1: give me one second to share.", []),
    "been there": ("NW-1, Lena, you've been there as well.", []),
}


@pytest.mark.parametrize(("text", "claims"), [pytest.param(*each, id=name) for name, each in SAID.items()])
def test_habits_adjectives_and_idioms_are_no_reports(text, claims):
    assert claimed(text, author="tom") == claims


def test_a_choice_is_answered_by_no_yes():
    text = turns("NW-1: would that be a yes from legal, or is that a maybe?", "Yeah, a weak one.")
    assert claimed(text, kind="meeting") == []


def test_the_name_of_a_product_is_nobody_to_promise_something_to():
    assert claimed("We will send more parts for the Acme Editions.", author="tom") == []
    assert len(claimed("We will send more parts to Acme on Friday.", author="tom")) == 1


def test_a_customer_named_long_ago_in_passing_is_promised_nothing():
    text = turns("Acme has a nice logo.", LONG * 8, "I'll send them the list on Friday.")
    assert claimed(text, kind="meeting") == []
    near = turns("Acme wants the list.", "I'll send them the list on Friday.")
    assert len(claimed(near, kind="meeting")) == 1


def test_a_customers_talk_of_what_will_be_hands_nothing_over():
    text = "Tom: NW-1 then.\nMarta (Acme): It will have generated samples.\n"
    assert claimed(text, kind="meeting") == []
    text = "Tom: NW-1 then.\nMarta (Acme): I will send you the samples.\n"
    assert claimed(text, kind="meeting") == ["dependency - Acme"]
