"""Data sets that come with packages: their sizes, classes, and no target among the features."""

import numpy as np
import pytest
from statsmodels import datasets

from demo_archive.datasets import MOST_ROWS, shipped


@pytest.fixture(scope="module")
def loaded():
    return {known.name: known.load() for known in shipped()}


@pytest.mark.parametrize(
    ("name", "target", "shape", "n_positive", "label"),
    [
        ("breast-cancer", "diagnosis", (569, 30), 212, "malignant"),
        ("digits", "is_1", (899, 64), None, "1"),
        ("wine", "is_0", (178, 13), 59, "0"),
        ("wine", "is_1", (178, 13), 71, "1"),
        ("wine", "is_2", (178, 13), 48, "2"),
        ("iris", "is_1", (150, 4), 50, "1"),
        ("iris", "is_2", (150, 4), 50, "2"),
        ("diabetes", "target", (442, 10), None, "high"),
        ("fair", "affairs", (MOST_ROWS, 8), None, "some"),
        ("anes96", "vote", (944, 8), 393, "Dole"),
        ("anes96", "TVnews", (944, 9), None, "daily"),
        ("randhie", "visited", (MOST_ROWS, 9), None, "never"),
        ("randhie", "often", (MOST_ROWS, 9), None, "often"),
        ("modechoice", "choice", (840, 7), 210, "chosen"),
        ("star98", "above", (303, 20), None, "high"),
        ("grunfeld", "invest", (220, 2), None, "high"),
        ("macrodata", "infl", (203, 5), None, "high"),
        ("ccard", "AVGEXP", (72, 3), None, "high"),
        ("statecrime", "murder", (51, 5), None, "high"),
        ("heart", "censors", (69, 2), 24, "alive"),
    ],
)
def test_sizes_and_classes(loaded, name, target, shape, n_positive, label):
    instances = loaded[name][target]
    assert instances.x.shape == shape
    assert instances.label == label
    assert n_positive is None or instances.y.sum() == n_positive
    assert 0 < instances.y.sum() < len(instances.y)
    assert np.isfinite(instances.x).all()


@pytest.mark.parametrize(
    ("name", "module", "target"),
    [
        ("grunfeld", datasets.grunfeld, "invest"),
        ("macrodata", datasets.macrodata, "infl"),
        ("ccard", datasets.ccard, "AVGEXP"),
        ("statecrime", datasets.statecrime, "murder"),
    ],
)
def test_the_class_is_above_the_mean_of_its_column(loaded, name, module, target):
    values = module.load_pandas().data[target].to_numpy()
    np.testing.assert_array_equal(loaded[name][target].y, values > values.mean())


def test_the_share_of_pupils_above_the_median_of_the_nation(loaded):
    table = datasets.star98.load_pandas().data
    share = table["NABOVE"] / table[["NABOVE", "NBELOW"]].sum(axis=1)
    np.testing.assert_array_equal(loaded["star98"]["above"].y, share > share.mean())
    columns = loaded["star98"]["above"].x.T
    assert not any(np.array_equal(column, table["NABOVE"]) for column in columns)


def test_no_feature_is_the_class(loaded):
    for tasks in loaded.values():
        for instances in tasks.values():
            of_y = instances.y.astype(float)
            same = (instances.x == of_y[:, None]).all(axis=0)
            opposite = (instances.x == 1 - of_y[:, None]).all(axis=0)
            assert not (same | opposite).any()


def test_two_tasks_of_the_health_insurance_are_apart(loaded):
    visits = loaded["randhie"]
    assert not (visits["visited"].y & visits["often"].y).any()
    np.testing.assert_array_equal(visits["visited"].x, visits["often"].x)
