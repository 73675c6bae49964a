from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import NAMES, make_setting, make_task_scores, repeated
from prgbench.answer.bootstrap_replicates import replicates_of_task
from prgbench.answer.confidence_sets import per_task
from prgbench.answer.interface import PartOptions
from prgbench.stats.confidence_set import model_confidence_set

SETTING = make_setting(replicates=120)


def confidence_sets(task):
    return per_task(task, SETTING, PartOptions())["confidence_sets"]


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=120, ties=False)


def test_each_measure_has_the_set_of_its_replicates(task):
    table = confidence_sets(task)
    found = replicates_of_task(task, SETTING)
    n_pos = int(task.y_true.sum())
    for place, name in enumerate(NAMES):
        own = table[table["measure"] == name]
        assert own["run_id"].tolist() == task.run_ids.tolist()
        scores, resampled = found.original[place], found.scores[:, place]
        if name == "auprg":
            scores, resampled = (n_pos / (120 - (120 - n_pos) * x) for x in (scores, resampled))
        expected = model_confidence_set(
            scores, resampled, 0.975, smaller_class=min(n_pos, 120 - n_pos)
        )
        assert own["in_set"].tolist() == expected.tolist()
    assert 0 < table["in_set"].mean() < 1


def test_a_perfect_model_stands_alone_and_its_copy_beside_it(task):
    perfect, noise = 2.0 * task.y_true, task.y_scores[0]
    scores = np.stack([noise, perfect, 3 * perfect])
    table = confidence_sets(replace(task, y_scores=scores, run_ids=task.run_ids[:3]))
    sets = table.pivot(index="run_id", columns="measure", values="in_set")
    for name in ("aupr", "auroc"):
        assert sets[name].tolist() == [False, True, True]


def test_repeats_add_no_instances(task):
    thrice = repeated(task, 3)
    assert (
        thrice.smaller_class == task.smaller_class == min(task.y_true.sum(), (~task.y_true).sum())
    )
    once = confidence_sets(task)
    assert confidence_sets(thrice).equals(once)


def test_a_task_of_one_class_has_no_sets(task):
    none = confidence_sets(replace(task, y_true=np.zeros(120, dtype=bool)))
    assert none.empty
    some = confidence_sets(task)
    assert none.dtypes[["task_id", "run_id", "in_set"]].equals(
        some.dtypes[["task_id", "run_id", "in_set"]]
    )
