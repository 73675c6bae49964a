import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from made_up_tasks import make_setting, make_task_scores, resampling
from prgbench.answer import standings
from prgbench.answer.interface import Study
from prgbench.answer.model_names import distinct_names, short_names
from prgbench.answer.score_covariances import per_task, unpacked
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.data.models import Models
from prgbench.metrics import confidence_interval, get_measure, paired_test
from prgbench.metrics.interval_bounds import (
    NewcombeVariance,
    newcombe_bounds,
    newcombe_bounds_within,
)
from prgbench.stats.bounded_means import bounds_in_range

MEASURES = ("auroc", "brier")
SETTING = make_setting(MEASURES, replicates=100)


def study_of(tasks, datasets=None):
    """Return a study of tasks with the same models."""
    rows = [
        {
            "task_id": task.task_id,
            "dataset_id": task.task_id if datasets is None else datasets[place],
            "dataset_name": f"d{task.task_id}",
            "run_id": run,
            "flow_id": model,
            "flow_name": f"m{model}",
            **dict(zip(MEASURES, values, strict=True)),
        }
        for place, task in enumerate(tasks)
        for model, (run, values) in enumerate(
            zip(
                task.run_ids,
                evaluate_models(task.y_true, task.y_scores, MEASURES),
                strict=True,
            )
        )
    ]
    tables = [per_task(task, SETTING, standings.Options()) for task in tasks]
    gathered = {"score_covariances": pd.concat(own["score_covariances"] for own in tables)}
    return Study(
        Models(pd.DataFrame(rows), MEASURES), pd.DataFrame(), gathered, SETTING, resampling(50)
    )


@pytest.fixture(scope="module")
def tasks():
    return [make_task_scores(number, n=250, n_models=4, ties=False) for number in range(8)]


@pytest.fixture(scope="module")
def found(tasks):
    return standings.tables(study_of(tasks), standings.Options())


def test_means_are_over_data_sets_and_the_best_comes_first(tasks, found):
    rows = found["standings"].query("measure == 'auroc'").set_index("model")
    for model in range(4):
        areas = [roc_auc_score(task.y_true, task.y_scores[model]) for task in tasks]
        assert rows.loc[f"m{model}", "mean"] == pytest.approx(np.mean(areas))
    assert rows["rank"].tolist() == [1, 2, 3, 4]
    assert rows["mean"].is_monotonic_decreasing


def test_of_a_loss_the_lowest_mean_comes_first(found):
    rows = found["standings"].query("measure == 'brier'")
    assert rows["mean"].is_monotonic_increasing
    assert (rows["lower"] < rows["mean"]).all()
    assert (rows["mean"] < rows["upper"]).all()


def test_the_runner_up_is_compared_by_a_paired_t_test_over_data_sets(tasks, found):
    first = found["first_models"].query("measure == 'auroc'").iloc[0]
    areas = {
        f"m{model}": [roc_auc_score(task.y_true, task.y_scores[model]) for task in tasks]
        for model in range(4)
    }
    test = stats.ttest_rel(areas[first["model"]], areas[first["runner_up"]])
    assert test.pvalue / 2 < first["p_value_new"] < 4 * test.pvalue
    assert first["difference"] == pytest.approx(
        np.mean(areas[first["model"]]) - np.mean(areas[first["runner_up"]])
    )


def test_the_runner_up_of_one_data_set_is_compared_as_by_delong():
    task = make_task_scores(3, n=2000, n_models=3, ties=False)
    found = standings.tables(study_of([task]), standings.Options())
    first = found["first_models"].query("measure == 'auroc'").iloc[0]
    scores = [task.y_scores[int(first[key].removeprefix("m"))] for key in ("model", "runner_up")]
    test = paired_test(task.y_true, *scores, "auroc")
    assert first["p_value"] == pytest.approx(test.p_value, rel=0.4)
    assert np.isnan(first[["p_value_new", "lower_new", "upper_new"]].astype(float)).all()
    rows = found["standings"].query("measure == 'auroc'")
    assert rows["rank_lower_new"].tolist() == [1, 1, 1]
    assert rows["rank_upper_new"].tolist() == [3, 3, 3]


