"""The page from its files."""

import pandas as pd
import pytest

from prgtheory.chapters import Chapter, Table
from prgtheory.printed_beside_found import VERDICTS, Row
from prgtheory.theory_page import render_page, shown_row, table_as_markdown, wrapped

CHAPTERS = (
    Chapter(
        "one",
        "One (2015), a source & its poster",
        sources=("One", "Its poster"),
        figures=("1", "2"),
        tables=(Table("areas", "Its areas"),),
    ),
    Chapter("two", "Another", figures=("a",), tables=(Table("left_out"),), needs_demo=True),
)
ROWS = (
    Row("One", "p. 1", "area", "0.5", "0.5", "agrees"),
    Row("One", "p. 2", "end", "1", "2", "misprint", "the formula gives 2", "ends at two"),
    Row("Its poster", "box", "mean", "1.5", "1.5", "consistent"),
    Row("One", "p. 3", "models", "30", "", "experiment", "a study"),
)


def test_a_page_has_verdicts_then_what_errs_then_a_section_for_each_chapter(tmp_path):
    pd.DataFrame(ROWS).to_csv(tmp_path / "table.csv", index=False)
    pd.DataFrame({"AUPR": [0.5]}).to_csv(tmp_path / "areas.csv", index=False)
    (tmp_path / "two.md").write_text("- Not run.\n")
    for name in ("one_1", "two_a"):
        (tmp_path / f"{name}.md").write_text(f"What {name} shows.\n")
    page = render_page(tmp_path, ["two_a", "one_1"], "img/", chapters=CHAPTERS)
    anchors = [line.split("](#")[1] for line in page.splitlines() if line.startswith("- [")]
    assert anchors[2:] == ["one-2015-a-source--its-poster)", "another)"]
    counted = {"agrees": 1, "misprint": 1, "consistent": 1, "experiment": 1}
    lines = [f"| {name} | {counted.get(name, 0)} | {said} |\n" for name, said in VERDICTS.items()]
    assert "| verdict | rows | meaning |\n|---|---|---|\n" + "".join(lines) in page
    assert "\n4 statements, with one of these verdicts each." in page
    assert page[page.index("## Where") :] == (
        "## Where a source errs or says too much\n\n"
        "- **misprint**: One, p. 2: end. Printed: 1, found: 2. The formula gives 2. In its words: "
        '"ends at two".\n\n'
        "## One (2015), a source & its poster\n\n"
        "What agrees:\n\n"
        "| where | statement | printed | found |\n|---|---|---|---|\n"
        "| p. 1 | area | 0.5 | 0.5 |\n| poster, box | mean | 1.5 | 1.5 (within the source) |\n\n"
        "- **experiment**: p. 3: models. Printed: 30. A study.\n\n"
        "Its areas:\n\n| AUPR |\n|---|\n| 0.5 |\n\n"
        "![one 1](img/one_1.png)\n\n*What one_1 shows.*\n\n"
        "## Another\n\n"
        "- Not run.\n\n"
        "![two a](img/two_a.png)\n\n*What two_a shows.*\n\n"
    )


def test_a_row_that_agrees_within_a_tolerance_says_so():
    row = Row("s", "p. 1", "a|b", "1", "1.01", "agrees", "agrees within 0.1: input")
    assert shown_row(row) == "| p. 1 | a\\|b | 1 | 1.01 (agrees within 0.1: input) |"


@pytest.mark.parametrize("sign", ["-", "+", "*", "#", ">", ">=", "1."])
def test_no_line_of_a_paragraph_begins_a_list_or_a_quotation(sign):
    for length in range(90, 108):
        text = f"{'x' * length} and {sign} then"
        lines = wrapped(text, "- ").splitlines()
        assert not any(line[2:].startswith(f"{sign} ") for line in lines[1:])
        assert " ".join(" ".join(lines).split()) == f"- {text}"
        assert max(map(len, lines)) <= 120


def test_tables_escape_bars_and_round_numbers_of_ten_signs_or_more(tmp_path):
    cells = ["a|b", "0.1234567", "0.12345678", "1234567890", "1.2.3.4.5.6", "", "NA"]
    pd.DataFrame({"cell": cells}).to_csv(tmp_path / "table.csv", index=False)
    _, _, *rows = table_as_markdown(tmp_path / "table.csv").splitlines()
    shown = [row[2:-2].strip() for row in rows]
    assert shown == ["a\\|b", "0.1234567", "0.123457", "1234567890", "1.2.3.4.5.6", "", "NA"]
