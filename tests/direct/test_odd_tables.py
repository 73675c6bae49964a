"""Ordinary tables with missing cells, ties and odd names: to the last sentence, figure and file.

A warning of NumPy or pandas is an error here, as in all tests.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import prgbench
from odd_tables import FAST, prediction_tables, score_tables, taken_to_the_last_file
from tables_of_predictions import long_table

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


def compared(table, settings=(), **options):
    return prgbench.compare(table, settings={**FAST, **dict(settings)}, progress=False, **options)


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
        f"Not computed: only {share:.1%} of the scores of these models on the 16 data sets are "
        "present, and at least half are needed. Compare fewer models, or only the data sets that "
        "most of them have."
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


def predictions_of(present, n_rows=60):
    """Return predictions of the models that each data set has: ``{"A": ["tree"], ...}``."""
    rng = np.random.default_rng(0)
    frames = []
    for dataset, models in present.items():
        ill = rng.random(n_rows) < 0.4
        frames += [
            pd.DataFrame(
                {
                    "dataset": dataset,
                    "model": model,
                    "row_id": range(n_rows),
                    "y_true": np.where(ill, "ill", "healthy"),
                    "y_score": ill + rng.normal(size=n_rows),
                }
            )
            for model in models
        ]
    return pd.concat(frames, ignore_index=True)


BOTH = ("tree", "forest")


@pytest.mark.parametrize("models", [("tree",), ("net",)])
def test_a_data_set_with_one_model_is_left_out_in_the_first_line(models):
    """Nobody was told of it, unless a model that lacked it was on other data sets in a third."""
    table = predictions_of({"A": BOTH, "B": BOTH, "C": models, "D": ["forest"]})
    answer = compared(table).answer
    assert answer.first_line.startswith("2 data sets (A, B), 2 models (forest, tree)")
    assert answer.first_line.endswith(" Left out: C, D (too few models).")


def test_a_data_set_without_scores_of_a_wide_table_is_left_out_in_the_first_line():
    table = predictions_of(dict.fromkeys("ABC", BOTH))
    wide = table.pivot(index=["dataset", "row_id", "y_true"], columns="model", values="y_score")
    wide.loc["C", "forest"] = np.nan
    assert "Left out: C (too few models)." in compared(wide.reset_index()).answer.first_line


def test_a_class_with_one_model_is_left_out_in_the_first_line():
    rng = np.random.default_rng(0)
    table = predictions_of(dict.fromkeys("ABC", BOTH)).drop(columns="y_score")
    table["y_true"] = ["xyz"[row % 3] for row in table["row_id"]]
    for label in "xyz":
        table[f"y_score.{label}"] = (table["y_true"] == label) + rng.normal(size=len(table))
    without = table.copy()
    without.loc[(without.dataset == "C") & (without.model == "tree"), "y_score.z"] = np.nan
    assert "Left out: C: class z (too few models)." in compared(without).answer.first_line
    without.loc[without.dataset == "C", "y_score.z"] = np.nan
    said = "Left out: C: class z (without scores for the positive class)."
    assert said in compared(without).answer.first_line


def test_a_data_set_with_the_labels_not_spam_and_spam_is_no_class_of_several():
    table = predictions_of({"A": BOTH, "B": BOTH, "C": ["tree"]})
    table["y_true"] = table["y_true"].map({"ill": "spam", "healthy": "not spam"})
    assert compared(table).answer.first_line.endswith(" Left out: C (too few models).")


def test_data_sets_that_the_settings_leave_out_are_in_the_first_line():
    small = predictions_of({"C": BOTH}, n_rows=20)
    table = pd.concat([predictions_of({"A": BOTH, "B": BOTH}), small])
    settings = {"selection": {"instances": {"min": 50}}}
    answer = compared(table, settings=settings).answer
    assert "Left out: C (with fewer instances than asked for)." in answer.first_line
    named = {"selection": {"tasks": ["A", "B"]}}
    assert "Left out" not in compared(table, settings=named).answer.first_line


@FEW
@given(
    st.dictionaries(
        # Together with Z, these are six: a first line names no more.
        st.sampled_from("ABCDE"),
        st.sets(st.sampled_from(("tree", "forest", "net"))),
        min_size=1,
    )
)
def test_every_data_set_of_a_table_is_in_the_first_line(present):
    """Compared or left out: of any table with any models missing, no data set is silently gone."""
    present = {"Z": BOTH, **{name: sorted(models) for name, models in present.items() if models}}
    first_line = compared(predictions_of(present, n_rows=20)).answer.first_line
    compared_ones, _, rest = first_line.partition("), ")
    left_out = rest.partition("Left out: ")[2].partition(" (")[0].split(", ")
    scope = compared_ones.partition("(")[2].split(", ")
    assert sorted([*scope, *filter(None, left_out)]) == sorted(present)


@pytest.mark.parametrize("spell", [str.upper, str.title, lambda name: f" {name} "])
@pytest.mark.parametrize("by_class", [False, True])
def test_columns_may_be_called_as_their_roles_in_any_case(spell, by_class):
    table = long_table(2, 2, 30)
    expected = prgbench.score(table, measures=["auroc"])
    if by_class:
        table["y_score.0"] = 1 - table["y_score"]
        table = table.rename(columns={"y_score": "y_score.1"})
    found = prgbench.score(table.rename(columns=spell), measures=["auroc"])
    pd.testing.assert_frame_equal(found, expected)
    compared = prgbench.compare(table.rename(columns=spell), measures=["auroc"], settings=FAST)
    assert compared.leaderboard.index.tolist() == ["model-0", "model-1"]


def test_ids_with_and_without_a_point_are_the_same(tmp_path):
    table = long_table(1, 2, 30)
    expected = prgbench.score(table, measures=["auroc"])
    for model, rows in table.groupby("model"):
        ids = rows["row_id"].astype(float if model == "model-0" else int)
        rows.assign(row_id=ids).to_csv(tmp_path / f"{model}.csv", index=False)
    found = prgbench.score(tmp_path, measures=["auroc"])
    pd.testing.assert_frame_equal(found, expected)
