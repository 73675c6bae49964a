"""What the files of a task agree on."""

from dataclasses import replace

import pytest

from folder_archives import make_run, make_task
from prgbench.sources.store.fetched import Majority, majority, nearest_stored_auroc
from prgbench.sources.store.staging import StagedModel

MODEL = StagedModel(1, 1, "s", 10, "rows", "folds", "truth", True, "c")


def models(*changes):
    return [replace(MODEL, **change) for change in changes]


def test_most_votes_decide_on_instances_then_folds_and_truth_among_their_models():
    found = majority(
        models(
            {"rows": "a", "folds": "x", "truth": "t"},
            {"rows": "b", "folds": "y", "truth": ""},
            {"rows": "b", "folds": "z", "truth": "u"},
            {"rows": "b", "folds": "z", "truth": ""},
            {"rows": "a", "folds": "x", "truth": "t"},
        )
    )
    assert found == Majority(10, "b", "z", "u")


def test_equal_votes_fall_to_more_instances_and_then_to_the_earlier():
    assert majority(models({"rows": "a"}, {"rows": "b", "n_rows": 11})).rows == "b"
    assert majority(models({"rows": "a"}, {"rows": "b"})).rows == "a"
    assert majority(models({"folds": "x"}, {"folds": "y"})).folds == "x"
    assert majority(models({"truth": ""}, {"truth": ""})).truth == ""


@pytest.mark.parametrize(
    ("auroc", "aurocs", "positive", "found", "nearest"),
    [
        (None, (), 0, 0.5, None),
        (0.75, (), 1, 0.5, 0.75),
        (0.75, (0.5, 0.6), 0, 0.52, 0.5),
        (0.75, (0.5, 0.6), 1, 0.52, 0.6),
        (0.75, (0.5, 0.6), 1, 0.9, 0.75),
    ],
)
def test_the_nearer_of_the_stored_aurocs_counts(auroc, aurocs, positive, found, nearest):
    run = replace(make_run(make_task(7), 3, auroc), aurocs=aurocs)
    assert nearest_stored_auroc(run, positive, found) == nearest
