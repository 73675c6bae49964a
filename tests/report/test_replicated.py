import pandas as pd

from golden_files import check_golden
from prgbench.pipeline.artifacts import path_of, read, write
from prgbench.report.replication import (
    guesses_markdown,
    printed_areas_found,
    statement_lines,
)
from prgbench.report.statements import Statement, statement_table

TABLES = {
    "statements": statement_table(
        [
            Statement("AUPR | of <b>", "0.724", "=1+1", False, 3872),
            Statement("Models", "30", "30", True),
            Statement("Second", "AdaBoost", "task 3872 is not in this study", None),
        ]
    ),
    "guesses": pd.DataFrame(
        {"guess": ["folds", ""], "alternative": ["1.0", "b|c"], "best_differs": ["", "1.0%"],
         "how": ["x: []", "y"]}
    ),
}  # fmt: skip


def read_back(folder):
    files = {name: path_of(name, folder) for name in TABLES}
    write(TABLES, files)
    return read(files)


def test_lines_lead_to_their_task(tmp_path):
    lines = list(statement_lines(read_back(tmp_path)["statements"]))
    assert [list(line.values()) for line in lines] == [
        ["AUPR | of <b>", "0.724", "=1+1", "no", "#task?id=3872"],
        ["Models", "30", "30", "yes", ""],
        ["Second", "AdaBoost", "task 3872 is not in this study", "–", ""],
    ]


def test_guesses_are_a_table_of_text(tmp_path):
    check_golden("replicated", guesses_markdown(read_back(tmp_path)["guesses"]))


def test_which_areas_of_figure_5_are_found_is_one_line(tmp_path):
    statements = [
        Statement("AUPR of AdaBoost (run 145651)", "0.724", "0.724", True, 3872),
        Statement("AUPRG of AdaBoost (run 145651)", "0.714", "0.713", False, 3872),
        Statement("AUPR of logistic regression (run 2)", "0.773", "run 2 is not here", None),
        Statement("Models", "30", "30", True),
    ]
    table = statement_table(statements)
    write({"statements": table}, {"statements": tmp_path / "statements.csv"})
    told = printed_areas_found(tmp_path / "statements.csv")
    assert "1 of 3 found. AUPR of AdaBoost (run 145651) 0.724 (0.724 printed); AUPRG" in told
    assert told.endswith("run 2 is not here (0.773 printed).")
