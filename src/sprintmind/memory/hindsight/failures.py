"""What goes wrong at a Hindsight server, in the words of ours."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from aiohttp import ClientError, ClientResponseError
from hindsight_client_api.exceptions import (
    ApiException,
    BadRequestException,
    ForbiddenException,
    NotFoundException,
    UnauthorizedException,
)
from pydantic import ValidationError

from sprintmind.errors import InputError, SprintMindError, UnavailableError

KEY = "SPRINTMIND_HINDSIGHT_KEY"
"""The variable that holds the server's key; it is taken from nowhere else."""
_NOT_LET_IN = (401, 403)


class NoBankError(UnavailableError):
    """The server has no such bank."""


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Turn what the client raises into errors that name the server and what to do."""
    try:
        yield
    except ApiException as error:
        raise _of_server(url, error) from error
    except (ValidationError, msgspec.ValidationError) as error:
        raise UnavailableError(
            f"the server at {url} answers as no Hindsight server does; see `[memory] url`"
        ) from error
    except ClientResponseError as error:  # of the few requests that the client sends past its own errors
        raise (
            _refused(url)
            if error.status in _NOT_LET_IN
            else UnavailableError(f"the Hindsight server at {url} failed ({error.status}): {error.message[:300]}")
        ) from error
    except (TimeoutError, ClientError, OSError) as error:
        why = "did not answer in time" if isinstance(error, TimeoutError) else f"cannot be reached ({error})"
        raise UnavailableError(f"the Hindsight server at {url} {why}; see that it runs, or `[memory] url`") from error


def _of_server(url: str, error: ApiException) -> SprintMindError:
    told = detail(error)
    match error:
        case UnauthorizedException() | ForbiddenException():
            return _refused(url)
        case NotFoundException():
            return NoBankError(f"the Hindsight server at {url} knows nothing there: {told}")
        case BadRequestException():
            return InputError(f"the Hindsight server at {url} refuses it: {told}")
        case ApiException(status=422):
            return InputError(f"the Hindsight server at {url} cannot take it: {told}")
        case _:
            return UnavailableError(f"the Hindsight server at {url} failed ({error.status}): {told}")


def _refused(url: str) -> UnavailableError:
    return UnavailableError(f"the Hindsight server at {url} does not know our key; set {KEY}")


def can_fill_nothing(error: ApiException) -> bool:
    """Tell whether a server could not fill a mental model: it has no language model, or that one failed."""
    return error.status == 500 or has_no_model(error)


def has_no_model(error: ApiException) -> bool:
    """Tell whether a server refuses because it was started without a language model."""
    return isinstance(error, BadRequestException) and "LLM provider" in detail(error)


def detail(error: ApiException) -> str:
    """Take the server's own words, at most 300 letters; they quote the request, so never what was retained."""
    try:
        found = json.loads(error.body or "").get("detail", "")
    except (ValueError, AttributeError):
        found = error.reason or ""
    if isinstance(found, list):
        found = "; ".join(f"{'.'.join(map(str, each.get('loc', ())))}: {each.get('msg', '')}" for each in found)
    return str(found)[:300]
