import numpy as np
import pandas as pd
import pytest

from made_up_tasks import NAMES, make_setting, make_tables, make_task_scores, resampling
from prgbench.answer.choosing import NO_TRUE_POSITIVE, choosing
from prgbench.answer.targets import TARGETS_OF_HALVES
from prgbench.answer.verdicts import FEWEST_DATASETS, FEWEST_FOR_NO_DIFFERENCE, ChoiceVerdict
from prgbench.metrics import mean_fbeta
from prgbench.metrics.theory import gain
from prgbench.stats.families import holm, sign_flip_test

OWN, PICK = np.array([0.8, 0.5, 0.9, 0.3]), np.array([0.6, 0.55, 0.5, 0.2])
PREVALENCE = np.array([0.1, 0.2, 0.4, 0.5])


def losses(differences, by="aupr", target="auroc"):
    n = len(differences)
    table = {
        "task_id": range(n),
        "dataset_id": range(n),
        "half": 150.0,
        "target": target,
        "by": by,
    }
    gains = {"prevalence": 0.3, "own_gain": np.nan, "pick_gain": np.nan}
    return pd.DataFrame({**table, **gains, "difference": differences})


def f_scores(own=OWN, pick=PICK):
    gains = [
        [float(gain(f, pi)) for f, pi in zip(values, PREVALENCE, strict=True)]
        for values in (own, pick)
    ]
    return losses(own - pick, target="expected_f1").assign(
        dataset_id=[1, 1, 2, 3], prevalence=PREVALENCE, own_gain=gains[0], pick_gain=gains[1]
    )


def choice(table):
    return choosing(table, NAMES, resampling(200)).iloc[0]


def test_f_scores_are_averaged_as_the_library_does():
    found = choice(f_scores())
    expected = mean_fbeta(OWN, PREVALENCE) - mean_fbeta(PICK, PREVALENCE)
    assert found["loss"] == pytest.approx(expected, rel=1e-12)
    assert found["arithmetic"] == pytest.approx((OWN - PICK).mean())
    assert found["lower"] < found["loss"] < found["upper"]
    assert (found["tasks"], found["datasets"], found["undefined"]) == (4, 3, 0)


def test_a_pick_without_true_positive_counts_in_the_arithmetic_mean_only():
    pick = np.array([0.6, 0.0, 0.5, 0.2])
    found = choice(f_scores(pick=pick))
    kept = [0, 2, 3]
    expected = mean_fbeta(OWN[kept], PREVALENCE[kept]) - mean_fbeta(pick[kept], PREVALENCE[kept])
    assert found["loss"] == pytest.approx(expected, rel=1e-12)
    assert found["arithmetic"] == pytest.approx((OWN - pick).mean())
    assert found["infinite"] == 1
    assert found["note"] == NO_TRUE_POSITIVE


def test_undefined_tasks_are_counted():
    table = f_scores()
    table.loc[0, ["difference", "own_gain", "pick_gain"]] = np.nan
    found = choice(table)
    assert (found["tasks"], found["datasets"], found["undefined"]) == (3, 3, 1)
    none = choice(table.assign(difference=np.nan))
    assert np.isnan(none["loss"])
    assert none["undefined"] == 4


def test_measures_and_other_targets_are_two_families():
    rng = np.random.default_rng(0)
    tables = [
        losses(rng.normal(mean, 0.1, 12), by, target)
        for target, by, mean in (
            ("auroc", "aupr", 0.1),
            ("auroc", "mean_rank", 0.05),
            ("aupr", "auroc", 0.0),
            ("stored_mcc", "auroc", 0.1),
            ("stored_mcc", "aupr", 0.0),
        )
    ]
    found = choosing(pd.concat(tables), NAMES, resampling(100)).set_index(["target", "by"])
    for own in tables:
        key = tuple(own.iloc[0][["target", "by"]])
        p = sign_flip_test(own["difference"], own["dataset_id"])
        assert found.loc[key, "p_value"] == p
    of_measures = found.index.get_level_values("target") != "stored_mcc"
    for family in (found[of_measures], found[~of_measures]):
        np.testing.assert_allclose(family["p_adjusted"], holm(family["p_value"]))


@pytest.mark.parametrize(
    ("mean", "spread", "n", "verdict"),
    [
        (0.05, 0.02, 30, ChoiceVerdict.COSTS),
        (-0.05, 0.02, 30, ChoiceVerdict.GAINS),
        (0.004, 0.001, 30, ChoiceVerdict.COSTS),
        (0.0, 0.003, FEWEST_FOR_NO_DIFFERENCE, ChoiceVerdict.NO_DIFFERENCE),
        (0.0, 0.003, FEWEST_FOR_NO_DIFFERENCE - 1, ChoiceVerdict.NOT_RESOLVED),
        (0.0, 0.2, 30, ChoiceVerdict.NOT_RESOLVED),
        (0.5, 0.01, FEWEST_DATASETS - 1, ChoiceVerdict.TOO_FEW),
        (0.5, 0.01, FEWEST_DATASETS, ChoiceVerdict.COSTS),
    ],
)
def test_the_verdict_on_a_loss_by_its_mean_spread_and_data_sets(mean, spread, n, verdict):
    values = mean + spread * np.random.default_rng(4).normal(size=n)
    assert choice(losses(values))["verdict"] == verdict


def test_the_part_as_a_study_has_it():
    tasks = [make_task_scores(task_id, n=200) for task_id in range(1, 5)]
    table = make_tables(["choosing"], tasks, make_setting(splits=2))["choosing"]
    assert set(table["half"]) == {100}
    assert set(table["target"]) == {*NAMES, *TARGETS_OF_HALVES}
    assert len(table) == 3 * 4 + 5 * len(TARGETS_OF_HALVES)
    assert set(table["datasets"]) == {2}
    assert set(table["verdict"]) == {ChoiceVerdict.TOO_FEW}
