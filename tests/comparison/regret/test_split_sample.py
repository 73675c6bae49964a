from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import MEASURES, make_task_scores, repeated
from prgbench.comparison.regret.names import ITSELF
from prgbench.comparison.regret.split_sample import _halves as halves_of
from prgbench.comparison.regret.split_sample import split_sample_of_task
from prgbench.metrics import evaluate


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=120)


def test_halves_hold_whole_folds_and_half_of_them(task):
    halves = halves_of(task, 20, seed=3)
    for half in halves:
        folds = {fold for fold in range(10) if half[task.folds == fold].all()}
        assert len(folds) == 5
        assert half.sum() == sum((task.folds == fold).sum() for fold in folds)
    assert len({tuple(half) for half in halves}) > 10


def test_no_instance_is_in_both_halves_of_repeated_cross_validation(task):
    several = repeated(task, 3)
    for half in halves_of(several, 10, seed=0):
        assert not set(several.instances[half]) & set(several.instances[~half])


def test_without_folds_single_instances_are_split(task):
    unstated = replace(task, folds=np.full_like(task.folds, -1))
    assert (halves_of(unstated, 5, seed=0).sum(axis=1) == 60).all()


def test_one_split_by_hand(task):
    regrets, changes = split_sample_of_task(task, MEASURES, splits=1, decimals=12, seed=5)
    [half] = halves_of(task, 1, seed=5)
    values = {
        side: evaluate(
            task.y_true[rows],
            task.y_scores[:, rows],
            ["aupr", "auprg", "auroc", "expected_inverse_f1", "max_f1"],
        )
        for side, rows in (("one", half), ("other", ~half))
    }
    for place, name in enumerate(("aupr", "auprg", "auroc")):
        expected_f1, max_f1 = [], []
        for chosen, judged in (("one", "other"), ("other", "one")):
            best = values[chosen][:, place].argmax()
            target = 1 / values[judged][:, 3]
            expected_f1.append(target.max() - target[best])
            max_f1.append(values[judged][:, 4].max() - values[judged][best, 4])
        own = regrets[regrets["measure"] == name].set_index("target")["regret"]
        assert own["expected_f1"] == pytest.approx(np.mean(expected_f1), abs=1e-12)
        assert own["max_f1"] == pytest.approx(np.mean(max_f1), abs=1e-12)
        best = {side: values[side][:, place].argmax() for side in values}
        differs = changes.set_index("measure").at[name, "differs"]
        assert differs == float(best["one"] != best["other"])


def test_the_target_itself_pays_for_noise_on_the_other_half(task):
    regrets, _ = split_sample_of_task(task, MEASURES, splits=10, decimals=12, seed=0)
    itself = regrets[regrets["measure"] == ITSELF]
    assert (itself["regret"] >= 0).all()
    assert itself["regret"].sum() > 0


def test_halves_with_one_class_are_counted_and_left_out():
    task = make_task_scores(n=40, folds=10)
    y_true = np.zeros(40, dtype=bool)
    y_true[[0, 11]] = True
    rare = replace(task, y_true=y_true)
    regrets, changes = split_sample_of_task(rare, MEASURES, splits=30, decimals=12, seed=0)
    together = sum(half[0] == half[11] for half in halves_of(rare, 30, seed=0))
    assert 0 < together < 30
    assert set(changes["undefined"]) == {together}
    own = regrets[(regrets["target"] == "max_f1") & (regrets["measure"] == "aupr")]
    assert own["undefined"].item() == 2 * together


def test_a_task_whose_halves_never_have_both_classes_is_undefined():
    task = make_task_scores(n=40)
    y_true = np.zeros(40, dtype=bool)
    y_true[0] = True
    regrets, changes = split_sample_of_task(
        replace(task, y_true=y_true), MEASURES, splits=3, decimals=12, seed=0
    )
    assert regrets["regret"].isna().all()
    assert changes["differs"].isna().all()
    assert set(regrets["undefined"]) == {6}
