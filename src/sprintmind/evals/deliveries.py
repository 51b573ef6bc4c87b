"""What a case gives, as the deliveries that every way in hands to the application."""

import json
from datetime import date, datetime

from pydantic import JsonValue

from sprintmind.domain.events import Visibility
from sprintmind.evals.github import (
    check_payload,
    deploy_payload,
    pull_payload,
    push_payload,
    review_payload,
)
from sprintmind.evals.given import Given, Raw
from sprintmind.evals.jira import issue_payload
from sprintmind.intake import Delivery


def delivery(step: Given, *, heard: datetime | None = None) -> Delivery | None:
    """Make the delivery that a step stands for; None for something that a person does.

    Args:
        step: The step.
        heard: When it reaches us, if not when the step says.
    """
    received = heard or step.heard or step.at
    if step.said is not None and step.source:
        return _text(step, step.said.encode(), source=step.source, received=received)
    if step.raw is not None and step.source:
        return _raw(step.raw, source=step.source, received=received)
    payload = _payload(step)
    if payload is None:
        return None
    source, name, body = payload
    return Delivery(source=source, name=name, body=json.dumps(body).encode(), received_at=received)


def _payload(step: Given) -> tuple[str, str | None, JsonValue] | None:
    """Tell the source, the event's name and the body of a short form."""
    if step.pull:
        return "github", None if step.pull.rest else "pull_request", pull_payload(step.pull, at=step.at)
    if step.check:
        return "github", step.check.way, check_payload(step.check, at=step.at)
    if step.deploy:
        return "github", "deployment_status", deploy_payload(step.deploy, at=step.at)
    if step.review:
        return "github", "pull_request_review", review_payload(step.review, at=step.at)
    if step.push:
        return "github", "push", push_payload(step.push, at=step.at)
    if step.jira:
        return "jira", None, issue_payload(step.jira, at=step.at)
    return None


def _text(step: Given, body: bytes, *, source: str, received: datetime) -> Delivery:
    said: date | datetime = step.date or step.at
    return Delivery(
        source=source,
        body=body,
        received_at=received,
        said=said,
        title=step.title,
        author=step.author,
        participants=step.participants,
        visibility=Visibility(step.visibility),
    )


def _raw(raw: Raw, *, source: str, received: datetime) -> Delivery:
    body = raw.text if raw.text is not None else json.dumps(raw.payload)
    return Delivery(source=source, name=raw.event, body=body.encode(), received_at=received, filename=raw.file)
