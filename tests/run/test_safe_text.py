import shutil
import subprocess
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from prgbench.run.safe_text import (
    LONGEST,
    as_markdown,
    as_shell_word,
    plain,
    plain_lines,
    shortened,
)

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = [
    "$\\frac{1}{$", "<script>alert(1)</script>", "|a|", "**b**", "__b__", "_b_", "```c``", "~~d~~",
    "[x](http://y)", "![x](y.png)", "&lt;b&gt;", "&#60;", "# one", "two\n# lines", "<http://y>",
    "\\", "a\\", "{{ 7*7 }}", "www.y.org", "- a", "x" * 500,
]  # fmt: skip
texts = st.one_of(
    st.sampled_from(HOSTILE), st.text(st.sampled_from("\\`*_[]()<>&#!|~ a1;:/"), max_size=20)
)


@given(st.text())
def test_a_plain_text_is_one_short_line_of_what_can_be_seen(text):
    line = plain(text)
    assert len(line) <= LONGEST
    assert line.isprintable()
    assert plain(line) == line
    assert plain(text, None).startswith(line.removesuffix("..."))


@given(st.text())
def test_plain_lines_keep_lines_and_what_can_be_seen(text):
    lines = plain_lines(text).split("\n")
    assert all(line.isprintable() for line in lines)
    assert lines == [plain_lines(line) for line in text.splitlines()] or lines == [""]


@pytest.mark.parametrize(
    "char", ["\x00", "\x1b", "\x7f", "\x9b", "\u200b", "\u202e", "\u2066", "\ue000", "\ud800"]
)
def test_what_a_terminal_would_obey_is_gone(char):
    assert unicodedata.category(char)[0] == "C"
    assert plain(f"a{char}b") == "ab"
    assert plain_lines(f"a{char}b\nc") == "ab\nc"


def test_other_scripts_and_pictures_stay():
    assert plain("Größe 数据 🎉 שלום") == "Größe 数据 🎉 שלום"


def rendered(inline):
    """Return the kinds of tokens, and the text, of what a paragraph shows."""
    [token] = [token for token in MARKDOWN.parse(inline) if token.type == "inline"]
    return {child.type for child in token.children}, "".join(c.content for c in token.children)


@given(texts)
def test_markdown_shows_a_text_as_it_is(text):
    kinds, shown = rendered(f"x {as_markdown(text)} y")
    assert kinds <= {"text"}
    assert shown == f"x {plain(text, None)} y".replace("  ", " ") or not plain(text)


@given(texts, texts)
def test_markdown_in_a_table_has_its_columns(first, second):
    table = f"| a | b |\n|---|---|\n| {as_markdown(first)} | {as_markdown(second)} |"
    tokens = MARKDOWN.parse(table)
    cells = [token.content for token in tokens if token.type == "inline"]
    assert len(cells) == 4
    shown = ["".join(c.content for c in t.children) for t in tokens if t.type == "inline"]
    assert shown[2:] == [plain(first, None), plain(second, None)]


def test_a_shortened_text_is_as_long_as_its_place():
    assert shortened("x" * 500, 34) == "x" * 33 + "…"
    assert shortened("x" * 34, 34) == "x" * 34
    assert shortened("", 34) == ""
    # Twice as wide: 16 of them and the dots take 33 of 34 places, 17 of them all.
    assert shortened("数" * 17, 34) == "数" * 17
    assert shortened("数" * 18, 34) == "数" * 16 + "…"
    assert shortened("🎉" * 40, 34) == "🎉" * 16 + "…"


@pytest.mark.skipif(
    not shutil.which("bash"), reason="the words are for bash, which is not installed"
)
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))))
def test_a_shell_reads_what_is_printed_as_the_texts(texts):
    words = [as_shell_word(text) for text in texts]
    assert "".join(words).isprintable()
    read = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {' '.join(words)}"], capture_output=True, check=True
    )
    assert read.stdout.decode() == "".join(f"{text}\0" for text in texts or [""])


def test_half_a_character_is_written_too():
    assert as_shell_word("a\ud800") == r"$'a\xed\xa0\x80'"
