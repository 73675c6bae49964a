from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, make_task_scores, models_of, repeated
from prgbench.comparison.noise_floor.tables import (
    noise_floor_of_task,
    noise_floor_summary,
    reweighted_scores,
    within_noise,
)
from prgbench.comparison.regret.split_sample import split_sample_of_task
from prgbench.metrics import Measure, evaluate, get_measure
from prgbench.replication.agreement import task_agreement

MAX_F1 = get_measure("max_f1")
FG1 = get_measure("expected_fg1")
AUROC_TWICE = get_measure("sklearn.metrics:roc_auc_score")


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=80, ties=False)


def test_reweighted_scores_are_those_of_repeated_rows(task):
    weights = np.random.default_rng(0).integers(0, 4, size=(20, 80)).astype(np.int32)
    measures = [*MEASURES, FG1, MAX_F1, AUROC_TWICE]
    found = reweighted_scores(task, measures, weights)
    for weight, values in zip(weights, found, strict=True):
        rows = np.repeat(np.arange(80), weight)
        expected = evaluate(task.y_true[rows], task.y_scores[:, rows], measures)
        np.testing.assert_allclose(values, expected.T, rtol=1e-10, atol=1e-12)


def test_two_names_of_one_measure_have_the_same_floor(task):
    floor, gaps = noise_floor_of_task(task, [MEASURES[2], AUROC_TWICE], replicates=60)
    assert floor["differs"].nunique() == 1
    own = gaps.pivot(index="run_id", columns="measure", values="win_share")
    np.testing.assert_allclose(own["auroc"], own[AUROC_TWICE.name])


def test_floor_and_shares_by_hand(task):
    replicates = 100
    floor, gaps = noise_floor_of_task(task, MEASURES, replicates=replicates, seed=4)
    rng = np.random.default_rng([4, task.task_id])
    drawn = rng.integers(80, size=(replicates, 80))
    wins = np.zeros((3, 6))
    values = []
    for rows in drawn:
        values.append(evaluate(task.y_true[rows], task.y_scores[:, rows], MEASURES))
        wins[[0, 1, 2], values[-1].argmax(axis=0)] += 1
    best = evaluate(task.y_true, task.y_scores, MEASURES).argmax(axis=0)
    for place, name in enumerate(NAMES):
        row = floor.set_index("measure").loc[name]
        assert row["differs"] == pytest.approx(1 - wins[place, best[place]] / replicates)
        own = gaps[gaps["measure"] == name].set_index("run_id")
        np.testing.assert_allclose(own["win_share"], wins[place] / replicates)
        gap = np.array([v[best[place], place] - v[:, place] for v in values])
        np.testing.assert_allclose(own["gap_se"], gap.std(axis=0, ddof=1), atol=1e-12)
        np.testing.assert_allclose(own["gap_lower"], np.quantile(gap, 0.025, axis=0), atol=1e-12)


def test_rows_of_an_instance_are_drawn_together(task):
    """Three repeats with the same scores are the same task: nothing may change."""
    once, _ = noise_floor_of_task(task, MEASURES, replicates=40)
    thrice, _ = noise_floor_of_task(repeated(task, 3), MEASURES, replicates=40)
    pd.testing.assert_frame_equal(once, thrice)


def test_a_measure_that_no_resample_changes_has_no_floor(task):
    perfect, worthless = 2 * task.y_true - 1.0, np.zeros(80)
    certain = replace(task, y_scores=np.stack([perfect, worthless]), run_ids=task.run_ids[:2])
    floor, gaps = noise_floor_of_task(certain, MEASURES, replicates=30)
    assert (floor["differs"] == 0).all()
    assert (floor["differs_expected"] == 0).all()
    assert gaps["win_share"].tolist() == [1.0, 0.0] * 3


def test_models_tied_for_best_share_the_wins(task):
    perfect = 2 * task.y_true - 1.0
    tied = replace(task, y_scores=np.stack([perfect, 2 * perfect]), run_ids=task.run_ids[:2])
    floor, gaps = noise_floor_of_task(tied, MEASURES, replicates=30)
    assert (floor["differs"] == 0).all()
    assert (floor["differs_expected"] == 0.5).all()
    assert (gaps["win_share"] == 0.5).all()


def test_replicates_with_one_class_are_counted():
    rare = make_task_scores(n=30)
    y_true = np.zeros(30, dtype=bool)
    y_true[4] = True
    floor, _ = noise_floor_of_task(replace(rare, y_true=y_true), MEASURES, replicates=300)
    lost = floor["undefined"].iloc[0]
    assert lost / 300 == pytest.approx(np.exp(-1), abs=0.1)
    assert floor["differs"].notna().all()


