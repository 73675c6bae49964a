"""The page from its files."""

import pandas as pd
import pytest

from prgbench.papers.chapters import CHAPTERS
from prgbench.papers.theory_page import render_page, table_as_markdown


@pytest.fixture
def folder(tmp_path):
    rows = {"quantity": ["a|b", "c"], "verdict": ["agrees", "misprint"], "why": ["", "typo"]}
    pd.DataFrame(rows).to_csv(tmp_path / "table.csv", index=False)
    for name in [table.name for chapter in CHAPTERS for table in chapter.tables if table.heading]:
        pd.DataFrame({"x": [0.123456789012]}).to_csv(tmp_path / f"{name}.csv", index=False)
    (tmp_path / "demo.md").write_text("Not run.\n")
    (tmp_path / "boyd_1.md").write_text("What is to be seen.\n")
    return tmp_path


def test_page_holds_tables_figures_and_captions(folder):
    page = render_page(folder, ["boyd_1"], "img/")
    assert "2 statements: agrees 1, misprint 1." in page
    assert "![boyd 1](img/boyd_1.png)\n\n*What is to be seen.*" in page
    assert page.index("## Boyd") < page.index("boyd_1.png") < page.index("## Hughes-Oliver")
    assert "Not run." in page


def test_tables_escape_bars_and_round_long_numbers(folder):
    assert "a\\|b" in table_as_markdown(folder / "table.csv")
    assert "0.123457" in table_as_markdown(folder / "properties.csv")
