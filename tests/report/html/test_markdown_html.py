import pytest

from prgbench.report.html.markup import as_html, line_as_html
from prgbench.run.foreign_text import as_markdown


@pytest.mark.parametrize(
    "name", ["<b>x</b>", "![a](https://x.org/a.png)", "[a](javascript:b)", "https://x.org", "a*b*"]
)
def test_a_foreign_name_stays_text(name):
    html = line_as_html(f"in {as_markdown(name)} tasks")
    assert "<" not in html
    assert html.unescape() == f"in {name} tasks"


def test_even_markdown_that_nobody_escaped_fetches_and_follows_nothing():
    html = as_html("![a](https://x.org/a.png) [b](https://x.org) <https://x.org> <img src=x>")
    assert "<img" not in html
    assert "<a" not in html


def test_lists_and_tables_are_kept():
    html = as_html("- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |")
    assert html.count("<li>") == 2
    assert '<td style="text-align:right">2</td>' in html