def test_a_task_of_one_class_has_no_floor(task):
    none = replace(task, y_true=np.zeros(80, dtype=bool))
    floor, gaps = noise_floor_of_task(none, MEASURES, replicates=5)
    assert floor["differs"].isna().all()
    assert gaps[["win_share", "gap_se", "gap_lower"]].isna().all().all()
    assert set(floor["undefined"]) == {5}


def test_blocks_do_not_change_the_result(task, monkeypatch):
    whole = noise_floor_of_task(task, MEASURES, replicates=25)
    monkeypatch.setattr("prgbench.comparison.noise_floor.tables._CELLS_AT_ONCE", 80 * 7)
    parts = noise_floor_of_task(task, MEASURES, replicates=25)
    pd.testing.assert_frame_equal(whole[0], parts[0])
    pd.testing.assert_frame_equal(whole[1], parts[1])


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 17)]
    twin = Measure("twin", "twin", True, 0, 1, False, MEASURES[2].batch)
    measures = [*MEASURES, twin]
    models = models_of(tasks).assign(
        twin=lambda t: t["auroc"], rank_twin=lambda t: t["rank_auroc"]
    )
    floors, gaps = zip(
        *[noise_floor_of_task(t, measures[:3], replicates=50) for t in tasks], strict=True
    )
    floor, gap = pd.concat(floors), pd.concat(gaps)
    floor = pd.concat([floor, floor[floor["measure"] == "auroc"].assign(measure="twin")])
    gap = pd.concat([gap, gap[gap["measure"] == "auroc"].assign(measure="twin")])
    changes = pd.concat([split_sample_of_task(t, measures[:3], splits=4)[1] for t in tasks])
    return models, task_agreement(models, measures), floor, gap, changes


def test_the_floor_of_two_identical_measures_is_the_disagreement_of_one_with_itself(study):
    models, agreement, floor, gaps, _ = study
    table = noise_floor_summary(models, agreement, floor, gaps, resamples=100)
    twins = table.query("measure_a == 'auroc' and measure_b == 'twin'").iloc[0]
    own = floor.loc[floor["measure"] == "auroc", "differs"].mean()
    assert own > 0
    assert twins["best_differs"] == 0
    assert twins["floor"] == twins["floor_a"] == twins["floor_b"] == pytest.approx(own)
    assert twins["excess"] == pytest.approx(-own)
    assert twins["disagreements"] == 0
    assert np.isnan(twins["within_noise"])


def test_summary_by_hand(study):
    models, agreement, floor, gaps, changes = study
    agreement = agreement[agreement["measure_b"] != "twin"]
    table = noise_floor_summary(models, agreement, floor, gaps, changes, resamples=100)
    row = table.query("measure_a == 'aupr' and measure_b == 'auprg'").iloc[0]
    own = floor.groupby("measure")[["differs", "differs_expected"]].mean()
    assert row["floor"] == pytest.approx(own.loc[["aupr", "auprg"], "differs"].mean())
    expected = own.loc[["aupr", "auprg"], "differs_expected"].mean()
    assert row["floor_expected"] == pytest.approx(expected)
    assert row["excess"] == pytest.approx(row["best_differs"] - row["floor"])
    assert row["excess_lower"] <= row["excess"] <= row["excess_upper"]
    halves = changes.groupby("measure")["differs"].mean()
    assert row["floor_halves"] == pytest.approx(halves[["aupr", "auprg"]].mean())


def test_picks_are_within_noise_if_they_win_enough_replicates_by_the_other_measure():
    models = pd.DataFrame(
        {
            "task_id": [1, 1, 2, 2],
            "run_id": [1, 2, 3, 4],
            "rank_a": [1, 2] * 2,
            "rank_b": [2, 1] * 2,
        }
    )
    gaps = pd.DataFrame(
        {
            "task_id": [1, 1, 2, 2] * 2,
            "run_id": [1, 2, 3, 4] * 2,
            "measure": ["a"] * 4 + ["b"] * 4,
            "win_share": [0.9, 0.1, 0.97, 0.03, 0.4, 0.6, 0.4, 0.6],
        }
    )
    assert within_noise(models, gaps, "a", "b", 0.05).tolist() == [True, False]
    assert within_noise(models, gaps, "a", "b", 0.01).tolist() == [True, True]


def test_one_data_set_has_a_floor_and_no_interval(study):
    models, agreement, floor, gaps, _ = study
    table = noise_floor_summary(models, agreement.assign(dataset_id=1), floor, gaps)
    assert table["floor"].notna().all()
    assert table["excess_lower"].isna().all()
    assert (table["note"] != "").all()
