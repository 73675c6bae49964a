"""The tasks of the demo's archive are as OpenML's were."""

import numpy as np
import pytest
from demo_archive.cross_validation import labelled_tasks

from demo_archive.datasets import data_sets


@pytest.fixture(scope="module")
def tasks():
    return list(labelled_tasks())


def test_there_are_sixty_tasks_on_forty_five_data_sets(tasks):
    assert len(tasks) >= 60
    assert len({labelled.task.dataset_id for labelled in tasks}) >= 45
    assert len({labelled.task.task_id for labelled in tasks}) == len(tasks)


def test_sizes_and_prevalences_are_those_of_openml(tasks):
    sizes = [labelled.task.n_instances for labelled in tasks]
    shares = [min(labelled.y.mean(), 1 - labelled.y.mean()) for labelled in tasks]
    assert (min(sizes), max(sizes)) == (40, 2000)
    assert min(shares) == 0.02
    assert max(shares) == 0.5
    assert sum(share <= 0.1 for share in shares) >= 10


def test_some_tasks_are_cross_validated_ten_times(tasks):
    repeated = [labelled.task for labelled in tasks if labelled.task.n_repeats == 10]
    assert len(repeated) == 3
    assert {task.estimation_procedure for task in repeated} == {3}


def test_instances_are_finite_and_labels_binary(tasks):
    for labelled in tasks:
        assert labelled.x.shape[0] == len(labelled.y) == labelled.task.n_instances
        assert np.isfinite(labelled.x).all(), labelled.task.dataset_name
        assert set(labelled.y.tolist()) == {0, 1}


def test_loading_twice_gives_the_same_instances(tasks):
    for one, other in zip(tasks, labelled_tasks(), strict=True):
        assert one.task == other.task
        assert np.array_equal(one.x, other.x)
        assert np.array_equal(one.y, other.y)


def test_data_sets_have_names_and_sources_of_their_own():
    names = [data_set.name for data_set in data_sets()]
    assert len(set(names)) == len(names)
    for data_set in data_sets():
        assert data_set.source
        assert "\n" not in data_set.source