def test_a_model_that_wins_on_8_of_8_data_sets_is_told_from_the_last():
    tasks = [make_task_scores(number, n=150, n_models=6, ties=False) for number in range(8)]
    areas = np.array([[roc_auc_score(t.y_true, own) for own in t.y_scores] for t in tasks])
    assert (areas[:, 5] > areas[:, 0]).all()
    rows = standings.tables(study_of(tasks), standings.Options())["standings"]
    ranks = rows.query("measure == 'auroc'").set_index("model")
    assert ranks.loc["m5", "rank_upper"] < ranks.loc["m0", "rank_lower"]
    assert ranks.loc["m5", "rank_upper_new"] < ranks.loc["m0", "rank_lower_new"]


def test_measures_with_the_same_order_have_tau_1(found):
    [row] = found["order_pairs"].itertuples()
    assert (row.measure_a, row.measure_b) == MEASURES
    orders = [
        found["standings"].query("measure == @measure").set_index("model_id")["rank"].sort_index()
        for measure in MEASURES
    ]
    assert row.tau == pytest.approx(stats.kendalltau(*orders).statistic)
    assert row.same_first == (orders[0].idxmin() == orders[1].idxmin())


def test_measures_whose_best_models_exclude_each_other_are_apart():
    task = make_task_scores(1, n=4000, n_models=2, ties=False)
    # Model 1 ranks better; squeezed to 0.9 and more, its probabilities are bad.
    task.y_scores[1] = 0.9 + 0.1 * task.y_scores[1]
    [row] = standings.tables(study_of([task]), standings.Options())["order_pairs"].itertuples()
    assert not row.same_first
    assert row.apart
    assert not row.apart_new
    assert row.tau == -1.0


def test_a_model_on_too_few_data_sets_is_left_out(tasks):
    study = study_of(tasks)
    models = study.models[(study.models.flow_id != 0) | (study.models.task_id < 3)]
    fewer = Study(models, study.agreement, study.per_task, SETTING, study.resampling)
    found = standings.tables(fewer, standings.Options())
    assert set(found["standings"]["model"]) == {"m1", "m2", "m3"}
    assert (found["first_models"]["left_out"] == 1).all()
    assert found["first_models"]["complete"].unique() == pytest.approx((3 * 8 + 3) / 32)


def test_without_covariances_only_new_data_sets_have_intervals(tasks):
    study = study_of(tasks)
    bare = Study(study.models, study.agreement, {}, SETTING, study.resampling)
    rows = standings.tables(bare, standings.Options())["standings"]
    assert rows[["lower", "upper"]].isna().all(axis=None)
    assert rows[["lower_new", "upper_new"]].notna().all(axis=None)
    assert rows["may_be_best"].all()


def test_a_perfect_model_has_an_interval_below_1():
    task = make_task_scores(1, n=60, n_models=2, ties=False)
    task.y_scores[1] = task.y_true
    rows = standings.tables(study_of([task]), standings.Options())["standings"]
    perfect = rows.query("measure == 'auroc'").iloc[0]
    assert (perfect["model"], perfect["mean"], perfect["upper"]) == ("m1", 1.0, 1.0)
    n_pos = int(task.y_true.sum())
    expected = newcombe_bounds(1.0, (n_pos, 60 - n_pos), 0.95)
    assert (perfect["lower"], 1.0) == pytest.approx(expected)


def test_on_one_data_set_a_model_has_the_interval_of_its_auroc_alone():
    task = make_task_scores(1, n=60, n_models=3)
    rows = standings.tables(study_of([task]), standings.Options())["standings"]
    for row in rows.query("measure == 'auroc'").itertuples():
        alone = confidence_interval(task.y_true, task.y_scores[int(row.model[1:])])
        # The variance of both classes has degrees of freedom by Satterthwaite there.
        assert (row.lower, row.upper) == pytest.approx((alone.low, alone.high), abs=0.01)


def test_newcombe_variances_of_data_sets_add_up(tasks, found):
    rows = found["standings"].query("measure == 'auroc'").set_index("model")
    own = NewcombeVariance(0, 0)
    for task in tasks:
        n_pos = int(task.y_true.sum())
        own += NewcombeVariance.of((n_pos, task.y_true.size - n_pos), 1 / len(tasks))
    for row in rows.itertuples():
        # Never narrower than by the measured variance, nor much narrower than by Newcombe's.
        low, high = newcombe_bounds_within(row.mean, own, 1.96 * np.sqrt(40 / (40 + 8 * 250)))
        assert row.lower <= low < high <= row.upper


def test_a_task_without_a_variance_leaves_the_means_without_intervals():
    tasks = [make_task_scores(number, n=60, n_models=2, ties=False) for number in range(3)]
    tasks[1].y_true[:] = False
    tasks[1].y_true[0] = True
    rows = standings.tables(study_of(tasks), standings.Options())["standings"]
    assert rows.query("measure == 'auroc'")["lower"].isna().all()


