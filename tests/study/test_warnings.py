import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_tasks
from prgbench.sources.table.source import TableSource
from prgbench.study.make_plan import make_plan
from prgbench.study.measures import load_measures
from prgbench.study.scoring import score_task
from prgbench.study.selection import Selection
from prgbench.study.suspicions import p_below_chance
from prgbench.study.warnings import (
    FALSE_ALARMS,
    StudyWarning,
    study_warnings,
    versions_warning,
)
from tables_of_predictions import long_table


def models(rows, **columns):
    """Return models by name, data set and the p-values of the two tests."""
    table = pd.DataFrame(rows, columns=["flow_name", "dataset_id", "p_below_chance"])
    table["flow_id"] = table["flow_name"].map(ord)
    table["dataset_name"] = table["dataset_id"].map("data {}".format)
    return Models(table.assign(p_contradicted=1.0, stored_auroc=np.nan).assign(**columns), ())


def test_nothing_is_said_of_a_clean_study():
    clean = models([(name, dataset, 0.3) for name in "abc" for dataset in (1, 2)])
    assert study_warnings(clean) == []
    assert study_warnings(with_columns(clean, stored_auroc=0.9)) == []
    assert study_warnings(clean, [{"numpy": "2.3.1"}, {"numpy": "2.3.1", "scipy": "1.16"}]) == []
    without = clean.frame[["flow_name", "flow_id", "dataset_id"]]
    assert study_warnings(Models(without, ())) == []


def test_tasks_with_too_few_positives_for_auprg_are_counted():
    clean = models([("a", dataset, 0.3) for dataset in (1, 2, 3)], n_instances=1000)
    frame = clean.frame.assign(task_id=clean.dataset_id, prevalence=[0.02, 0.03, 0.001])
    assert study_warnings(Models(frame, ("auroc", "brier"))) == []
    assert study_warnings(Models(frame, ("auprg", "auroc"))) == [
        StudyWarning(
            "rare positives",
            "Positives are too rare for AUPRG in 2 of 3 tasks: their number times the prevalence "
            "is below 0.5. The area there is mostly that before the first positive. Judge these "
            "tasks by AUPR or AUROC.",
        )
    ]


def test_tasks_with_so_few_positives_that_aupr_is_biased_are_counted():
    rows = [(model, dataset, 0.3) for model in "ab" for dataset in (1, 2, 3)]
    clean = models(rows, n_instances=1000)
    frame = clean.frame.assign(task_id=clean.dataset_id, prevalence=[0.01, 0.009, 0.5] * 2)
    assert study_warnings(Models(frame, ("auroc", "brier"))) == []
    assert study_warnings(Models(frame, ("aupr", "auroc"))) == [
        StudyWarning(
            "few positives",
            "Fewer than 10 positives in 1 of 3 tasks: AUPR is biased upwards there, in "
            "simulations by .01 to .06 with 5 positives and by at most .04 with 10. Compare it "
            "within data sets only.",
        )
    ]


def test_tasks_with_few_positives_are_not_to_be_judged_by_aupr_which_is_biased_there():
    clean = models([("a", dataset, 0.3) for dataset in (1, 2, 3)], n_instances=100)
    frame = clean.frame.assign(task_id=clean.dataset_id, prevalence=0.06)
    rare, few = study_warnings(Models(frame, ("auprg", "aupr")))
    assert rare.text.endswith("Judge these tasks by AUROC.")
    assert few.text.startswith("Fewer than 10 positives in 3 of 3 tasks: AUPR is biased upwards")


def test_at_a_stated_prevalence_positives_are_not_more():
    """There are 20, 30 and 1; at .1 the first two are enough, at .01 none of them."""
    clean = models([("a", dataset, 0.3) for dataset in (1, 2, 3)], n_instances=1000)
    frame = clean.frame.assign(task_id=clean.dataset_id, prevalence=[0.02, 0.03, 0.001])
    measures = ("auprg", "auprg@prevalence=0.1", "auprg@prevalence=0.01", "expected_fg1")
    [warning] = study_warnings(Models(frame, measures))
    assert warning.text.startswith(
        "Positives are too rare for AUPRG and E[FG1] in 2 of 3 tasks, AUPRG (prevalence=0.1) in 1 "
        "of 3 tasks and AUPRG (prevalence=0.01) in 3 of 3 tasks: their number times the "
    )


def test_models_below_chance_on_most_data_sets_are_named_with_counts():
    low = [("a", 1, 1e-6), ("a", 2, 1e-6), ("a", 3, 0.6)]
    half = [("b", 1, 1e-9), ("b", 2, 0.6)]
    fine = [(name, dataset, 0.9) for name in "cd" for dataset in (1, 2, 3)]
    assert study_warnings(models(low + half + fine)) == [
        StudyWarning(
            "below chance",
            "1 of 4 models is worse than chance on most data sets: a (2 of 3 data sets). The "
            "AUROC is below .5 there beyond sampling noise: is the positive class "
            "(positive_label) or the sign of the scores the other way round?",
        )
    ]


