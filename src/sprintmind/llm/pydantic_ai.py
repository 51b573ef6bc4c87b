"""Language models by pydantic-ai: one request, no tools, an answer in the shape that was asked for, or an error."""

import atexit
import json
import os
import re
from datetime import timedelta
from functools import cache
from time import perf_counter
from typing import Protocol

from openai import AsyncOpenAI
from pydantic import ValidationError
from pydantic_ai import models
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.messages import ModelRequest, ModelResponse
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings

from sprintmind.errors import ConfigError, ModelOutputError, UnavailableError
from sprintmind.llm.port import Request, Response, Shape
from sprintmind.loop import Loop

TIMEOUT = timedelta(seconds=60)
MOST_TOKENS = 2_000
"""How long an answer may be."""
AGAIN = 1
"""How often a server that is too busy is asked again, by its own client; all of it ends with one more timeout."""

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


class Configured(Protocol):
    """What a model needs of the settings."""

    @property
    def model_name(self) -> str:
        """As pydantic-ai names it."""

    @property
    def model_url(self) -> str:
        """Address of a server that speaks as OpenAI's does; empty: the provider's own."""

    @property
    def model_timeout(self) -> timedelta:
        """How long an answer is waited for."""


def open_model(settings: Configured) -> "PydanticAiModel":
    """Open the model that the settings name; its key is taken from the environment and from nowhere else.

    Raises:
        ConfigError: No provider has such a model, or its key is missing; the message names the variable.
        UnavailableError: What speaks to that provider is not installed.
    """
    try:
        if settings.model_url:
            return PydanticAiModel(settings.model_name, _at(settings), timeout=settings.model_timeout)
        return PydanticAiModel(
            settings.model_name, models.infer_model(settings.model_name), timeout=settings.model_timeout
        )
    except UserError as error:
        raise ConfigError(f"[model] name = {settings.model_name!r}: {error}") from error
    except ImportError as error:
        raise UnavailableError(f"the model {settings.model_name!r} needs what is not installed: {error}") from error


def _at(settings: Configured) -> models.Model:
    """Speak to a server at an address of the team's own; one that wants no key is given a word in its place."""
    client = AsyncOpenAI(
        base_url=settings.model_url,
        api_key=os.environ.get("SPRINTMIND_MODEL_KEY") or os.environ.get("OPENAI_API_KEY") or "none",
        max_retries=AGAIN,
        timeout=settings.model_timeout.total_seconds(),
    )
    name = settings.model_name.partition(":")[2] or settings.model_name
    return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=client))


class PydanticAiModel:
    """A model behind our port.

    Args:
        name: As the settings name it.
        model: What speaks to it.
        timeout: How long an answer is waited for.
    """

    def __init__(self, name: str, model: models.Model, *, timeout: timedelta = TIMEOUT) -> None:
        self._name = name
        self._model = model
        self._timeout = timeout

    @property
    def name(self) -> str:
        """See `Model.name`."""
        return self._name

    def respond(self, request: Request[Shape]) -> Response[Shape]:
        """See `Model.respond`."""
        start = perf_counter()
        came = self._asked(request)
        return Response(
            output=_shaped(came, request.shape),
            model=self._name,
            input_tokens=came.usage.input_tokens,
            output_tokens=came.usage.output_tokens,
            took=timedelta(seconds=perf_counter() - start),
        )

    def _asked(self, request: Request[Shape]) -> ModelResponse:
        schema = json.dumps(request.shape.model_json_schema())
        instructions = (
            f"{request.instructions}\n\nAnswer with one JSON object of this schema and nothing else:\n{schema}"
        )
        settings = ModelSettings(timeout=self._timeout.total_seconds(), max_tokens=MOST_TOKENS, temperature=0.0)
        try:
            return _loop().run(
                model_request(
                    self._model,
                    [ModelRequest.user_text_prompt(request.material, instructions=instructions)],
                    model_settings=settings,
                ),
                within=self._timeout * (AGAIN + 2),
            )
        except TimeoutError as error:
            raise UnavailableError(f"the model {self._name} did not answer in time") from error
        except UserError as error:
            raise ConfigError(f"the model {self._name}: {error}") from error
        except AgentRunError as error:
            raise UnavailableError(f"the model {self._name} did not answer: {_short(error)}") from error


@cache
def _loop() -> Loop:
    """The loop of all models: pydantic-ai keeps one client for each provider, whose connections die with their loop."""
    loop = Loop("models")
    atexit.register(loop.close)
    return loop


def _shaped(came: ModelResponse, shape: type[Shape]) -> Shape:
    text = (came.text or "").strip()
    if came.finish_reason in ("length", "content_filter"):
        raise ModelOutputError(f"the model's answer was cut off ({came.finish_reason}): {text[:200]!r}")
    fenced = _FENCED.search(text)
    body = fenced[1] if fenced else text[text.find("{") : text.rfind("}") + 1]
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        raise ModelOutputError(f"the model answered nothing of the shape that was asked for: {text[:200]!r}") from error


def _short(error: Exception) -> str:
    """Tell what went wrong on one line; a server's page of an error is cut."""
    return " ".join(str(error).split())[:200]