@pytest.mark.parametrize(
    ("mean", "limits", "expected"),
    [
        (0.9, (0, 1), (0.822, 0.946)),
        (-4.0, (-np.inf, 1), (1 - 5 * np.exp(0.012), 1 - 5 * np.exp(-0.012))),
        (2.0, (0, np.inf), (2 * np.exp(-0.03), 2 * np.exp(0.03))),
        (0.9, (-np.inf, np.inf), (0.84, 0.96)),
        (1.02, (0, 1), (0.96, 1.08)),
        (1 - 1e-6, (0, 1), (0.0, 1.0)),
        # An error many times the distance to the limit lengthens the interval, but not endlessly.
        (1 - 1e-3, (-np.inf, 1), (1 - 1e-3 - 0.06 * np.expm1(3) / 3, 1.0)),
        (1e-3, (0, np.inf), (0.0, 1e-3 + 0.06 * np.expm1(3) / 3)),
    ],
)
def test_bounds_stay_in_the_range_of_the_measure(mean, limits, expected):
    found = bounds_in_range(mean, 0.03, 2.0, limits)
    assert found == pytest.approx(expected, abs=1e-3)


def test_bounds_within_limits_cover_the_mean_of_skewed_scores_more_often():
    """Means of 6 AUROCs of Beta(18, 2): Student's interval covers .9 in 92%, this one in 94%."""
    rng = np.random.default_rng(1)
    reach = stats.t.ppf(0.975, 5)
    covered = np.zeros(2)
    for scores in rng.beta(18, 2, (2000, 6)):
        mean = scores.mean()
        error = scores.std(ddof=1) / np.sqrt(6)
        plain = (mean - reach * error, mean + reach * error)
        bounds = np.array([bounds_in_range(mean, error, reach, (0, 1)), plain])
        covered += (bounds[:, 0] <= 0.9) & (bounds[:, 1] >= 0.9)
    within, without = covered / 2000
    assert within == pytest.approx(0.942, abs=0.01)
    assert without < within - 0.015


def test_covariances_are_packed_by_rows():
    full = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 5.0], [3.0, 5.0, 6.0]])
    np.testing.assert_array_equal(unpacked(full[np.triu_indices(3)], 3), full)


def test_short_names_tell_packages_apart_and_ids_where_that_is_not_enough():
    names = ["weka.trees.J48(1)", "moa.J48(1)", "weka.rules.ZeroR(2)"]
    table = pd.DataFrame({"model_id": [1, 2, 3], "model": names})
    assert list(short_names(table).values()) == ["weka.trees.J48(1)", "moa.J48(1)", "ZeroR(2)"]
    long = [f"sentence-transformers/paraphrase-multilingual-MiniLM-L{n}-v2" for n in (6, 12)]
    table = pd.DataFrame({"model_id": [1, 2], "model": long})
    shorts = short_names(table).values()
    assert [short.rpartition("LM-")[2] for short in shorts] == ["L6-v2", "L12-v2"]
    assert max(map(len, shorts)) <= 34
    assert distinct_names(["X", "X", "X (id 1)", "", "Y"], [1, 2, 3, 4, 5]) == [
        "X (id 1) (id 1)", "X (id 2)", "X (id 1) (id 3)", "(id 4)", "Y",
    ]  # fmt: skip


def study_of_scores(**models):
    """Return a study of AUROCs: for each model one on each data set, None where it is missing."""
    rows = [
        {"task_id": task, "dataset_id": task, "dataset_name": f"d{task}",
         "run_id": 100 * number + task, "flow_id": number, "flow_name": name, "auroc": score}
        for number, (name, scores) in enumerate(models.items())
        for task, score in enumerate(scores)
        if score is not None
    ]  # fmt: skip
    return Study(
        Models(pd.DataFrame(rows).sort_values(["task_id", "run_id"]), ("auroc",)),
        pd.DataFrame(), {}, make_setting(("auroc",)), resampling(50),
    )  # fmt: skip


def standings_of(study, **options):
    found = standings.tables(study, standings.Options(**options))
    return found["standings"].set_index("model"), found["first_models"].iloc[0]


