"""Playing the sample sprint: each file is heard on its own day, as it would have been."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path

from sprintmind import bootstrap
from sprintmind.app import App
from sprintmind.demo.days import Sprint
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.lessons.files import LessonFile
from sprintmind.settings.loading import load
from sprintmind.settings.place import FILE

HEARD_AFTER = timedelta(minutes=1)
LESSONS = "lessons.yaml"
"""What the sample team learned before the sprint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One file of the sample."""

    file: str
    source: str
    offset: int
    """Business days from today on."""
    clock: str
    """In the team's zone."""
    title: str = ""


STEPS = (
    Step(file="01_issue_created.json", source="jira", offset=-6, clock="09:05"),
    Step(file="02_issue_created.json", source="jira", offset=-6, clock="09:20"),
    Step(file="04_issue_created.json", source="jira", offset=-6, clock="09:40"),
    Step(file="03_issue_updated.json", source="jira", offset=-6, clock="10:00"),
    Step(file="05_issue_updated.json", source="jira", offset=-5, clock="10:10"),
    Step(file="06_acme-weekly.vtt", source="meeting", offset=-4, clock="14:00", title="Acme weekly"),
    Step(file="07_standup.md", source="standup", offset=-3, clock="09:15"),
    Step(file="08_pull_request__opened.json", source="github", offset=-1, clock="09:30"),
    Step(file="09_check_run__completed.json", source="github", offset=-1, clock="09:50"),
    Step(file="10_issue_updated.json", source="jira", offset=-1, clock="14:00"),
    Step(file="11_team-sync.vtt", source="meeting", offset=-1, clock="16:00", title="Team sync"),
)


class Clock:
    """Stands where the sample is."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        """Tell the time."""
        return self.at


def play(home: Path, *, now: datetime) -> App:
    """Let the sample sprint happen in a home, and open it at a moment; the environment's settings do not reach it.

    Args:
        home: An empty directory; the sample's team and files are written into it.
        now: The moment around which the sprint lies.

    Raises:
        InputError: A file of the sample cannot be read; that is a defect of this program.
    """
    (home / FILE).write_text(_sample(FILE), encoding="utf-8")
    chosen = load(home, {})
    calendar = chosen.calendar()
    sprint = Sprint(today=calendar.day(now), calendar=calendar)
    clock = Clock(now)
    app = bootstrap.open_app(home, settings=chosen, now=clock)
    for step in STEPS:
        clock.at = sprint.moment(step.offset, step.clock) + HEARD_AFTER
        delivery = _delivery(step, sprint, home, heard=clock.at)
        for refused in app.ingest([delivery]).refused:
            raise InputError(f"{refused.file}: {refused.reason}")
    clock.at = sprint.moment(-6, "09:00")
    lessons = app.teach([LessonFile(name=LESSONS, body=_sample(LESSONS).encode())])
    for refusal in lessons.refused:
        raise InputError(refusal.reason)
    clock.at = now
    app.tick()
    return app


def _delivery(step: Step, sprint: Sprint, home: Path, *, heard: datetime) -> Delivery:
    text = sprint.fill(_sample(step.file))
    (home / "files").mkdir(exist_ok=True)
    (home / "files" / step.file).write_text(text, encoding="utf-8")
    return Delivery(
        source=step.source,
        body=text.encode(),
        received_at=heard,
        filename=step.file.partition("_")[2],
        said=sprint.moment(step.offset, step.clock),
        title=step.title,
    )


def _sample(name: str) -> str:
    return files("sprintmind.demo").joinpath("sample", name).read_text("utf-8")
