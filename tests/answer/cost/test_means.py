import numpy as np
import pandas as pd
import pytest

from made_up_tasks import resampling
from prgbench.answer.cost_means import NO_TRUE_POSITIVE, mean_shortfall
from prgbench.metrics import gain, mean_fbeta

OWN, PICK = np.array([0.8, 0.5, 0.9, 0.3]), np.array([0.6, 0.55, 0.5, 0.2])
PREVALENCE = np.array([0.1, 0.2, 0.4, 0.5])


def make_table(own=OWN, pick=PICK):
    gains = [
        [float(gain(f, pi)) for f, pi in zip(values, PREVALENCE, strict=True)]
        for values in (own, pick)
    ]
    return pd.DataFrame(
        {
            "dataset_id": [1, 1, 2, 3],
            "prevalence": PREVALENCE,
            "difference": own - pick,
            "own_gain": gains[0],
            "pick_gain": gains[1],
        }
    )


def test_f_scores_are_averaged_as_the_library_does():
    found = mean_shortfall(make_table(), resampling(200), harmonic=True)
    expected = mean_fbeta(OWN, PREVALENCE) - mean_fbeta(PICK, PREVALENCE)
    assert found["cost"] == pytest.approx(expected, rel=1e-12)
    assert found["arithmetic"] == pytest.approx((OWN - PICK).mean())
    assert found["lower"] < found["cost"] < found["upper"]
    assert (found["tasks"], found["datasets"], found["undefined"]) == (4, 3, 0)


def test_other_targets_are_averaged_as_they_are():
    table = make_table().assign(own_gain=np.nan, pick_gain=np.nan)
    found = mean_shortfall(table, resampling(200), harmonic=False)
    assert found["cost"] == found["arithmetic"] == pytest.approx((OWN - PICK).mean())
    assert found["lower"] == found["arithmetic_lower"]
    assert found["infinite"] == 0


def test_a_pick_without_true_positive_counts_in_the_arithmetic_mean_only():
    pick = np.array([0.6, 0.0, 0.5, 0.2])
    found = mean_shortfall(make_table(pick=pick), resampling(200), harmonic=True)
    kept = [0, 2, 3]
    expected = mean_fbeta(OWN[kept], PREVALENCE[kept]) - mean_fbeta(pick[kept], PREVALENCE[kept])
    assert found["cost"] == pytest.approx(expected, rel=1e-12)
    assert found["arithmetic"] == pytest.approx((OWN - pick).mean())
    assert found["infinite"] == 1
    assert found["note"] == NO_TRUE_POSITIVE


def test_undefined_tasks_are_counted():
    table = make_table()
    table.loc[0, ["difference", "own_gain", "pick_gain"]] = np.nan
    found = mean_shortfall(table, resampling(200), harmonic=True)
    assert (found["tasks"], found["datasets"], found["undefined"]) == (3, 3, 1)
    none = mean_shortfall(table.assign(difference=np.nan), resampling(20), harmonic=True)
    assert np.isnan(none["cost"])
    assert none["undefined"] == 4