def test_of_one_data_set_only_the_names_are_said():
    [warning] = study_warnings(models([("a", 1, 1e-9), ("b", 1, 1e-9), ("c", 1, 0.5)]))
    assert warning.text.startswith("2 of 3 models are worse than chance: a, b. The AUROC")


def test_contradictions_are_counted_by_data_set():
    rows = [(name, dataset, 1.0) for name in "ab" for dataset in (1, 2)]
    assert study_warnings(models(rows, p_contradicted=[1e-9, 1e-9, 1.0, 0.004])) == [
        StudyWarning(
            "decision contradicts score",
            "The decisions of 1 of 2 models contradict the scores: a (2 of 2 data sets). Rows "
            "predicted as positive have lower scores there than the others: are these the scores "
            "of the other class or another model?",
        )
    ]


TWO_SCORES = (
    "{} two different scores on each data set, as if they were predicted classes, in {} models. "
    "Their curves have a single threshold: give probabilities or decision values if there are "
    "any. Such models: {}."
)


@pytest.mark.parametrize(
    ("n_distinct", "sentence"),
    [
        ([2, 2, 2, 40, 90, 2], TWO_SCORES.format("Only", "1 of 3", "a (2 of 2 data sets)")),
        # A model that predicts one class on a data set has one score there.
        (
            [2, 2, 2, 40, 1, 2],
            TWO_SCORES.format("At most", "2 of 3", "a (2 of 2 data sets), c (2 of 2 data sets)"),
        ),
        # One score on all data sets is a constant, not a class; three scores are no two classes.
        ([1, 1, 2, 3, 40, 50], None),
    ],
)
def test_models_with_two_scores_on_every_data_set_are_named(n_distinct, sentence):
    rows = [(name, dataset, 1.0) for name in "abc" for dataset in (1, 2)]
    warned = [StudyWarning("two scores", sentence)] if sentence else []
    assert study_warnings(models(rows, n_distinct=n_distinct)) == warned


def test_models_without_a_stored_auroc_are_counted_where_others_have_one():
    table = models([(name, 1, 1.0) for name in "abc"], stored_auroc=[0.8, np.nan, np.nan])
    assert study_warnings(table) == [
        StudyWarning(
            "AUROC not compared",
            "The source stores no AUROC for 2 of 3 models: whether their scores are those of the "
            "positive class was not checked there.",
        )
    ]


def test_several_versions_of_packages_are_named():
    results = [
        {"numpy": "2.3.1", "scipy": "1.16.0", "numba": "0.62"},
        {"numpy": "2.4.0", "scipy": "1.16.0"},
        {"numpy": "2.3.1", "numba": "0.63"},
    ]
    said = versions_warning(results)
    assert said == (
        "These results were computed with several versions of numba (0.62, 0.63) and numpy "
        "(2.3.1, 2.4.0): recompute them with one."
    )
    clean = models([("a", 1, 1.0)])
    assert study_warnings(clean, results) == [StudyWarning("several versions", said)]
    assert versions_warning([]) is None
    assert versions_warning([{"numpy": "2.4.0"}, {"scipy": "1.16.0"}]) is None


def one_fold(n):
    """Return the repeat and the fold of each row."""
    return np.zeros((2, n), dtype=int)


@pytest.mark.parametrize("n_positive", [1, 2, 4, 40])
def test_models_of_pure_noise_are_seldom_below_chance(n_positive):
    rng = np.random.default_rng(n_positive)
    positive = np.arange(120) < n_positive
    p_values = np.array(
        [
            p_below_chance(positive, rng.normal(size=120), *one_fold(120), np.arange(120))
            for _ in range(600)
        ]
    )
    assert (p_values < 0.05).mean() <= 0.08
    assert (p_values < FALSE_ALARMS).mean() <= 0.02


@pytest.mark.parametrize("n_datasets", [1, 2, pytest.param(5, marks=pytest.mark.slow)])
def test_studies_of_pure_noise_have_warnings_as_seldom_as_promised(n_datasets):
    rng = np.random.default_rng(n_datasets)
    positive = np.arange(60) % 3 == 0
    warned = 0
    for _ in range(100):
        shared = rng.normal(size=(n_datasets, 60))
        rows = [
            (name, dataset, p_below_chance(positive, own, *one_fold(60), np.arange(60)))
            for name in "abcde"
            for dataset in range(n_datasets)
            for own in [shared[dataset] + 0.5 * rng.normal(size=60)]
        ]
        warned += bool(study_warnings(models(rows)))
    assert warned <= 4


def test_a_model_that_learns_nothing_is_not_blamed_for_leaving_rows_out():
    """Without a positive the share of positives among the others is lower."""
    positive = np.arange(60) % 3 == 0
    left_out = (positive.sum() - positive) / 59
    assert p_below_chance(positive, left_out, *one_fold(60), np.arange(60)) < 1e-9
    zeros, rows = np.zeros(60, dtype=int), np.arange(60)
    assert p_below_chance(positive, left_out, zeros, rows, rows) > 0.5


