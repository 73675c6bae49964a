import shutil
from collections import Counter

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from prgbench.archive.embedded import build as build_module
from prgbench.archive.embedded.build import build
from prgbench.archive.embedded.datasets import labelled_tasks
from prgbench.archive.embedded.flows import flows
from prgbench.archive.folder import FolderSource
from prgbench.archive.interface import TaskQuery
from prgbench.archive.predictions.reader import read_predictions

QUICK = (
    "sklearn.dummy.DummyClassifier(prior)",
    "prgbench.Reversed(GaussianNB)",
    "sklearn.tree.DecisionTreeClassifier(stump)",
    "sklearn.linear_model.RidgeClassifier",
    "prgbench.Subsampled(naive Bayes, 20)",
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
)


def quick_flows():
    return [flow for flow in flows() if flow.name in QUICK]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("embedded")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_module, "flows", quick_flows)
        build(folder, max_tasks=1)
    return folder


@pytest.fixture(scope="module")
def models(folder):
    """Scores and truth of the positive class by flow name."""
    archive = FolderSource(folder)
    [task] = archive.tasks(TaskQuery()).tasks
    [(_, runs)] = archive.candidate_runs([task])
    found = {}
    for run in runs:
        read = read_predictions(archive.send(task, run).path, task.classes)
        found[run.flow_name] = (run, read)
    return found


def test_there_are_17_binary_tasks_on_4_data_sets():
    tasks = [labelled.task for labelled in labelled_tasks()]
    assert Counter(task.dataset_id for task in tasks) == {1: 1, 2: 10, 3: 3, 4: 3}
    prevalences = [labelled.y.mean() for labelled in labelled_tasks()]
    assert min(prevalences) > 0.09
    assert max(prevalences) < 0.41


def test_there_are_at_least_36_flows_with_names_of_their_own():
    names = [flow.name for flow in flows()]
    assert len(set(names)) == len(names) >= 36


def test_every_instance_is_predicted_once_in_ten_folds(models):
    for _, read in models.values():
        np.testing.assert_array_equal(np.sort(read.row_id), np.arange(569))
        assert np.bincount(read.fold).tolist() == [57] * 9 + [56]


def test_truth_is_that_of_the_data_set(folder, models):
    archive = FolderSource(folder)
    [task] = archive.tasks(TaskQuery()).tasks
    truth = archive.truth(task)
    expected = next(iter(labelled_tasks())).y
    np.testing.assert_array_equal(truth.codes, expected)
    for _, read in models.values():
        np.testing.assert_array_equal(read.truth, expected[read.row_id])


def test_stored_auroc_is_scikit_learns(models):
    for run, read in models.values():
        expected = roc_auc_score(read.truth, read.confidences[1])
        assert run.auroc == pytest.approx(expected, abs=6e-7)


def test_flows_span_what_openml_holds(models):
    aurocs = {name: run.auroc for name, (run, _) in models.items()}
    assert aurocs["prgbench.Reversed(GaussianNB)"] < 0.1
    assert aurocs["sklearn.discriminant_analysis.LinearDiscriminantAnalysis"] > 0.95
    distinct = {name: len(np.unique(read.confidences[1])) for name, (_, read) in models.items()}
    assert distinct["sklearn.dummy.DummyClassifier(prior)"] <= 10
    assert distinct["sklearn.linear_model.RidgeClassifier"] == 2
    assert distinct["sklearn.tree.DecisionTreeClassifier(stump)"] <= 20


def test_goes_on_where_it_stopped(folder, tmp_path, monkeypatch):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    removed = copy / "predictions" / "3.arff"
    before = removed.read_text()
    removed.unlink()
    kept = (copy / "predictions" / "2.arff").stat().st_mtime_ns
    monkeypatch.setattr(build_module, "flows", quick_flows)
    build(copy, max_tasks=1)
    assert removed.read_text() == before
    assert (copy / "predictions" / "2.arff").stat().st_mtime_ns == kept


def test_another_recipe_starts_anew(folder, tmp_path, monkeypatch):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / "recipe.txt").write_text("another")
    (copy / "bundles").mkdir()
    monkeypatch.setattr(build_module, "flows", lambda: quick_flows()[:1])
    build(copy, max_tasks=1)
    assert [path.name for path in (copy / "predictions").glob("*.arff")] == ["1.arff"]
    assert not (copy / "bundles").exists()
