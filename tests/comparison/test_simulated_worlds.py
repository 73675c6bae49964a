"""Correlated models with a known truth: do intervals cover it, do floors and regrets vanish?"""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from made_up_tasks import RANKING, bootstrap, make_setting, make_task_scores
from prgbench.comparison.noise_floor.per_task import noise_floor_of_task
from prgbench.comparison.regret.tables import regret_comparison, task_regrets
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.separability.per_task import gaps_of_task
from prgbench.metrics import evaluate, get_measure
from prgbench.replication.agreement import task_agreement
from prgbench.replication.best_models import best_by_score, sets_differ
from prgbench.replication.ranking import add_ranks
from prgbench.stats.cluster_bootstrap import ClusterBootstrap

N_DATASETS, PER_DATASET = 1500, 3


@pytest.fixture(scope="module")
def population():
    """Return whether AUPR and AUROC disagree in each task (data sets, tasks) of a population.

    The tasks of a data set share which models suit them.
    """
    rng = np.random.default_rng(5)
    values = np.empty((N_DATASETS, PER_DATASET, 4, 2))
    for dataset in range(N_DATASETS):
        quality = rng.normal(1.0, 0.5, size=4)
        for task in range(PER_DATASET):
            y_true = rng.random(60) < 0.3
            y_true[:2] = True, False
            shared = rng.normal(size=60)
            scores = quality[:, None] * y_true + 0.6 * shared + 0.8 * rng.normal(size=(4, 60))
            values[dataset, task] = evaluate(y_true, scores, ["aupr", "auroc"])
    sets = best_by_score(np.moveaxis(values, -1, 0), 12)
    return sets_differ(sets[0], sets[1])[0].astype(float)


@pytest.mark.parametrize("n_datasets", [50, 150])
def test_intervals_of_the_disagreement_cover_that_of_the_population(population, n_datasets):
    truth = population.mean()
    assert 0.1 < truth < 0.5
    rng = np.random.default_rng(8)
    studies, covered = 400, np.zeros(2)
    for study in range(studies):
        drawn = rng.choice(N_DATASETS, n_datasets, replace=False)
        clusters = np.repeat(np.arange(n_datasets), PER_DATASET)
        bootstrap = ClusterBootstrap(clusters, resamples=400, seed=study)
        interval = bootstrap.interval(bootstrap.mean(population[drawn].ravel()))
        covered += [
            interval.lower <= truth <= interval.upper,
            interval.bca_lower <= truth <= interval.bca_upper,
        ]
    np.testing.assert_allclose(covered / studies, 0.95, atol=0.045)


def binormal_pair(rng, n=150, difference=0.35):
    """Two correlated models whose AUROCs are known exactly."""
    y_true = np.arange(n) < n // 3
    noise = 0.6 * rng.normal(size=n) + 0.8 * rng.normal(size=(2, n))
    scores = np.array([[1.0 + difference], [1.0]]) * y_true + noise
    base = make_task_scores(n=n, n_models=2)
    return replace(base, y_true=y_true, y_scores=scores, run_ids=np.array([0, 1]))


def test_intervals_of_a_gap_cover_the_true_one_and_errors_are_right():
    difference = 0.35
    truth = norm.cdf((1 + difference) / np.sqrt(2)) - norm.cdf(1 / np.sqrt(2))
    rng = np.random.default_rng(2)
    simulations, covered, gaps_found, errors = 300, 0, [], []
    for simulation in range(simulations):
        task = binormal_pair(rng, difference=difference)
        gaps = gaps_of_task(task, make_setting(["auroc"], replicates=150, seed=simulation))
        second = gaps.loc[gaps["gap"].idxmax()]
        sign = 1 if second["run_id"] == 1 else -1
        low, high = sorted(sign * second[["gap_lower", "gap_upper"]].to_numpy(dtype=float))
        covered += low <= truth <= high
        gaps_found.append(sign * second["gap"])
        errors.append(second["gap_se"])
    assert covered / simulations == pytest.approx(0.95, abs=0.045)
    assert np.mean(gaps_found) == pytest.approx(truth, abs=0.01)
    assert np.mean(errors) == pytest.approx(np.std(gaps_found), rel=0.12)


def test_tests_of_a_gap_hold_their_level():
    rng = np.random.default_rng(3)
    rejected = {"auroc": 0, "aupr": 0}
    simulations = 300
    for simulation in range(simulations):
        task = binormal_pair(rng, difference=0.0)
        setting = make_setting(["auroc", "aupr"], replicates=100, seed=simulation)
        tested = gaps_of_task(task, setting)
        for name in rejected:
            own = tested[tested["measure"] == name]
            rejected[name] += own.loc[own["gap"].idxmax(), "p_value"] < 0.05
    for name, count in rejected.items():
        assert count / simulations == pytest.approx(0.05, abs=0.04), name


def test_the_noise_floor_falls_with_the_number_of_instances():
    rng = np.random.default_rng(4)
    setting = make_setting(["auroc"], replicates=60)
    floors = []
    for n in (60, 240, 960):
        tasks = [binormal_pair(rng, n=n) for _ in range(40)]
        own = [noise_floor_of_task(task, setting)[0]["differs"].item() for task in tasks]
        floors.append(np.mean(own))
    assert floors[0] > floors[1] > floors[2]


def test_the_regret_of_the_target_itself_is_zero_and_its_rivals_are_always_worse():
    tasks = [make_task_scores(t, n=70, ties=False) for t in range(1, 31)]
    measures = [get_measure(name) for name in ("auroc", "expected_fg1")]
    models = pd.concat(
        [
            pd.DataFrame(
                evaluate(t.y_true, t.y_scores, measures), columns=["auroc", "expected_fg1"]
            ).assign(task_id=t.task_id, dataset_id=t.task_id, dataset_name="", run_id=t.run_ids)
            for t in tasks
        ]
    )
    models = add_ranks(models, measures, RANKING)
    targets = pd.concat([targets_of_task(t).assign(task_id=t.task_id) for t in tasks])
    regrets = task_regrets(models, targets, measures)
    own = regrets[(regrets["target"] == "expected_fg1") & (regrets["measure"] == "expected_fg1")]
    assert (own["regret"] == 0).all()
    compared = regret_comparison(regrets, task_agreement(models, measures), **bootstrap(200))
    row = compared[compared["target"] == "expected_f1"].iloc[0]
    assert row["differing"] > 0
    assert row["a_worse"] == 1.0
