"""The README tells the truth: every command in it runs, in order, and prints what stands there.

Where what is printed has changed on purpose, `python tests/house/readme_commands.py` writes it anew.
"""

from house.readme_commands import README, outputs_of, steps_of

STEPS = steps_of(README.read_text(encoding="utf-8"))


def test_the_readme_shows_what_commands_print():
    assert sum(bool(printed) for _, printed in STEPS) >= 3


def test_every_command_prints_what_the_readme_says(tmp_path):
    printed = outputs_of([command for command, _ in STEPS], tmp_path)
    assert list(zip([command for command, _ in STEPS], printed, strict=True)) == STEPS
