"""Running the cases that guard what is promised."""

from collections.abc import Iterator, Sequence
from os import environ
from pathlib import Path

from rich.text import Text

from sprintmind.commands.asking import Json, show
from sprintmind.commands.watching import progress
from sprintmind.evals.loading import find_cases
from sprintmind.evals.running import ModelAsked, Result, run_cases
from sprintmind.shapes.reader import Document
from sprintmind.tables.words import text


def evaluate(*paths: Path, filter: str = "", model: str = "", json: Json = False) -> int:
    """Run cases, each against the whole application in a home of its own; exits with 1 if one fails.

    ```console
    $ sprintmind eval
    $ sprintmind eval --filter meeting
    $ sprintmind eval --model groq:openai/gpt-oss-120b
    ```

    Args:
        paths: Files and folders of cases; none means all that there are.
        filter: Only cases whose path or text contains this.
        model: Run the cases that ask in words against this language model; its key comes from the environment, and
            SPRINTMIND_MODEL_URL names a server that speaks as OpenAI's does.
    """
    files = find_cases(paths, containing=filter)
    results: list[Result] = []
    with progress("running cases", total=len(files)) as steps:
        asked = ModelAsked(name=model, url=environ.get("SPRINTMIND_MODEL_URL", ""))
        for result in run_cases(files, model=asked):
            results.append(result)
            steps.done()
    show(lambda: _document(results), lambda: _told(results), json=json)
    return 0 if all(result.passed for result in results) else 1


def _document(results: Sequence[Result]) -> Document:
    cases = [
        {"case": result.file.stem, "title": result.title, "passed": result.passed, "failures": list(result.failures)}
        for result in results
    ]
    failed = sum(not result.passed for result in results)
    return {"passed": len(results) - failed, "failed": failed, "cases": cases}


def _told(results: Sequence[Result]) -> Iterator[Text]:
    failed = [result for result in results if not result.passed]
    for result in failed:
        yield Text.assemble(("FAILED ", "bold red"), text(result.file.stem, "bold"), " ", text(result.title))
        for failure in result.failures:
            yield Text.assemble("  ", text(failure))
    yield Text(f"{len(results) - len(failed)} passed, {len(failed)} failed", style="red" if failed else "green")
