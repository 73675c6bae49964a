"""What the paper states: of all tasks, and of two tasks and two models."""

import numpy as np
import pandas as pd
import pytest

from golden_files import check_golden
from prgbench.data.models import Models
from prgbench.metrics import aupr_score, get_measure
from prgbench.report.statements import (
    ADABOOST,
    LOGISTIC,
    Statement,
    example_statements,
    general_statements,
    statement_table,
)
from prgbench.study.agreement import task_agreement
from prgbench.study.ranking import Ranking, add_ranks

PAIRS = {("aupr", "auprg"): [1, 0, 0, 1], ("aupr", "auroc"): [1, 1, 1, 0]}
LAST = {("auprg", "auroc"): [1, 0, 0, 0]}


def models_of(sizes, prevalences):
    rows = [
        {"task_id": task_id, "prevalence": prevalence}
        for task_id, (size, prevalence) in enumerate(zip(sizes, prevalences, strict=True))
        for _ in range(size)
    ]
    return Models(pd.DataFrame(rows), ())


def agreement_of(pairs):
    return pd.DataFrame(
        [
            {
                "measure_a": a, "measure_b": b, "task_id": task_id,
                "best_differs": bool(differs), "top_differs": not differs,
            }
            for (a, b), tasks in pairs.items()
            for task_id, differs in enumerate(tasks)
        ]
    )  # fmt: skip


def said(models, agreement):
    return [(one.printed, one.found, one.holds) for one in general_statements(models, agreement)]


def test_what_holds_of_all_tasks_is_counted():
    found = said(models_of([30, 30, 30, 30], [0.1, 0.5, 0.2, 0.3]), agreement_of(PAIRS | LAST))
    assert found == [
        ("30", "30", True),
        ("all", "4 of 4", True),
        ("24%, between 22% and 29%", "50.0%, between 25.0% and 75.0%", True),
        ("58%, between 57% and 65%", "50.0%, between 25.0% and 75.0%", True),
    ]


def test_what_does_not_hold_is_said():
    pairs = {("auprg", "aupr"): [1, 1, 1, 1]} | {("aupr", "auroc"): [1, 1, 1, 0]} | LAST
    found = said(models_of([30, 29, 30, 30], [0.1, 0.6, 0.2, 0.3]), agreement_of(pairs))
    assert found == [
        ("30", "29 to 30", False),
        ("all", "3 of 4", False),
        ("24%, between 22% and 29%", "100.0%, not between 25.0% and 75.0%", False),
        ("58%, between 57% and 65%", "0.0%, not between 25.0% and 75.0%", False),
    ]


def test_without_auroc_nothing_is_compared_with_it():
    found = said(models_of([29], [0.1]), agreement_of({("aupr", "auprg"): [1]}))
    assert found[0] == ("30", "29", False)
    assert [one[1:] for one in found[2:]] == [("AUROC is no measure of this study", None)] * 2


@pytest.mark.parametrize(("holds", "written"), [(True, "yes"), (False, "no"), (None, "")])
def test_the_table_says_whether_a_statement_holds(holds, written):
    table = statement_table([Statement("a", "b", "c", holds, 3872), Statement("d", "", "", None)])
    assert table["holds"].tolist() == [written, ""]
    assert table["task_id"].isna().tolist() == [False, True]
    assert table.loc[0, ["statement", "printed", "found", "task_id"]].tolist() == [
        "a", "b", "c", 3872
    ]  # fmt: skip


MEASURES = [get_measure("aupr"), get_measure("auprg")]
PRINTED = [
    "white-clover", "0.944", "25%", "yes",
    "ada-agnostic", "0.991", "75%", "yes",
    "some",
    "Logistic Regression (run 267741)", "AdaBoost (run 145651)",
    "0.724", "0.773", "0.714", "0.687", "yes", "yes",
]  # fmt: skip
# AUPR and AUPRG of the models of each task, by run id, with their flows.
CLOVER = {
    1: ("weka.Forest(1)", 0.9, 0.9),
    145651: ("weka.AdaBoostM1(2)", 0.724, 0.714),
    267741: ("weka.Logistic(1)", 0.773, 0.687),
    2: ("weka.ZeroR(1)", 0.4, -0.1),
}
AGNOSTIC = {11: ("weka.J48(1)", 0.9, 0.9), 12: ("weka.SMO(1)", 0.8, 0.8)}
OTHERS = {21: ("a", 0.9, 0.3), 22: ("b", 0.8, 0.9), 23: ("c", 0.7, 0.8)}
STARTING_BADLY = [0, 0, 1, 1, 1, 1, 0, 0]
STARTING_WELL = [1, 0, 1, 0, 1, 0, 1, 0]


def study(clover=CLOVER, agnostic=AGNOSTIC, name="white-clover"):
    tasks = {3872: (name, clover), 3896: ("ada_agnostic", agnostic), 5: ("other", OTHERS)}
    rows = [
        {
            "task_id": task_id, "dataset_id": task_id, "dataset_name": dataset,
            "run_id": run_id, "flow_name": flow, "aupr": aupr, "auprg": auprg, "prevalence": 0.5,
        }
        for task_id, (dataset, models) in tasks.items()
        for run_id, (flow, aupr, auprg) in models.items()
    ]  # fmt: skip
    models = add_ranks(Models(pd.DataFrame(rows), ["aupr", "auprg"]), MEASURES, Ranking())
    return models, task_agreement(models, MEASURES)


