"""The public names and what they cost to import."""

import inspect
import subprocess
import sys

import pandas as pd
import pytest
from hatchling.builders.wheel import WheelBuilder

from places import ROOT
from prgbench import metrics as m
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.run.kernels import can_use_kernels

LATER = (
    *(
        "pandas",
        "scipy",
        "matplotlib",
        "sklearn",
        "numpy.ma",
        "numpy.random",
        "importlib.metadata",
    ),
    *("decimal", "hashlib", "subprocess", "multiprocessing", "logging"),
)
FIRST_CALLS = """
import sys
from prgbench import metrics as m
print(*sys.modules)
y, s, w = [0, 1, 0, 1], [0.1, 0.3, 0.2, 0.4], [1, 2, 3, 4]
m.areas(y, [s, s]), m.areas(y, s, sample_weight=w)
m.auroc_score(y, s), m.aupr_score(y, s), m.auprg_score(y, s), m.partial_auroc_score(y, s)
m.auroc_score(y, s, sample_weight=w), m.average_precision_score(y, s)
m.roc_curve(y, s), m.precision_recall_curve(y, s), m.precision_recall_gain_curve(y, s)
m.roc_convex_hull(y, s), m.prg_convex_hull(y, s), m.evaluate(y, s, ["auroc", "max_f1", "brier"])
print(*sys.modules)
m.bootstrap_areas(y, s, n_resamples=10), m.curve_band(y, s, n_resamples=10)
m.confidence_interval(y, s), m.paired_test(y, s, s[::-1])
print(*sys.modules)
"""


def test_neither_the_import_nor_a_first_call_brings_in_anything_heavy():
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FIRST_CALLS],
        capture_output=True,
        check=True,
        text=True,
    )
    imported, used, resampled = (set(line.split()) for line in result.stdout.splitlines())
    assert imported.isdisjoint(LATER)
    engine = "compiled" if can_use_kernels() else "uncompiled"
    assert f"prgbench.metrics.engine.{engine}" in used - imported
    assert _of_others(used) == _of_others(imported)
    code = "import sys, numpy.ma.extras, numpy.random, statistics; print(*sys.modules)"
    small = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    ).stdout.split()
    assert _of_others(resampled - used) <= set(small)


def _of_others(modules):
    """Leave out the metrics, and what stands below them and is as light."""
    ours = ("prgbench.metrics", "prgbench.stats", "prgbench.run.rounding")
    return {name for name in modules if not name.startswith(ours)}


Y, S = [0, 1, 1], [1, 2, 3]
NEEDS = [
    ("matplotlib", lambda: m.RocCurveDisplay.from_predictions(Y, S)),
    ("pandas", threshold_counts(Y, S).to_frame),
    ("scipy.special", lambda: m.h_measure_score(Y, S)),
    ("scipy.special", lambda: m.confidence_interval([0, *Y], [2, *S], method="delong")),
    ("sklearn.utils", lambda: m.RocCurveDisplay.from_cv_results({}, Y, S)),
]


@pytest.mark.filterwarnings("ignore:y_true has only")
@pytest.mark.parametrize(("module", "call"), NEEDS)
def test_a_function_names_the_extra_of_the_package_that_it_lacks(monkeypatch, module, call):
    monkeypatch.setitem(sys.modules, module, None)
    package = module.partition(".")[0]
    message = f'^{package} is not installed: pip install "prgbench\\[metrics]"$'
    with pytest.raises(ModuleNotFoundError, match=message):
        call()


def test_every_public_name_is_there():
    assert all(hasattr(m, name) for name in m.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = m.nothing


@pytest.mark.parametrize("room", [m, m.theory])
def test_tab_shows_the_public_names_alone(room):
    assert sorted(name for name in dir(room) if not name.startswith("_")) == sorted(room.__all__)
    assert len(room.__all__) <= 50


def test_a_name_that_is_not_ours_is_refused_with_ours():
    for name, instead in (("roc_auc_score", "auroc"), ("accuracy_score", "evaluate.y_true")):
        with pytest.raises(
            ImportError, match=rf"^prgbench\.metrics has no {name}: write {instead}"
        ):
            exec(f"from prgbench.metrics import {name}")
        assert not hasattr(m, name)
        with pytest.raises(AttributeError, match=rf"^prgbench\.metrics has no {name}: write"):
            getattr(m, name)
    with pytest.raises(AttributeError, match="precision, recall and F-beta, or sklearn"):
        _ = m.precision_score


@pytest.mark.filterwarnings("ignore:y_true has only")
def test_results_unpack_and_seeds_have_one_name_and_one_default():
    y, s = [0, 0, 1, 1, 0, 1], [1, 3, 2, 6, 4, 5]
    interval = m.confidence_interval(y, s)
    assert tuple(interval) == (interval.estimate, interval.low, interval.high)
    test = m.paired_test(y, s, s[::-1])
    assert pd.DataFrame([interval])["low"][0] == interval.low
    assert tuple(test) == (test.difference, test.low, test.high, test.p_value)
    for result in (m.curve_band(y, s), m.average_curve([m.roc_curve(y, s)] * 2)):
        x, middle, low, high = result
        assert x is result.x
        assert (low <= middle).all()
        assert (middle <= high).all()
    seeded = (m.bootstrap_areas, m.confidence_interval, m.curve_band, m.paired_test)
    defaults = {inspect.signature(own).parameters["random_state"].default for own in seeded}
    assert defaults == {0}


def test_the_wheel_says_that_the_package_is_typed():
    files = WheelBuilder(str(ROOT)).recurse_included_files()
    assert "prgbench/py.typed" in {file.distribution_path for file in files}
