import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprintmind.reading.markup import adf, html, markdown, plain, wiki
from sprintmind.reading.markup.wiki import RULES


def doc(*nodes):
    return {"type": "doc", "version": 1, "content": list(nodes)}


def node(kind, *content, **attrs):
    return {"type": kind, "content": list(content), **({"attrs": attrs} if attrs else {})}


def words(text, *marks):
    return {"type": "text", "text": text, "marks": [{"type": mark} for mark in marks]}


@pytest.mark.parametrize(
    ("document", "text"),
    [
        pytest.param(doc(node("paragraph", words("Done "), words("now", "strong"))), "Done now", id="marks"),
        pytest.param(doc(node("paragraph", words("not ", "strike"), words("done"))), "done", id="struck out"),
        pytest.param(doc(node("codeBlock", words("NW-1 done"))), "", id="code"),
        pytest.param(doc(node("paragraph", words("a"), {"type": "hardBreak"}, words("b"))), "a\nb", id="break"),
        pytest.param(
            doc(node("paragraph", node("mention", text="@Priya"), words(" merged"))), "@Priya merged", id="mention"
        ),
        pytest.param(
            doc(node("bulletList", node("listItem", node("paragraph", words("a"))), node("listItem", words("b")))),
            "- a\n- b",
            id="list",
        ),
        pytest.param(
            doc(
                node(
                    "taskList",
                    node("taskItem", words("tests"), state="DONE"),
                    node("taskItem", words("docs"), state="TODO"),
                )
            ),
            "- [x] tests\n- [ ] docs",
            id="tasks",
        ),
        pytest.param(doc(node("blockquote", node("paragraph", words("is it done?")))), "> is it done?", id="quote"),
        pytest.param(
            doc(node("table", node("tableRow", node("tableCell", words("NW-1")), node("tableCell", words("done"))))),
            "NW-1 | done",
            id="table",
        ),
        pytest.param(doc(node("paragraph", node("date", timestamp="1759449600000"))), "2025-10-03", id="date"),
        pytest.param(doc(node("paragraph", node("status", text="IN REVIEW"))), "IN REVIEW", id="status"),
        pytest.param({"content": 7}, "", id="no document"),
    ],
)
def test_the_words_of_a_document(document, text):
    assert adf(document) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("h1. State\r\n\r\n*NW-1* is _merged_.", "State\n\nNW-1 is merged.", id="heading and marks"),
        pytest.param("-NW-1 is done- no", "no", id="struck out"),
        pytest.param("NW-1 - merged - see NW-2", "NW-1 - merged - see NW-2", id="dashes are no marks"),
        pytest.param("{code:java}NW-1 done{code}ok", "ok", id="code"),
        pytest.param("{noformat}NW-1 done", "", id="code without an end"),
        pytest.param("{quote}is it done?{quote}\nyes", "> is it done?\n\nyes", id="quote"),
        pytest.param("bq. is it done?", "> is it done?", id="one line's quote"),
        pytest.param("* a\n** b\n# c\n- d", "- a\n- b\n- c\n- d", id="lists"),
        pytest.param(
            "[~accountid:5b10] see [the run|https://ci.example] or [https://x.example]",
            "@5b10 see the run or https://x.example",
            id="links",
        ),
        pytest.param("||key||state||\n|NW-1|done|", "key | state\nNW-1 | done", id="table"),
        pytest.param(
            "{color:red}late{color} !shot.png|thumbnail! and 5! left", "late and 5! left", id="colour, picture"
        ),
        pytest.param("I’m on it\\!", "I’m on it!", id="escapes"),
        pytest.param("feature_flag_on and a*b*c", "feature_flag_on and a*b*c", id="marks inside words"),
        pytest.param("(/) tests", "✓ tests", id="tick"),
    ],
)
def test_the_words_of_wiki_markup(markup, text):
    assert wiki(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("<p>NW-1 &amp; <del>done</del><b>merged</b></p><script>x</script>", "NW-1 & merged", id="inline"),
        pytest.param("<ul><li>a</li><li><p>b</p></li></ul>", "- a\n- b", id="list"),
        pytest.param("<blockquote><p>done?</p></blockquote><p>no</p>", "> done?\n\nno", id="quote"),
        pytest.param("<table><tr><td>NW-1</td><td>done</td></tr></table>", "NW-1 | done", id="table"),
        pytest.param("a<br>b<!-- c -->", "a\nb", id="break and comment"),
    ],
)
def test_the_words_of_html(markup, text):
    assert html(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("## State\n\n**NW-1** is ~~done~~ `merged`.", "State\n\nNW-1 is merged.", id="marks"),
        pytest.param("- [x] tests\n- [ ] docs", "- [x] tests\n- [ ] docs", id="tasks"),
        pytest.param("> done?\n\nno", "> done?\n\nno", id="quote"),
        pytest.param("```\nNW-1 done\n```\nok", "ok", id="code"),
        pytest.param("<!-- Fixes NW-9 -->\nreal", "real", id="a template's comment"),
        pytest.param("| a | b |\n|---|---|\n| NW-1 | done |", "a | b\nNW-1 | done", id="table"),
    ],
)
def test_the_words_of_markdown(markup, text):
    assert markdown(markup) == text


def test_what_is_no_text_says_nothing():
    assert (plain(None), plain(7), plain([])) == ("", "", "")


def test_a_document_of_any_depth_is_read():
    deep = words("x")
    for _ in range(5_000):
        deep = node("panel", deep)
    assert plain(deep) == ""


@given(st.text(alphabet="ab -*_{}[]|!~^+?\\/()<>&;#\n`xh1.quotecd", max_size=60))
def test_any_text_gives_some_words(text):
    for read in (wiki, html, markdown):
        assert isinstance(read(text), str)


def test_a_marked_section_that_nobody_knows_is_passed_over():
    assert html("NW-1 <![1 x> is done") == "NW-1 is done"


PIECES = (
    "bq. h2. {code} {noformat} {code:java} {quote} {color:red} {{ }} {{a}} ---- * # - [~a] [ ] | || https://a.example"
    " [a|https://a.example] [https://a.example] !a.png! ! -a- *a* _a_ +a+ ^a^ ~a~ ??a?? (/) (x) \\\\ \\* a 1 ."
)


@given(st.lists(st.sampled_from([*PIECES.split(), " ", "\n"]), max_size=12).map("".join))
def test_a_rule_of_wiki_markup_that_is_passed_over_would_have_changed_nothing(text):
    passed = [pattern for signs, pattern, _ in RULES if not any(sign in text for sign in signs)]
    assert [pattern.pattern for pattern in passed if pattern.search(text)] == []
