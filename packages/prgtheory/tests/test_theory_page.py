"""The page from its files."""

import pandas as pd

from prgtheory.chapters import Chapter, Table
from prgtheory.printed_beside_found import VERDICTS, Row
from prgtheory.theory_page import as_markdown, render_page

CHAPTERS = (
    Chapter(
        "one",
        "One (2015), a source & its poster",
        sources=("One", "Its poster"),
        figures=("1", "2"),
        tables=(Table("areas", "Its areas"),),
    ),
    Chapter("two", "Another", figures=("a",), tables=(Table("left_out"),)),
)
ROWS = (
    Row("One", "p. 1", "area", "0.5", "0.5", "agrees"),
    Row("Its poster", "box", "a|b", "a < b", "2 > 1", "not general", "b < 1"),
    Row("One", "p. 2", "end", "1", "2", "misprint", "the formula gives 2", "ends at two"),
    Row("Its poster", "box", "mean", "1.5", "1.5", "consistent"),
    Row("One", "p. 3", "models", "30", "", "experiment", "a study"),
)


def test_a_page_has_verdicts_then_what_errs_then_a_section_for_each_chapter(tmp_path):
    pd.DataFrame(ROWS).to_csv(tmp_path / "theory.csv", index=False)
    pd.DataFrame({"AUPR": [0.5]}).to_csv(tmp_path / "areas.csv", index=False)
    for name in ("one_1", "two_a"):
        (tmp_path / f"{name}.md").write_text(f"What {name} shows.\n")
    page = render_page(tmp_path, ["two_a", "one_1"], chapters=CHAPTERS)
    counts = {"agrees": "1 | 1 | 0", "misprint": "1 | 1 | 0", "consistent": "1 | 0 | 1"}
    counts |= {"experiment": "1 | 1 | 0", "not general": "1 | 0 | 1"}
    lines = [
        f"| {name} | {meaning} | {counts.get(name, '0 | 0 | 0')} |\n"
        for name, meaning in VERDICTS.items()
    ]
    head = "| verdict | meaning | all | One | Its poster |\n|---|---|---|---|---|\n"
    assert head + "".join(lines) in page
    assert "\n5 statements, each with one of these verdicts." in page
    assert page[page.index("## Errors") :] == (
        "## Errors in the sources\n\n"
        "| where | statement | printed | found | why |\n|---|---|---|---|---|\n"
        "| One, p. 2 | end | 1 | 2 | the formula gives 2 |\n\n"
        "## One (2015), a source & its poster\n\n"
        "Its areas:\n\n| AUPR |\n|---|\n| 0.5 |\n\n"
        "![one 1](one_1.png)\n\n*What one_1 shows.*\n\n"
        "## Another\n\n"
        "![two a](two_a.png)\n\n*What two_a shows.*\n\n"
    )


def test_tables_escape_bars_and_round_numbers_of_ten_signs_or_more():
    cells = ["a|b", "0.1234567", "-0.12345678", "1.2345678e-05", "1234567890", "1.2.3.4.5.6", "NA"]
    _, _, *lines = as_markdown(pd.DataFrame({"cell": cells})).splitlines()
    shown = [line[2:-2] for line in lines]
    rounded = ["-0.123457", "1.23457e-05"]
    assert shown == ["a\\|b", "0.1234567", *rounded, "1234567890", "1.2.3.4.5.6", "NA"]