def scores_of(labels):
    return pd.concat(
        pd.DataFrame({"run_id": run_id, "y_true": y_true, "y_score": -np.arange(len(y_true))})
        for run_id, y_true in labels.items()
    )


CURVES = scores_of({ADABOOST.run_id: STARTING_BADLY, LOGISTIC.run_id: STARTING_WELL})
OTHERWISE = {
    1: ("weka.Forest(1)", 0.9, 0.7), 145651: ("weka.AdaBoostM1(2)", 0.7, 0.75),
    267741: ("weka.Logistic(1)", 0.69, 0.71), 2: ("weka.ZeroR(1)", 0.4, 0.1),
}  # fmt: skip
NO_ADABOOST = {run_id: model for run_id, model in CLOVER.items() if run_id != ADABOOST.run_id}
TIED = {run_id: (f"weka.F{run_id}(1)", 0.9, 0.9) for run_id in range(1, 6)}
TWO_SECOND = CLOVER | {267741: ("weka.Logistic(1)", 0.773, 0.714)}
NONE_BELOW = CLOVER | {2: ("weka.ZeroR(1)", 0.4, 0.1)}
ONE_BELOW = {11: ("weka.J48(1)", 0.9, 0.9), 12: ("weka.SMO(1)", 0.8, -0.2)}
WITHOUT = (study()[0].of_task(5), study()[1].query("task_id == 5"))
# The study, and of each of the 17 statements whether it holds: yes, no, or can't be told.
CASES = {
    # The two models in the middle change places: a correlation of 1 - 6 * 2/(4 * 15).
    "as printed": (study(), "ynyyynyyy" "yyyyyyyy", "0.800", "33.3% of 3", "66.7% of 3", "1 of 4"),
    "otherwise": (study(OTHERWISE), "ynynynyyn" "nnnnnnny", "0.700", "+0.010 by AUPR and +0.040"),
    "another data set": (study(name="kr-vs-kp"), "????" "ynyy?" "????????", "kr-vs-kp"),
    "no task": (WITHOUT, "?" * 17, "task 3872 is not in this study; task 3896 is not"),
    "no run": (study(NO_ADABOOST), "ynnyynyyy" "yn?y?y??", "run 145651 is not in this study"),
    "ties": (study(TIED), "ynnyynyyn" "nn??????", "5 tied models", "several are the best"),
    "two second": (study(TWO_SECOND), "ynyyynyyy" "ynyyynny", "(2) (run 145651) and Logistic(1)"),
    "none below random": (study(NONE_BELOW), "ynyyynyyn" "yyyyyyyy", "0 of 4 in task 3872; 0 of"),
    "one below random": (study(NONE_BELOW, ONE_BELOW), "ynyyynyyy" "yyyyyyyy", "1 of 2"),
}  # fmt: skip


def statements(case):
    return list(example_statements(*CASES[case][0], CURVES))


def last_of(labels):
    return list(example_statements(*study(), scores_of(labels)))[-1]


@pytest.mark.parametrize("case", CASES)
def test_what_holds_is_told_with_its_numbers(case):
    _, holds, *numbers = CASES[case]
    told = statements(case)
    assert [one.printed for one in told] == PRINTED
    verdicts = "".join({True: "y", False: "n", None: "?"}[one.holds] for one in told)
    assert verdicts == holds
    text = "\n".join(one.found for one in told)
    assert [number for number in numbers if number not in text] == []


def test_every_statement_is_as_it_was_read():
    tables = {case: statement_table(statements(case)) for case in CASES}
    texts = [f"== {case} ==\n{own.to_csv(sep='|', index=False)}" for case, own in tables.items()]
    check_golden("example_statements", "\n".join(texts))


def test_the_bad_start_is_what_recalls_up_to_the_prevalence_give():
    areas = [
        aupr_score(labels, -np.arange(8.0), recall_range=part)
        for part in ((0, 0.5), (0.5, 1))
        for labels in (STARTING_BADLY, STARTING_WELL)
    ]
    start, rest = areas[0] - areas[1], areas[2] - areas[3]
    assert start < 0 < rest
    assert start + rest < 0
    told = statements("as printed")[-1].found
    assert f": −{-start:.3f} up to recall 0.500, where" in told
    assert f"+{rest:.3f} above" in told


@pytest.mark.parametrize(
    ("adaboost", "logistic"),
    [
        (STARTING_WELL, STARTING_BADLY),
        ([1, 0, 0, 0, 0, 1, 1, 1], STARTING_WELL),
        (STARTING_WELL, STARTING_WELL),
    ],
)
def test_a_start_that_is_not_to_blame_is_said(adaboost, logistic):
    assert last_of({ADABOOST.run_id: adaboost, LOGISTIC.run_id: logistic}).holds is False


def test_curves_of_other_models_are_not_judged():
    last = last_of({ADABOOST.run_id: STARTING_BADLY})
    assert (last.found[:12], last.holds) == ("not computed", None)
