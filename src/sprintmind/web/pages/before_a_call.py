"""One page before a call with a customer: what was promised, what may be said and what not, and what waits on them."""

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from sprintmind.domain.work import CommitmentStatus
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, told
from sprintmind.web.looking import Lately
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.proving import addresses_of, prover
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Before a call",
    path="/before-a-call",
    order=7,
    key="e",
    facts="What may be said rests on what the whole team may read; everything else here is for your eyes.",
)
router = APIRouter()


class Chosen(Lately):
    """Which customer's page, as of when."""

    customer: Annotated[str, Field(max_length=200)] = ""


@router.get(PAGE.path)
def before_a_call(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show the page of a customer; looking at it notes nothing."""
    names = [each.name for each in visitor.team.customers]
    customer = chosen.customer or (names[0] if len(names) == 1 else "")
    app, caller = site_of(request).app, visitor.reader.caller
    moment = chosen.moment(visitor)
    promises = app.commitments(moment, caller)
    count = Counter(each.customer for each in promises if each.status is CommitmentStatus.OPEN)
    content: dict[str, object] = {"names": names, "customer": customer, "chosen": chosen, "found": None, "open": count}
    if customer:
        try:
            found = app.customer_brief(customer, moment, caller, since=chosen.after(visitor), peek=True)
        except InputError as error:
            raise NotFoundError(str(error)) from error
        content |= {
            "found": found,
            "prove": prover(found.proof, visitor.reader),
            "address_of": addresses_of(each.commitment for each in found.promises),
        }
    return show(request, visitor, PAGE, template="before_a_call.html", content=content)


@router.post("/before-a-call/read")
def read(request: Request, form: Filled) -> object:
    """Note that somebody has read what changed; it is told from then on."""
    form.visitor.author()
    site_of(request).app.customer_brief(form.needed("customer"), form.visitor.moment, form.visitor.reader.caller)
    return told(request, "Noted: what changes from now on is told next time.", back=form.back)
