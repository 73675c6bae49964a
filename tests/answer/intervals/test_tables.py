from dataclasses import replace

import numpy as np
import pytest

from made_up_models import with_columns
from made_up_tasks import (
    MEASURES,
    make_study,
    make_task_scores,
    models_of,
    resampling,
)
from prgbench.answer.interface import PartOptions
from prgbench.answer.intervals import (
    SHARES,
    agreement_intervals,
    correlation_of_sums,
    rank_sums,
    tables,
)
from prgbench.stats.cluster_bootstrap import ClusterBootstrap
from prgbench.stats.interval import CONSTANT, EXACT, ONE_CLUSTER
from prgbench.study.agreement import agreement_summary, task_agreement


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
    assert len(table) == 3 * (len(SHARES) + 1)
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
        found = tables(own, PartOptions())
        assert list(found) == ["intervals"]
        widths.append((found["intervals"]["upper"] - found["intervals"]["lower"]).sum())
    assert widths[0] < widths[1]
