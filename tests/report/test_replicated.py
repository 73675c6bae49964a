import pandas as pd

from prgbench.report.replicated import (
    Replicated,
    guesses_markdown,
    statement_lines,
    statements_markdown,
)
from prgbench.report.statements import Statement, statement_table

REPLICATED = Replicated(
    statement_table(
        [
            Statement("AUPR | of <b>", "0.724", "=1+1", False, 3872),
            Statement("Models", "30", "30", True),
            Statement("Second", "AdaBoost", "task 3872 is not in this study", None),
        ]
    ),
    pd.DataFrame(
        {"guess": ["folds", ""], "alternative": ["1.0", "b|c"], "best_differs": ["", "1.0%"],
         "how": ["x: []", "y"]}
    ),
)  # fmt: skip


def read_back(folder):
    REPLICATED.write(folder)
    return Replicated.of_files([str(folder / name) for name in ("statements.csv", "guesses.csv")])


def test_no_files_are_no_replication():
    assert Replicated.of_files([]) is None


def test_lines_lead_to_their_task(tmp_path):
    lines = list(statement_lines(read_back(tmp_path)))
    assert [list(line.values()) for line in lines] == [
        ["AUPR | of <b>", "0.724", "=1+1", "no", "#task?id=3872"],
        ["Models", "30", "30", "yes", ""],
        ["Second", "AdaBoost", "task 3872 is not in this study", "–", ""],
    ]


def test_statements_are_a_table_of_text_with_links(tmp_path):
    table = statements_markdown(read_back(tmp_path), "page.html").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[2:]]
    assert cells == [
        [r"AUPR \| of &lt;b&gt;", "0.724", "[=1+1](page.html#task?id=3872)", "no"],
        ["Models", "30", "30", "yes"],
        ["Second", "AdaBoost", "task 3872 is not in this study", "–"],
    ]


def test_guesses_are_a_table_of_text(tmp_path):
    table = guesses_markdown(read_back(tmp_path)).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table]
    assert cells[0] == ["guess", "alternative", "best models differ", "from"]
    assert cells[2:] == [["folds", "1.0", "", r"x: \[\]"], ["", r"b\|c", "1.0%", "y"]]
