"""The page from its files."""

import pandas as pd

from prgtheory.chapters import Chapter, Table
from prgtheory.theory_page import render_page, table_as_markdown

CHAPTERS = (
    Chapter("one", "One source", figures=("1", "2"), tables=(Table("areas", "Its areas"),)),
    Chapter("two", "Another", figures=("a",), tables=(Table("left_out"),), needs_demo=True),
)


def test_a_page_is_the_table_of_numbers_and_a_section_for_each_chapter(tmp_path):
    verdicts = ["agrees", "misprint", "agrees"]
    pd.DataFrame({"verdict": verdicts}).to_csv(tmp_path / "table.csv", index=False)
    pd.DataFrame({"AUPR": [0.5]}).to_csv(tmp_path / "areas.csv", index=False)
    (tmp_path / "two.md").write_text("- Not run.\n")
    for name in ("one_1", "two_a"):
        (tmp_path / f"{name}.md").write_text(f"What {name} shows.\n")
    page = render_page(tmp_path, ["two_a", "one_1"], "img/", chapters=CHAPTERS)
    start = page.index("## Printed")
    assert page[:start].startswith("# The theory, recomputed\n\nWhat four sources show besides")
    assert page[start:] == (
        "## Printed in the source, found here, why different\n\n"
        "3 statements: agrees 2, misprint 1. Nothing is fitted to a misprint; every difference "
        "has its reason in the last column, and the build stops where one has none.\n\n"
        "| verdict   |\n|:----------|\n| agrees    |\n| misprint  |\n| agrees    |\n\n"
        "## One source\n\n"
        "Its areas:\n\n| AUPR   |\n|:-------|\n| 0.5    |\n\n"
        "![one 1](img/one_1.png)\n\n*What one_1 shows.*\n\n"
        "## Another\n\n"
        "- Not run.\n\n"
        "![two a](img/two_a.png)\n\n*What two_a shows.*\n\n"
    )


def test_tables_escape_bars_and_round_numbers_of_ten_signs_or_more(tmp_path):
    cells = ["a|b", "0.1234567", "0.12345678", "1234567890", "1.2.3.4.5.6", "", "NA"]
    pd.DataFrame({"cell": cells}).to_csv(tmp_path / "table.csv", index=False)
    _, _, *rows = table_as_markdown(tmp_path / "table.csv").splitlines()
    shown = [row[2:-2].strip() for row in rows]
    assert shown == ["a\\|b", "0.1234567", "0.123457", "1234567890", "1.2.3.4.5.6", "", "NA"]