def test_constant_scores_are_level_and_never_told_apart():
    rows, first = standings_of(study_of_scores(a=5 * [0.5], b=5 * [0.5], c=5 * [0.5]))
    assert rows["rank"].tolist() == [1, 1, 1]
    assert rows["may_be_best_new"].all()
    assert (rows["difference_lower_new"] == 0).all()
    assert (rows["difference_upper_new"] == 0).all()
    assert first["p_value_new"] == 1


def test_means_that_differ_by_rounding_alone_are_level():
    third = [0.1, 0.2, 0.3]
    rows, _ = standings_of(study_of_scores(a=third, b=third[::-1]))
    assert rows["rank"].tolist() == [1, 1]
    assert rows["difference"].tolist() == [0, 0]


def test_a_missing_score_may_count_as_the_worst():
    study = study_of_scores(
        a=[0.9, 0.9, 0.9, None], b=[0.8, 0.8, 0.8, 0.5], c=[0.7, 0.7, 0.7, 0.4]
    )
    common, _ = standings_of(study)
    # .1 better than b on all data sets that they share, so .1 better than b's mean.
    assert common.loc["a", "mean"] == pytest.approx(0.725 + 0.1)
    worst, _ = standings_of(study, missing="worst")
    assert worst.loc["a", "mean"] == pytest.approx((2.7 + 0.4) / 4)
    assert worst.loc["a", "datasets"] == 4
    assert [rows.loc["a", "best"] for rows in (common, worst)] == [1, 0.75]


def test_models_share_a_data_set_on_which_they_are_tied():
    rows, _ = standings_of(study_of_scores(a=[0.9, 0.9, 0.9, 0.9], b=[0.8, 0.9, 0.8, 0.95]))
    assert rows.loc["a", "best"] == pytest.approx(2.5 / 4)
    assert rows.loc["a", "best_lower"] < 0.625 < rows.loc["a", "best_upper"]


@pytest.mark.parametrize(
    ("datasets", "may_be_best"), [(4, True), (5, True), (6, False), (20, False)]
)
def test_few_data_sets_with_the_same_ranks_may_have_them_by_chance(datasets, may_be_best):
    # Three models: all signs alike has the probability .5 ** n, and there are two comparisons.
    a = 0.9 + 0.01 * np.arange(datasets)
    rows, _ = standings_of(study_of_scores(a=a, b=a - 0.1, c=a - 0.2))
    assert rows["mean_rank"].tolist() == [1, 2, 3]
    assert rows["may_be_best_by_rank"].tolist() == [True, may_be_best, may_be_best]


def test_the_outlier_of_one_data_set_hides_the_order_of_means_but_not_of_ranks():
    n = 12
    a = np.linspace(0.6, 0.9, n)
    b = a - 0.01
    b[0] += 0.2
    rows, _ = standings_of(study_of_scores(a=a, b=b))
    assert rows.loc["a", "may_be_best_new"]
    assert rows.loc[["a", "b"], "mean_rank"].tolist() == [13 / 12, 23 / 12]
    assert not rows.loc["b", "may_be_best_by_rank"]


def test_intervals_of_differences_are_those_of_two_models_t_test():
    rng = np.random.default_rng(3)
    a, b = 0.8 + rng.normal(scale=0.02, size=(2, 15))
    rows, first = standings_of(study_of_scores(a=a, b=b))
    interval = stats.ttest_rel(a, b).confidence_interval(0.95)
    expected = sorted(abs(bound) for bound in interval)
    bounds = sorted(abs(first[["difference_lower_new", "difference_upper_new"]].astype(float)))
    np.testing.assert_allclose(bounds, expected, rtol=0.06)
    worse = rows.iloc[1]
    assert not worse["practically_equal_new"]
    rows, _ = standings_of(study_of_scores(a=a, b=b), margin=0.2)
    assert rows.iloc[1]["practically_equal_new"]


@pytest.mark.parametrize("by_rank", ["my_measures:OWN", "own"])
def test_a_measure_of_ones_own_is_ranked_by_either_name(tasks, by_rank, monkeypatch):
    module = ModuleType("my_measures")
    module.OWN = replace(get_measure("auroc"), name="own")
    monkeypatch.setitem(sys.modules, "my_measures", module)
    study = study_of(tasks)
    frame = study.models.frame.rename(columns={"auroc": "own"})
    setting = make_setting(("my_measures:OWN",))
    own = replace(study, models=Models(frame, ["own"]), setting=setting, per_task={})
    rows = standings.tables(own, standings.Options(by_rank=(by_rank,)))["standings"]
    assert len(rows) == 4
    assert rows["by_rank"].all()
