"""A made-up white-clover, in which all that the paper states is so but what a test changes."""

import numpy as np
import pandas as pd
import pytest

from prgbench.metrics import aupr_score, auprg_score, get_measure
from prgbench.report.statements import ADABOOST, LOGISTIC, example_statements
from prgbench.study.agreement import task_agreement
from prgbench.study.ranking import Ranking, add_ranks

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
    models = add_ranks(pd.DataFrame(rows), MEASURES, Ranking())
    return models, task_agreement(models, MEASURES)


def scores_of(labels):
    return pd.concat(
        pd.DataFrame({"run_id": run_id, "y_true": y_true, "y_score": -np.arange(len(y_true))})
        for run_id, y_true in labels.items()
    )


CURVES = scores_of({ADABOOST.run_id: STARTING_BADLY, LOGISTIC.run_id: STARTING_WELL})


def found(models, agreement, scores=CURVES):
    return {
        f"{place} {one.statement}": (one.found, one.holds, one.task_id)
        for place, one in enumerate(example_statements(models, agreement, scores))
    }


def test_every_statement_stands_beside_what_is_found():
    models, agreement = study()
    assert [one.printed for one in example_statements(models, agreement, CURVES)] == PRINTED
    said = list(found(models, agreement).values())
    assert said[:9] == [
        ("white-clover", True, 3872),
        # The two in the middle change places: 1 - 6 * 2/(4 * 15).
        ("0.800", False, 3872),
        ("33.3% of 3", True, 3872),
        ("yes: Forest(1) (run 1)", True, 3872),
        ("ada_agnostic", True, 3896),
        ("1.000", False, 3896),
        ("66.7% of 3", True, 3896),
        ("yes: J48(1) (run 11)", True, 3896),
        ("1 of 4 in task 3872; 0 of 2 in task 3896", True, None),
    ]
    assert said[9:16] == [
        ("Logistic(1) (run 267741)", True, 3872),
        ("AdaBoostM1(2) (run 145651)", True, 3872),
        ("0.724", True, 3872),
        ("0.773", True, 3872),
        ("0.714", True, 3872),
        ("0.687", True, 3872),
        ("AdaBoost against Logistic Regression: −0.049 by AUPR and +0.027 by AUPRG", True, 3872),
    ]


def test_the_bad_start_is_what_recalls_up_to_the_prevalence_give():
    said = list(found(*study()).values())[-1]
    areas = [
        aupr_score(labels, -np.arange(8.0), recall_range=part)
        for part in ((0, 0.5), (0.5, 1))
        for labels in (STARTING_BADLY, STARTING_WELL)
    ]
    start, rest = areas[0] - areas[1], areas[2] - areas[3]
    assert start < 0 < rest
    assert start + rest < 0
    assert said == (
        f"AUPR of AdaBoost against Logistic Regression: −{-start:.3f} up to recall 0.500, where "
        f"recall gain is 0, and +{rest:.3f} above",
        True,
        3872,
    )
    assert auprg_score(STARTING_BADLY, -np.arange(8.0)) > auprg_score(
        STARTING_WELL, -np.arange(8.0)
    )


@pytest.mark.parametrize(
    ("adaboost", "logistic"),
    [
        (STARTING_WELL, STARTING_BADLY),
        ([1, 0, 0, 0, 0, 1, 1, 1], STARTING_WELL),
        (STARTING_WELL, STARTING_WELL),
    ],
)
def test_a_start_that_is_not_to_blame_is_said(adaboost, logistic):
    curves = scores_of({ADABOOST.run_id: adaboost, LOGISTIC.run_id: logistic})
    assert list(found(*study(), curves).values())[-1][1] is False


def test_what_is_otherwise_is_said():
    clover = CLOVER | {1: ("weka.Forest(1)", 0.9, 0.7), 145651: ("weka.AdaBoostM1(2)", 0.7, 0.75)}
    clover |= {267741: ("weka.Logistic(1)", 0.69, 0.71), 2: ("weka.ZeroR(1)", 0.4, 0.1)}
    said = list(found(*study(clover=clover)).values())
    assert said[3] == (
        "no: Forest(1) (run 1) by AUPR, AdaBoostM1(2) (run 145651) by AUPRG", False, 3872
    )  # fmt: skip
    assert said[8] == ("0 of 4 in task 3872; 0 of 2 in task 3896", False, None)
    assert said[9] == ("AdaBoostM1(2) (run 145651)", False, 3872)
    assert said[10] == ("Logistic(1) (run 267741)", False, 3872)
    assert said[11] == ("0.700", False, 3872)
    assert said[15] == (
        "AdaBoost against Logistic Regression: +0.010 by AUPR and +0.040 by AUPRG", False, 3872
    )  # fmt: skip


def test_a_task_that_is_not_there_is_said():
    models, agreement = study()
    models, agreement = (table[table["task_id"] == 5] for table in (models, agreement))
    said = list(found(models, agreement).values())
    clover, agnostic = (f"task {number} is not in this study" for number in (3872, 3896))
    assert said[:4] == [(clover, None, None)] * 4
    assert said[4:8] == [(agnostic, None, None)] * 4
    assert said[8] == (f"{clover}; {agnostic}", None, None)
    assert said[9:] == [(clover, None, None)] * 8


def test_another_data_set_under_the_number_is_said():
    said = list(found(*study(name="kr-vs-kp")).values())
    sentence = "task 3872 of this study is on another data set, kr-vs-kp"
    assert [one[0] for one in said[:4] + said[9:]] == [sentence] * 12
    assert said[5] == ("1.000", False, 3896)


def test_a_run_that_is_not_there_is_said():
    clover = {run_id: model for run_id, model in CLOVER.items() if run_id != 145651}
    said = list(found(*study(clover=clover)).values())
    assert said[10] == ("Logistic(1) (run 267741)", False, 3872)
    assert said[11] == ("run 145651 is not in this study", None, 3872)
    assert said[12] == ("0.773", True, 3872)
    assert said[15:] == [("run 145651 is not in this study", None, 3872)] * 2


def test_curves_of_other_models_are_not_judged():
    said = list(found(*study(), scores_of({ADABOOST.run_id: STARTING_BADLY})).values())
    assert said[-1] == ("not computed: the figure shows the curves of other models", None, 3872)


def test_ties_leave_no_second_or_many():
    tied = {run_id: (f"weka.F{run_id}(1)", 0.9, 0.9) for run_id in range(1, 6)}
    said = list(found(*study(clover=tied)).values())
    assert said[1] == ("undefined", False, 3872)
    assert said[2] == ("undefined", False, 3872)
    assert said[3] == ("yes: 5 tied models", True, 3872)
    assert said[9] == ("no model: several are the best", False, 3872)
    second = CLOVER | {267741: ("weka.Logistic(1)", 0.773, 0.714)}
    said = list(found(*study(clover=second)).values())
    assert said[10] == ("AdaBoostM1(2) (run 145651) and Logistic(1) (run 267741)", False, 3872)


@pytest.mark.parametrize(
    ("below", "holds"), [((-0.1, 0.8), True), ((0.1, -0.2), True), ((0.1, 0.8), False)]
)
def test_one_model_below_random_in_one_of_the_tasks_is_some(below, holds):
    last, of_agnostic = below
    clover = CLOVER | {2: ("weka.ZeroR(1)", 0.4, last)}
    agnostic = AGNOSTIC | {12: ("weka.SMO(1)", 0.8, of_agnostic)}
    rows = found(*study(clover, agnostic))
    [random] = [values for name, values in rows.items() if "AUPRG < 0" in name]
    assert random[1] == holds
