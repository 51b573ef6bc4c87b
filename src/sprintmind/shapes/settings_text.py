"""Proposed settings as toml, to be pasted by a person."""

import json
from collections.abc import Iterable, Iterator

from sprintmind.domain.people import Team
from sprintmind.domain.suggestions import Account
from sprintmind.proposals import Alias, Proposals


def toml(found: Proposals, team: Team) -> str:
    """Write what is proposed; empty where nothing is."""
    parts = (_keys(found, team), _merged(found), *_known(found.aliases, team), *_new(found.aliases, team))
    return "\n\n".join(part for part in parts if part)


def _keys(found: Proposals, team: Team) -> str:
    if not found.keys:
        return ""
    counts = ", ".join(f"{key} in {count} tickets" for key, count in found.keys)
    return f"[team]  # seen: {counts}\nkeys = {_words((*team.keys, *(key for key, _ in found.keys)))}"


def _merged(found: Proposals) -> str:
    if not found.merged_means:
        return ""
    counts = ", ".join(f"{status.value} {count} times" for status, count in found.merges.most_common())
    return f'[sources.github]  # soon after merges tickets were: {counts}\nmerged_means = "{found.merged_means.value}"'


def _known(aliases: Iterable[Alias], team: Team) -> Iterator[str]:
    """Write the lines that people's tables would have instead."""
    accounts: dict[tuple[str, str], list[str]] = {}
    for each in aliases:
        if each.person:
            accounts.setdefault((each.person, each.account.kind), []).append(each.account.identity)
    for (who, kind), identities in accounts.items():
        person = next(person for person in team.people if person.id == who)
        before = person.github if kind == "github" else person.jira
        yield f"# in the table of {_comment(person.name)} ({_comment(who)})\n{kind} = {_words((*before, *identities))}"


def _new(aliases: Iterable[Alias], team: Team) -> Iterator[str]:
    """Write tables for accounts that look like nobody's of the team."""
    taken = {str(person.id) for person in team.people}
    for each in aliases:
        if each.person is None:
            free = _free(each.account, taken)
            taken.add(free)
            lines = ["[[people]]", f"id = {_word(free)}", f"name = {_word(each.account.name or each.account.identity)}"]
            lines.append(f"{each.account.kind} = {_words((each.account.identity,))}")
            if each.account.email and not each.account.email.endswith("@users.noreply.github.com"):
                lines.append(f"email = {_words((each.account.email,))}")
            yield "\n".join(lines)


def _free(account: Account, taken: Iterable[str]) -> str:
    """Make an id of the first name, or of the login."""
    words = [*account.name.casefold().split(), account.identity.casefold()]
    plain = ["".join(each for each in word if each.isalnum() or each in "-_.") for word in words]
    choices = [plain[0], "-".join(plain[:-1]), plain[-1], *(f"{plain[-1]}{n}" for n in range(2, 100))]
    return next(choice for choice in choices if choice and choice not in taken and choice != "unknown")


def _words(words: Iterable[str]) -> str:
    return "[" + ", ".join(_word(word) for word in dict.fromkeys(words)) + "]"


def _word(text: str) -> str:
    """Write a basic string of toml, which is written as JSON's are."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _comment(text: str) -> str:
    return " ".join(text.split())
