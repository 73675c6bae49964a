import numpy as np
import pandas as pd
import pytest

from made_up_tasks import (
    MEASURES,
    bootstrap,
    make_setting,
    make_study,
    make_task_scores,
    models_of,
)
from prgbench.comparison.noise_floor import Options
from prgbench.comparison.noise_floor.per_task import noise_floor_of_task
from prgbench.comparison.noise_floor.tables import noise_floor_summary, tables, within_noise
from prgbench.comparison.regret.split_sample import split_sample_of_task
from prgbench.metrics import Measure
from prgbench.replication.agreement import task_agreement


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 17)]
    twin = Measure("twin", "twin", True, 0, 1, False, MEASURES[2].batch)
    measures = [*MEASURES, twin]
    models = models_of(tasks).assign(
        twin=lambda t: t["auroc"], rank_twin=lambda t: t["rank_auroc"]
    )
    setting = make_setting(replicates=50)
    floors, shares = zip(*[noise_floor_of_task(t, setting) for t in tasks], strict=True)
    floor, share = pd.concat(floors), pd.concat(shares)
    floor = pd.concat([floor, floor[floor["measure"] == "auroc"].assign(measure="twin")])
    share = pd.concat([share, share[share["measure"] == "auroc"].assign(measure="twin")])
    changes = pd.concat(
        [split_sample_of_task(t, measures[:3], splits=4, decimals=12, seed=0)[1] for t in tasks]
    )
    return models, task_agreement(models, measures), floor, share, changes


def test_the_floor_of_two_identical_measures_is_the_disagreement_of_one_with_itself(study):
    models, agreement, floor, shares, _ = study
    table = noise_floor_summary(
        models, agreement, floor, shares, best_share=0.05, **bootstrap(100)
    )
    twins = table.query("measure_a == 'auroc' and measure_b == 'twin'").iloc[0]
    own = floor.loc[floor["measure"] == "auroc", "differs"].mean()
    assert own > 0
    assert twins["best_differs"] == 0
    assert twins["floor"] == twins["floor_a"] == twins["floor_b"] == pytest.approx(own)
    assert twins["excess"] == pytest.approx(-own)
    assert twins["disagreements"] == 0
    assert np.isnan(twins["within_noise"])


def test_summary_by_hand(study):
    models, agreement, floor, shares, changes = study
    agreement = agreement[agreement["measure_b"] != "twin"]
    table = noise_floor_summary(
        models, agreement, floor, shares, changes, best_share=0.05, **bootstrap(100)
    )
    row = table.query("measure_a == 'aupr' and measure_b == 'auprg'").iloc[0]
    own = floor.groupby("measure")[["differs", "differs_expected"]].mean()
    assert row["floor"] == pytest.approx(own.loc[["aupr", "auprg"], "differs"].mean())
    expected = own.loc[["aupr", "auprg"], "differs_expected"].mean()
    assert row["floor_expected"] == pytest.approx(expected)
    assert row["excess"] == pytest.approx(row["best_differs"] - row["floor"])
    assert row["excess_lower"] <= row["excess"] <= row["excess_upper"]
    halves = changes.groupby("measure")["differs"].mean()
    assert row["floor_halves"] == pytest.approx(halves[["aupr", "auprg"]].mean())


def test_best_models_are_within_noise_if_they_are_best_in_enough_replicates_by_the_other_measure():
    models = pd.DataFrame(
        {
            "task_id": [1, 1, 2, 2],
            "run_id": [1, 2, 3, 4],
            "rank_a": [1, 2] * 2,
            "rank_b": [2, 1] * 2,
        }
    )
    shares = pd.DataFrame(
        {
            "task_id": [1, 1, 2, 2] * 2,
            "run_id": [1, 2, 3, 4] * 2,
            "measure": ["a"] * 4 + ["b"] * 4,
            "best_share": [0.9, 0.1, 0.97, 0.03, 0.4, 0.6, 0.4, 0.6],
        }
    )
    assert within_noise(models, shares, "a", "b", 0.05).tolist() == [True, False]
    assert within_noise(models, shares, "a", "b", 0.01).tolist() == [True, True]


def test_one_data_set_has_a_floor_and_no_interval(study):
    models, agreement, floor, shares, _ = study
    table = noise_floor_summary(
        models, agreement.assign(dataset_id=1), floor, shares, best_share=0.05, **bootstrap(10_000)
    )
    assert table["floor"].notna().all()
    assert table["excess_lower"].isna().all()
    assert (table["note"] != "").all()


def test_the_part_needs_no_halves_and_takes_the_share_of_its_options():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    floors, shares = zip(*[noise_floor_of_task(t, make_setting()) for t in tasks], strict=True)
    study = make_study(tasks, {"floor": pd.concat(floors), "best_shares": pd.concat(shares)})
    lenient = tables(study, Options(best_share=1e-9))["noise_floor"]
    strict = tables(study, Options(best_share=1.0))["noise_floor"]
    assert strict["floor_halves"].isna().all()
    assert (strict["within_noise"].dropna() < lenient["within_noise"].dropna()).any()
    pd.testing.assert_frame_equal(
        strict.drop(columns="within_noise"), lenient.drop(columns="within_noise")
    )
