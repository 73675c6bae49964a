from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr
from statsmodels.stats.proportion import proportion_confint

from made_up_models import with_columns
from made_up_tasks import (
    MEASURES,
    make_study,
    make_task_scores,
    models_of,
    resampling,
)
from prgbench.answer.intervals import (
    SHARES,
    Options,
    _naive,
    agreement_intervals,
    correlation_of_sums,
    paired_tests,
    rank_sums,
    tables,
)
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import ClusterBootstrap
from prgbench.stats.interval import CONSTANT, EXACT, ONE_CLUSTER
from prgbench.study.agreement import agreement_summary, task_agreement

LEVELS = st.sampled_from([0.8, 0.9, 0.95, 0.99])
RANKS = st.integers(2, 60).map(lambda twice: twice / 2)


@pytest.fixture(scope="module")
def study():
    models = models_of([make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 25)])
    return models, task_agreement(models, MEASURES)


def test_estimates_are_those_of_the_summary(study):
    models, agreement = study
    table = agreement_intervals(agreement, models, resampling(50))
    summary = agreement_summary(agreement, models)
    for _, row in table.iterrows():
        own = summary[
            (summary["measure_a"] == row["measure_a"]) & (summary["measure_b"] == row["measure_b"])
        ]
        assert row["estimate"] == pytest.approx(own[row["statistic"]].iloc[0], rel=1e-12)
    assert len(table) == 3 * (len(SHARES) + 4)
    assert set(table["note"]) <= {"", EXACT, CONSTANT}
    with_bounds = table[table["note"] != CONSTANT]
    assert (with_bounds["lower"] <= with_bounds["estimate"]).all()
    assert (with_bounds["estimate"] <= with_bounds["upper"]).all()


def test_correlation_of_a_resample_is_that_of_its_models(study):
    models, agreement = study
    tasks = agreement[(agreement["measure_a"] == "aupr") & (agreement["measure_b"] == "auprg")]
    bootstrap = ClusterBootstrap(tasks["dataset_id"], resamples=20, seed=4)
    sums = bootstrap.cluster_sums(rank_sums(models, "aupr", "auprg").loc[tasks["task_id"]])
    found = correlation_of_sums(bootstrap.weights @ sums)
    for weights, value in zip(bootstrap.weights, found, strict=True):
        drawn = np.repeat(np.arange(len(models)), weights[models.dataset_id].astype(int))
        own = models[drawn]
        assert value == pytest.approx(np.corrcoef(own.ranks("aupr"), own.ranks("auprg"))[0, 1])


@given(st.integers(1, 900).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), LEVELS)
def test_the_interval_of_independent_tasks_is_that_of_statsmodels(counted, level):
    """To the last digit."""
    count, n = counted
    agreement = pd.DataFrame({"best_differs": np.arange(n) < count})
    found = _naive("best_differs", agreement, None, "a", "b", level)
    assert found == proportion_confint(count, n, alpha=1 - level, method="wilson")


@given(st.lists(st.tuples(RANKS, RANKS), min_size=2, max_size=60), LEVELS)
def test_the_interval_of_independent_models_is_that_of_scipy(ranks, level):
    """To the last digit."""
    frame = pd.DataFrame(ranks, columns=["rank_a", "rank_b"])
    found = _naive("rank_correlation", None, Models(frame, "ab"), "a", "b", level)
    if len(frame) < 4 or frame.nunique().min() < 2:
        assert np.isnan(found).all()
    else:
        interval = pearsonr(frame["rank_a"], frame["rank_b"]).confidence_interval(level)
        assert found == (interval.low, interval.high)


def make_agreement(first, second, datasets):
    rows = [
        {
            "task_id": task,
            "dataset_id": dataset,
            "measure_a": "a",
            "measure_b": pair,
            "best_differs": bool(values[task]),
            "top_differs": True,
        }
        for pair, values in (("b", first), ("c", second))
        for task, dataset in enumerate(datasets)
    ]
    return pd.DataFrame(rows)


