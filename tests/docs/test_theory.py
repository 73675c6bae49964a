"""docs/theory.md is the page that the code writes.

Its captions are held where the figures are drawn, its other tables where they are computed:
tests/prgtheory/test_theory_figures.py, test_theory_tables.py and the
test_model.py and test_printed.py of the chapters.
"""

import re
from shutil import copyfile

import pandas as pd
import pytest

from places import ROOT
from prgtheory.chapters import CHAPTERS, table_named
from prgtheory.theory_page import render_page
from theory_page_of_docs import (
    CSV,
    FIGURES,
    HEADINGS,
    PAGE,
    assert_alike,
    assert_table_of_docs,
)


def frame(page: str) -> list[str]:
    """Return the page without captions and tables of chapters."""
    page = re.sub(r"^\*.+?\*\n(?=\n)", "", page, flags=re.MULTILINE | re.DOTALL)
    chapters = page.index(f"\n## {CHAPTERS[0].title}\n")
    return [line for line in page[:chapters].splitlines() if line] + [
        line for line in page[chapters:].splitlines() if line and not line.startswith("|")
    ]


def test_the_page_is_that_of_the_rows_and_the_chapters(tmp_path):
    copyfile(CSV, tmp_path / CSV.name)
    for name in HEADINGS:
        pd.DataFrame({"x": [1]}).to_csv(tmp_path / f"{name}.csv", index=False)
    for name in FIGURES:
        (tmp_path / f"{name}.md").write_text("A caption.\n")
    made = render_page(tmp_path, FIGURES)
    assert frame(made) == frame(PAGE.replace("](theory/", "]("))


def test_the_prose_is_short():
    prose = [line for line in PAGE.splitlines() if not line.startswith("|")]
    assert len(" ".join(prose).split()) <= 2500


def test_every_figure_of_the_page_is_there_and_no_other():
    assert {path.stem for path in (ROOT / "docs" / "theory").iterdir()} == set(FIGURES)


def test_standard_errors_are_those_that_are_computed():
    name = "standard_errors"
    assert_table_of_docs(name, table_named(name))


@pytest.mark.parametrize("found", ["AUPR 0.54", "AUPR 0.51 of 4", "AUROC 0.52 of 3"])
def test_another_text_or_number_is_refused(found):
    assert_alike("AUPR 0.53 of 3", "AUPR 0.52 of 3")
    with pytest.raises(AssertionError):
        assert_alike(found, "AUPR 0.52 of 3")
