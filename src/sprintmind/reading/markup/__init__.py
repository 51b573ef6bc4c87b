"""Markup taken off: Atlassian documents, wiki markup, HTML and Markdown to the words that a person reads.

Code and what is struck out are left out: nobody says them. What is quoted from others stays, behind `> `.
"""

from sprintmind.reading.markup.adf import adf as adf
from sprintmind.reading.markup.html import html as html
from sprintmind.reading.markup.html import markdown as markdown
from sprintmind.reading.markup.wiki import wiki as wiki


def plain(value: object) -> str:
    """Take the markup off what Jira keeps as a text: a document of Atlassian's, or wiki markup; else nothing is said.

    >>> plain("*Done*: see [the run|https://ci.example/7]")
    'Done: see the run'
    """
    if isinstance(value, dict):
        return adf(value)
    return wiki(value) if isinstance(value, str) else ""