def test_a_pair_that_always_disagrees_differs_from_one_that_never_does():
    table = paired_tests(make_agreement([1] * 30, [0] * 30, range(30)), resampling(999))
    row = table[table["statistic"] == "best_differs"].iloc[0]
    assert (row["pair_1"], row["pair_2"], row["estimate"]) == ("a-b", "a-c", 1.0)
    assert row["p_value"] == pytest.approx(1 / 10_000)
    assert row["p_value_adjusted"] == pytest.approx(2 / 10_000)
    assert (row["tasks"], row["datasets"]) == (30, 30)


def test_paired_tests_flip_the_signs_of_data_sets():
    """Differences of the data sets: 2, 1, 1 and -1; 8 of 16 totals are at least 3 in size."""
    first, second = [1, 1, 1, 1, 0], [0, 0, 0, 0, 1]
    table = paired_tests(make_agreement(first, second, [1, 1, 2, 3, 4]), resampling(50))
    totals = [
        abs(2 * s + t + u - v) for s in (1, -1) for t in (1, -1) for u in (1, -1) for v in (1, -1)
    ]
    row = table[table["statistic"] == "best_differs"].iloc[0]
    assert row["p_value"] == np.mean(np.array(totals) >= 3) == 8 / 16
    assert row["p_value_adjusted"] == 1


def test_the_interval_of_a_difference_is_that_of_its_mean():
    first, second = [1, 1, 0, 1, 0, 1], [0, 1, 1, 0, 0, 0]
    datasets = [1, 1, 2, 3, 4, 5]
    table = paired_tests(make_agreement(first, second, datasets), resampling(300))
    bootstrap = resampling(300).of(datasets)
    expected = bootstrap.interval(bootstrap.mean(np.subtract(first, second)))
    row = table[table["statistic"] == "best_differs"].iloc[0]
    assert row["estimate"] == pytest.approx(2 / 6)
    assert (row["lower"], row["upper"]) == (expected.lower, expected.upper)


def test_equal_percentages_have_p_one():
    table = paired_tests(make_agreement([1, 0, 1, 0], [1, 0, 1, 0], [1, 2, 3, 4]), resampling(50))
    assert table["p_value"].tolist() == table["p_value_adjusted"].tolist() == [1.0, 1.0]


def test_shares_of_tasks_that_are_all_alike_have_exact_bounds(study):
    models, agreement = study
    alike = agreement.assign(best_differs=False)
    table = agreement_intervals(alike, models, resampling(20)).set_index("statistic")
    row = table.loc["best_differs"].iloc[0]
    assert (row["estimate"], row["lower"], row["note"]) == (0, 0, EXACT)
    assert row["upper"] == pytest.approx(1 - 0.025 ** (1 / 12))


def test_one_data_set_only_is_noted_everywhere(study):
    models, agreement = study
    table = agreement_intervals(
        agreement.assign(dataset_id=0), with_columns(models, dataset_id=0), resampling(10_000)
    )
    assert set(table["note"]) == {ONE_CLUSTER}
    assert table["lower"].isna().all()
    assert table["naive_lower"].notna().any()


def test_two_measures_have_no_pairs_to_compare(study):
    models, _ = study
    table = paired_tests(task_agreement(models, MEASURES[:2]), resampling(10_000))
    assert table.empty
    assert {"estimate", "p_value_adjusted"} <= set(table)


def test_a_constant_measure_has_no_correlation(study):
    models, _ = study
    constant = with_columns(models, rank_auroc=3.5)
    table = agreement_intervals(task_agreement(constant, MEASURES), constant, resampling(20))
    own = table[(table["measure_b"] == "auroc") & (table["statistic"] == "rank_correlation")]
    assert own["estimate"].isna().all()
    assert (own["note"] != "").all()


def test_the_part_has_the_level_of_the_study():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    study = make_study(tasks)
    widths = []
    for level in (0.5, 0.99):
        own = replace(study, resampling=replace(study.resampling, confidence_level=level))
        found = tables(own, Options())
        assert list(found) == ["intervals", "paired_tests"]
        widths.append((found["intervals"]["upper"] - found["intervals"]["lower"]).sum())
    assert widths[0] < widths[1]