def test_means_of_a_class_learned_from_noise_are_not_blamed():
    """The rest of a sample leans the other way than the fold that was held out."""
    rng = np.random.default_rng(3)
    folds = np.arange(100) % 10
    p_values, without_folds = [], []
    for _ in range(200):
        positive, x = rng.random(100) < 0.4, rng.normal(size=100)
        scores = np.empty(100)
        for fold in range(10):
            rest, own = folds != fold, folds == fold
            lean = x[rest & positive].mean() - x[rest & ~positive].mean()
            scores[own] = lean * x[own]
        p_values.append(p_below_chance(positive, scores, 0 * folds, folds, np.arange(100)))
        without_folds.append(p_below_chance(positive, scores, *one_fold(100), np.arange(100)))
    assert (np.array(p_values) < FALSE_ALARMS).mean() <= 0.02
    assert (np.array(without_folds) < FALSE_ALARMS).mean() > 0.05


def test_copies_of_rows_make_nothing_more_certain():
    rng = np.random.default_rng(0)
    positive = np.arange(40) % 2 == 0
    scores = rng.normal(size=40) - 0.6 * positive
    once = p_below_chance(positive, scores, *one_fold(40), np.arange(40))
    copies = [np.tile(values, 9) for values in (positive, scores)]
    repeats, folds = np.repeat(np.arange(9), 40), np.zeros(360, dtype=int)
    rows = np.tile(np.arange(40), 9)
    assert p_below_chance(*copies, repeats, folds, rows) == pytest.approx(once, rel=0.1)
    assert p_below_chance(*copies, folds, folds, np.arange(360)) < once / 100


def scored(table, folder, positive_label=None):
    """Return the models of a table of predictions, as a comparison scores them."""
    source = TableSource(pa.Table.from_pandas(table), folder, {})
    source.positive_label = positive_label
    store = BundleStore(source.bundles)
    planned = make_plan(source, "t", Selection()).tasks
    tasks = [(task.task, task.candidates) for task in planned]
    measures = load_measures(["auroc"])
    fetched = fetch_tasks(source, store, tasks, None)
    return Models.concat(
        score_task(task, store.load(task.task.task_id), measures) for task in fetched
    )


DECIDED = long_table(2, 4, 200).assign(decision=lambda table: (table["y_score"] > 0.5).astype(int))
FIRST = DECIDED["model"] == "model-0"


def test_a_table_without_mistakes_has_no_warning(tmp_path):
    models = scored(DECIDED, tmp_path)
    assert (models.p_contradicted == 1).all()
    assert study_warnings(models) == []


def test_scores_of_the_other_class_are_found_with_and_without_decisions(tmp_path):
    swapped = DECIDED.assign(y_score=np.where(FIRST, 1 - DECIDED["y_score"], DECIDED["y_score"]))
    both = study_warnings(scored(swapped, tmp_path / "with"))
    assert [warning.kind for warning in both] == ["below chance", "decision contradicts score"]
    for warning in both:
        assert "1 of 4 models" in warning.text
        assert ": model-0 (2 of 2 data sets). " in warning.text
    assert study_warnings(scored(swapped.drop(columns="decision"), tmp_path / "without")) == [
        both[0]
    ]


def test_the_other_class_as_positive_is_found_of_all_models(tmp_path):
    other = DECIDED.drop(columns="decision").assign(y_score=1 - DECIDED["y_score"])
    named = {"data 0": "1", "data 1": "1"}  # else it is not computed at all
    [warning] = study_warnings(scored(other, tmp_path, named))
    assert warning.text.startswith("4 of 4 models are worse than chance on most data sets: ")


def test_one_data_set_of_many_on_which_all_models_are_below_chance_is_named(tmp_path):
    table = long_table(5, 4, 200)
    turned = table.assign(
        y_score=table["y_score"].where(table["dataset"] != "data 3", 1 - table["y_score"])
    )
    [warning] = study_warnings(scored(turned, tmp_path, {"data 3": "1"}))
    assert warning.kind == "labels turned round"
    assert warning.text.startswith("On 1 of 5 data sets (data 3) the models are below chance")
    one_of_four = table.assign(
        y_score=table["y_score"].where(table["model"] != "model-1", 1 - table["y_score"])
    )
    [warning] = study_warnings(scored(one_of_four, tmp_path))
    assert warning.text.startswith("1 of 4 models is worse than chance on most data sets: model-1")


def test_decisions_at_the_threshold_of_each_fold_do_not_contradict(tmp_path):
    thresholds = DECIDED["fold"].map({0: 0.1, 1: 0.9, 2: 0.5, 3: 0.2, 4: 0.8})
    shifted = DECIDED.assign(
        y_score=DECIDED["y_score"] / 4 + thresholds,
        decision=(DECIDED["y_score"] > 0.5).astype(int),
    )
    assert (scored(shifted, tmp_path).p_contradicted > 0.5).all()
