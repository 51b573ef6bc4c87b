"""Examples in Python on the pages run with the tests."""

from sybil import Sybil
from sybil.parsers.myst import DocTestDirectiveParser, PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[DocTestDirectiveParser(), PythonCodeBlockParser()], patterns=["*.md"], excludes=["**/generated/*"]
).pytest()
