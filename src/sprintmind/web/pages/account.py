"""A person's own account: who they are here, and tokens for programs that act in their name."""

from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.access import Scope
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, Form, told
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Account",
    path="/account",
    facts="Tokens are kept as digests; the text of one is shown once, when it is made.",
    sees="each person their own",
)
router = APIRouter()

LONGEST = 366  # days that a token may count
MEANINGS = {
    Scope.READ: "read what you may read",
    Scope.INGEST: "bring in texts and payloads",
    Scope.CORRECT: "correct, settle, withdraw, promise and link, in your name",
    Scope.ACKNOWLEDGE: "acknowledge and snooze risks, in your name",
}


@router.get(PAGE.path)
def account(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show a person's tokens."""
    return _shown(request, visitor, text="")


@router.post("/account/tokens")
def issue(request: Request, form: Filled) -> HTMLResponse:
    """Make a token and show its text, once."""
    person = form.visitor.author()
    scopes = frozenset(scope for scope in Scope if form.text(f"scope_{scope.value}"))
    if not scopes:
        raise InputError("choose at least one thing that the token may be used for")
    text = site_of(request).app.admission.issue(
        form.needed("name")[:80], person=person, scopes=scopes, now=datetime.now(UTC), days=_days(form)
    )
    return _shown(request, form.visitor, text=text)


@router.post("/account/tokens/{id}/revoke")
def revoke(request: Request, id: str, form: Filled) -> object:
    """Let a token count no more."""
    site_of(request).app.admission.revoke(id, person=form.visitor.author(), now=datetime.now(UTC))
    return told(request, "The token opens nothing any more.", back=PAGE.path)


def _shown(request: Request, visitor: Visitor, *, text: str) -> HTMLResponse:
    now = datetime.now(UTC)
    mine = site_of(request).app.admission.tokens(visitor.person.id) if visitor.person else ()
    content = {
        "text": text,
        "tokens": [(each, each.counts(now)) for each in reversed(mine)],
        "scopes": [(scope.value, meaning) for scope, meaning in MEANINGS.items()],
    }
    return show(request, visitor, PAGE, template="account.html", content=content)


def _days(form: Form) -> int:
    days = form.text("days") or "90"
    if not days.isdecimal() or not 1 <= int(days) <= LONGEST:
        raise InputError(f"days: expected 1 to {LONGEST}")
    return int(days)
