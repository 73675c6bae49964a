"""Ordinary tables with missing cells, ties and odd names: to the last sentence, figure and file.

A warning of NumPy or pandas is an error here, as in all tests.
"""

import numpy as np
import pandas as pd
from hypothesis import HealthCheck, given, settings

import prgbench
from odd_tables import FAST, prediction_tables, score_tables, taken_to_the_last_file

FEW = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
"""1,000 of each are tried by `make fuzz`."""


@FEW
@given(score_tables())
def test_any_table_of_scores_is_printed_or_refused_in_a_sentence(odd):
    assert taken_to_the_last_file(odd, None) in ("printed", "refused")


@FEW
@given(prediction_tables())
def test_any_table_of_predictions_is_printed_or_refused_in_a_sentence(odd):
    assert taken_to_the_last_file(odd, None) in ("printed", "refused")


@settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow])
@given(score_tables())
def test_any_table_of_scores_has_a_report(tmp_path_factory, odd):
    folder = tmp_path_factory.mktemp("odd") / "report"
    assert taken_to_the_last_file(odd, folder) in ("a report", "refused")


def incomplete(share, n_datasets=16, n_models=14, seed=3):
    """Return one score of each model on each data set but for a share of them, which has none."""
    rng = np.random.default_rng(seed)
    scores = 0.8 + rng.normal(0, 0.01, n_models) + rng.normal(0, 0.02, (n_datasets, n_models))
    present = rng.random(scores.shape) >= share
    return pd.DataFrame(
        [
            (f"data set {d}", f"model {m}", scores[d, m].round(4))
            for d, m in zip(*np.nonzero(present), strict=True)
        ],
        columns=["dataset", "model", "accuracy"],
    )


def compared(table, **options):
    return prgbench.compare(table, settings=FAST, progress=False, **options)


def test_the_data_set_that_makes_a_lead_is_named_where_models_share_no_data_set():
    """Mean ranks need a data set that has all models, and without any no model is first by them.

    That data set used to be looked up among the names of models.
    """
    answer = compared(incomplete(0.25, seed=0)).answer
    (first,) = answer.best_models
    assert first.first_by_rank is None
    assert first.influential == "data set 13"
    assert f"more than half of that on {first.influential}" in str(answer)


def test_too_few_scores_for_a_best_model_are_told_in_numbers(tmp_path):
    table = incomplete(0.6)
    found = compared(table)
    share = len(table) / (16 * 14)
    assert share < 0.5
    heading, text = found.answer.details.split("\n\n")[0].split("\n")
    assert heading == "The best model."
    assert text == (
        f"Not told: only {share:.1%} of the scores of these models on the 16 data sets are there, "
        "and at least half are needed. Compare fewer models, or only the data sets that most of "
        "them have."
    )
    assert f"only {share:.1%} of the scores" in found.report(tmp_path / "report").read_text()


def test_many_measures_are_tables_without_a_warning():
    table = incomplete(0.0, n_datasets=3, n_models=3)
    names = [f"accuracy_{n}" for n in range(12)]
    table[names] = np.outer(table["accuracy"], np.linspace(0.9, 1, 12))
    found = compared(table.drop(columns="accuracy"), higher_is_better=dict.fromkeys(names, True))
    tasks = found.tables["tasks"]
    pairs = 12 * 11 // 2
    assert tasks.filter(regex="^spearman_").shape == (3, pairs)
    assert (tasks.filter(regex="^best_differs_") == 0).all(axis=None)


def test_a_model_called_as_an_average_that_has_no_score_is_a_model():
    table = pd.DataFrame(
        [
            (d, m, None if m == "mean" else 0.5 + k / 10)
            for d in "abc"
            for k, m in enumerate(["mean", "x", "y"])
        ],
        columns=["dataset", "model", "accuracy"],
    )
    assert compared(table).answer.best_models[0].model == "y"


def test_models_that_are_always_tied_have_no_correlation():
    """In no draw of the noise is there one: neither a mean of none, nor a warning."""
    table = pd.DataFrame(
        [(d, m, s, 0.5, 0.5) for d in "abc" for m in "xy" for s in range(4)],
        columns=["dataset", "model", "fold", "accuracy", "f1"],
    )
    alike = compared(table).tables["if_alike"].set_index("statistic")
    numbers = ["found", "if_alike", "if_alike_lower", "if_alike_upper"]
    assert alike.loc["rank_correlation", numbers].isna().all()
    assert (alike.loc["best_differs", numbers] == 0).all()
