import os
import subprocess
import sys

import numpy as np
import pytest
from demo_archive.build import build
from demo_archive.cross_validation import labelled_tasks
from demo_archive.flows import setups
from sklearn.metrics import roc_auc_score

from demo_archive import build as build_module
from prgbench.sources.folder import FolderSource
from prgbench.sources.prediction_files.reader import read_predictions
from prgbench.sources.tasks import TaskQuery

QUICK = (
    "sklearn.dummy.DummyClassifier(prior)",
    "sklearn.tree.DecisionTreeClassifier(stump)",
    "sklearn.linear_model.RidgeClassifier",
    "prgbench.Subsampled(naive Bayes, 20)",
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
)


def quick_setups():
    return [setup for setup in setups() if setup.flow.name in QUICK]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("embedded")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_module, "setups", quick_setups)
        build(folder, max_tasks=1)
    return folder


@pytest.fixture(scope="module")
def models(folder):
    """Return runs and predictions by flow name."""
    archive = FolderSource(folder)
    [task] = archive.tasks(TaskQuery()).tasks
    [(_, runs)] = archive.candidate_runs([task])
    found = {}
    for run in runs:
        read = read_predictions(archive.send(task, run).path, task.classes)
        found[run.flow_name] = (run, read)
    return found


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
    assert aurocs["sklearn.discriminant_analysis.LinearDiscriminantAnalysis"] > 0.95
    distinct = {name: len(np.unique(read.confidences[1])) for name, (_, read) in models.items()}
    assert distinct["sklearn.dummy.DummyClassifier(prior)"] <= 10
    assert distinct["sklearn.linear_model.RidgeClassifier"] == 2
    assert distinct["sklearn.tree.DecisionTreeClassifier(stump)"] <= 20


KERNELS = """
import numpy, scipy.linalg
from threadpoolctl import threadpool_info
print(*{found["architecture"] for found in threadpool_info() if "architecture" in found})
"""


def test_learners_add_up_alike_whatever_openblas_would_choose(monkeypatch):
    monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)
    chosen = build_module._one_arithmetic()
    if "OPENBLAS_CORETYPE" not in chosen:
        pytest.skip("OpenBLAS can be told to use the kernels of Haswell only where there is AVX2")
    done = subprocess.run(
        [sys.executable, "-c", KERNELS], env=os.environ | chosen, capture_output=True, text=True
    )
    assert done.stdout.split() == ["Haswell"], done.stderr


@pytest.mark.slow
def test_every_flow_gives_the_same_bytes_in_another_folder(tmp_path, monkeypatch):
    smallest = min(
        labelled_tasks(), key=lambda labelled: labelled.y.size * labelled.task.n_repeats
    )
    monkeypatch.setattr(build_module, "labelled_tasks", lambda: iter([smallest]))
    build(tmp_path / "one")
    build(tmp_path / "another", n_jobs=2)
    one, another = (
        {
            path.relative_to(tmp_path / name).as_posix(): path.read_bytes()
            for path in sorted((tmp_path / name).rglob("*"))
            if path.is_file()
        }
        for name in ("one", "another")
    )
    assert len(one) == len(setups()) - 1 + 4
    assert one == another
