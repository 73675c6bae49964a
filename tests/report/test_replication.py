"""The paper's numbers, statements and guesses beside those of a study."""

import pandas as pd
import pytest

from golden_files import check_golden
from made_up_agreement import PAIRS, agreement_of
from prgbench.pipeline.artifacts import path_of, read, write
from prgbench.report.html.markup import route
from prgbench.report.replication import (
    comparison_lines,
    guesses_markdown,
    printed_areas_found,
    route_of_line,
    statement_lines,
)
from prgbench.report.statements import Statement, statement_table

IF_ALIKE = pd.DataFrame(
    [
        {
            "statistic": "top_differs", "measure_a": "auprg", "measure_b": "aupr",
            "if_alike": 0.4, "if_alike_lower": 0.25, "if_alike_upper": 0.5,
        }
    ]
)  # fmt: skip


def test_every_number_of_section_4_stands_beside_ours():
    printed = {line.printed for line in comparison_lines(agreement_of(PAIRS))}
    assert printed >= {
        "886", "426", "24%", "29%", "22%", "58%", "65%", "57%", "42%", "0.95", "0.96",
        "0.944", "0.991", "25,980 (886 tasks with 30 models have 26,580)",
    }  # fmt: skip
    assert len(comparison_lines(agreement_of(PAIRS))) == 15


def test_the_tasks_of_the_same_top_three_are_the_rest_of_those_of_another():
    lines = comparison_lines(agreement_of(PAIRS).assign(top_differs=0.375), IF_ALIKE)
    [line] = [line for line in lines if line.statistic == "top_agrees"]
    assert line.quantity == "Tasks with the same ordered top three, AUPR and AUPRG"
    assert (line.printed, line.found) == ("42%", "62.5%")
    assert line.if_alike == "60.0% (50.0% to 75.0%)"


def test_pairs_are_found_in_any_order():
    backwards = [(b, a) for a, b in PAIRS]
    assert comparison_lines(agreement_of(backwards)) == comparison_lines(agreement_of(PAIRS))


def test_other_measures_have_no_paper_columns():
    lines = comparison_lines(agreement_of([("aupr", "max_f1")]))
    assert [line.quantity for line in lines] == ["Tasks", "Data sets", "Models"]


ROUTES = {
    "Tasks": "#tasks",
    "Data sets": "#tasks?sort=dataset",
    "Models": "#tasks",
    "Tasks with different best models, AUPR and AUROC": "#tasks?pair=aupr~auroc&show=differs",
    "Tasks with different ordered top three, AUPRG and AUROC": "#tasks?pair=auprg~auroc&show=top3",
    "Tasks with the same ordered top three, AUPR and AUPRG": (
        "#tasks?pair=aupr~auprg&show=top_agrees"
    ),
    "Correlation of the ranks, AUPR and AUPRG": "#tasks?pair=aupr~auprg&sort=spearman",
    "Lower quartile of the tasks' rank correlations, AUPR and AUPRG": (
        "#tasks?pair=aupr~auprg&sort=spearman"
    ),
}


@pytest.mark.parametrize("quantity", ROUTES)
def test_every_number_of_the_paper_leads_to_what_it_was_counted_from(quantity):
    routes = {line.quantity: route_of_line(line) for line in comparison_lines(agreement_of(PAIRS))}
    assert len(routes) == 15
    assert routes[quantity] == ROUTES[quantity]


def test_a_users_measure_is_quoted():
    assert route("task", {"x": "mine:a&b"}) == "#task?x=mine%3Aa%26b"


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
    assert "1 of 3 found. AUPR of AdaBoost (run 145651): 0.724 (0.724 printed); AUPRG" in told
    assert told.endswith("run 2 is not here (0.773 printed).")
