"""The command line: which commands there are, and what a failure exits with.

A command is a function in `commands/`, registered here by its path, so that only the one that runs is loaded.
"""

import errno
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import NoReturn

from cyclopts import App, CycloptsError, Group, Parameter

from sprintmind.commands import output
from sprintmind.commands.usage import UsageError
from sprintmind.errors import InputError, SprintMindError, UnavailableError
from sprintmind.garbage import look_seldom

INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C stopped."""

_START = Group.create_ordered("Start here")
_IN = Group.create_ordered("What comes in")
_STATE = Group.create_ordered("What is true now, and why")
_PAGES = Group.create_ordered("What to know before the next thing")
_WORD = Group.create_ordered("A person's word")
_PLANS = Group.create_ordered("Before a change")
_CARE = Group.create_ordered("Upkeep")

COMMANDS = (
    ("init", "init:init", "Make a home and a commented sprintmind.toml.", _START),
    ("demo", "demo:demo", "Tell the story of a sample sprint.", _START),
    ("serve", "serve:serve", "Serve the pages, the API and the addresses for webhooks.", _START),
    ("connect", "connect:connect", "Read GitHub or Jira for the first time; show before what it would read.", _START),
    ("ingest", "ingest:ingest", "Read files of GitHub, Jira, standups, meetings or digests, and record them.", _IN),
    ("extract", "ingest:extract", "Print what a text claims; store nothing.", _IN),
    ("sync", "connect:sync", "Read again what changed in GitHub or Jira; go on where it was.", _IN),
    ("ask", "ask:ask", "Ask in plain English; every sentence of the answer says on what it rests.", _STATE),
    ("tickets", "tickets:tickets", "Every ticket, with its pull requests and open conflicts.", _STATE),
    ("ticket", "ticket:ticket", "One ticket, each value with its source.", _STATE),
    ("why", "ticket:why", "Every claim about a ticket, with decision and reason.", _STATE),
    ("conflicts", "conflicts:conflicts", "Where a less trusted source says something else.", _STATE),
    ("commitments", "commitments:commitments", "What was promised to whom, for when.", _STATE),
    ("risks", "risks:risks", "What is at risk, why, whom to ask, what ends it.", _STATE),
    ("people", "people:commands", "Who is who; link and unlink identities.", _STATE),
    ("radar", "radar:radar", "Where everything stands, and what needs a decision of whom.", _PAGES),
    ("brief", "brief:brief", "Before your day, a customer's call, or the close of a sprint.", _PAGES),
    ("correct", "corrections:correct", "Say how it really is.", _WORD),
    ("settle", "settle:settle", "Settle an open conflict.", _WORD),
    ("withdraw", "corrections:withdraw", "Take back what was read from somebody's words.", _WORD),
    ("promise", "promise:commands", "Enter, confirm, reject or close a promise.", _WORD),
    ("acknowledge", "risks:acknowledge", "Say that you have seen a risk.", _WORD),
    ("snooze", "risks:snooze", "Put a risk aside until later.", _WORD),
    ("mcp", "mcp:mcp", "Answer an agent over the Model Context Protocol.", _CARE),
    ("accounts", "accounts:commands", "Who may sign in to the pages.", _CARE),
    ("tick", "ledger:tick", "Let time pass: evaluate all rules, store what changed.", _CARE),
    ("preflight", "preflight:commands", "Check a plan against what was learned; tell how it went.", _PLANS),
    ("lessons", "lessons:commands", "What experience taught: import, confirm, list, export.", _PLANS),
    ("rules", "rules:rules", "The rules that find risks.", _CARE),
    ("ledger", "ledger:commands", "Prove the state, make it anew, back it up, move it.", _CARE),
    ("memory", "memory:commands", "Ask memory, see how it is, tell it what waits.", _CARE),
    ("forget", "forget:forget", "Erase a person or a document, for good.", _CARE),
    ("doctor", "doctor:doctor", "Check everything that can be wrong.", _CARE),
    ("eval", "evaluation:evaluate", "Run the cases: each guards one guarantee.", _CARE),
)


def commands(chosen: str = "") -> App:
    """Put the command line together; no command is loaded by it.

    Args:
        chosen: The command that will run: its help is its own docstring, with its examples, in place of one line.
    """
    made = App(
        name="sprintmind",
        help="A software team's memory of its own delivery: what is true now, why, and what is at risk.",
        version=_version,
        default_parameter=Parameter(negative=(), show_default=_told_default, validator=_in_utf8),
        help_format="markdown",
        suppress_keyboard_interrupt=False,
    )
    for name, path, text, group in COMMANDS:
        made.command(f"sprintmind.commands.{path}", name=name, help=None if name == chosen else text, group=group)
    if chosen not in {name for name, *_ in COMMANDS}:  # it takes as long to load as a command to answer
        made.register_install_completion_command(help="Install tab completion for your shell.", group=_CARE)
    return made


def _in_utf8(_: object, value: object) -> None:
    """Refuse words that a terminal sent in another encoding; paths are exempt, since files may be called anything."""
    for word in value if isinstance(value, list | tuple) else (value,):
        if isinstance(word, str) and any("\ud800" <= letter <= "\udfff" for letter in word):
            raise ValueError("it is not UTF-8")


def main() -> NoReturn:
    """Run the command that the process was started with."""
    _open_streams()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return what the process exits with; every failure is one message on stderr."""
    look_seldom()
    try:
        words = _moved(arguments)
        command = commands(words[0] if words else "")
        result = command(
            words, console=output.Paper(), exit_on_error=False, print_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_stdout()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (CycloptsError, SprintMindError, OSError) as error:
        return _failed(error)
    return result if isinstance(result, int) else 0


def _open_streams() -> None:
    """Give a process that was started without stdin, stdout or stderr an empty one, and let it write any word.

    Otherwise the next file that is opened, such as the ledger, would stand where others write; and a pipe or terminal
    that is not in UTF-8 would stop a command in the middle of its answer.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115  # no path, and never closed
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


def _version() -> str:
    try:
        return version("sprintmind")
    except PackageNotFoundError:
        return "not installed; run from its source"


def _told_default(value: object) -> str | None:
    """Write a default for a command's help; that nothing is given goes without saying.

    >>> _told_default("kept"), _told_default(False), _told_default(())
    ('kept', None, None)
    """
    return str(value) if value else None


def _failed(error: CycloptsError | SprintMindError | OSError) -> int:
    """Tell a failure on stderr and give the status that it exits with."""
    match error:
        case SprintMindError():
            output.complain(str(error))
            return error.exit_status
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            output.complain(f"{place}{error.strerror or error}")
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            return UnavailableError.exit_status if full else InputError.exit_status
        case _:
            output.complain(str(error))
            return UsageError.exit_status


def _moved(arguments: Sequence[str]) -> list[str]:
    """Move `--home` and `--workspace` from before the command to behind it, where commands take them.

    >>> _moved(["--home", "there", "tickets", "--json"])
    ['tickets', '--json', '--home', 'there']
    """
    rest, moved = list(arguments), []
    while rest and rest[0].partition("=")[0] in ("--home", "--workspace"):
        taken = 1 if "=" in rest[0] else 2
        moved += rest[:taken]
        rest = rest[taken:]
    return rest + moved


def _forget_stdout() -> None:
    """Let nothing be written at exit to a reader that is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
