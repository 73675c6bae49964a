"""The accumulator among the examples: exact over batches, and of several processes."""

import importlib.util
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import ROOT
from prgbench import metrics as m
from tied_samples import tied_samples

SPEC = importlib.util.spec_from_file_location("streaming", ROOT / "examples" / "streaming.py")
streaming = importlib.util.module_from_spec(SPEC)
sys.modules["streaming"] = streaming
SPEC.loader.exec_module(streaming)


@given(tied_samples(), st.integers(1, 7))
def test_batches_have_the_measures_of_all_rows(sample, size):
    y, s = sample
    stream = streaming.Accumulator()
    for start in range(0, y.size, size):
        stream.update(y[start : start + size], s[start : start + size])
    for name in ("auprg", "auroc", "aupr", "max_f1", "average_precision"):
        assert stream.compute(name) == pytest.approx(m.evaluate(y, s, name), abs=1e-12)


@given(tied_samples())
def test_processes_are_added(sample):
    y, s = sample
    first, second = streaming.Accumulator(), streaming.Accumulator()
    first.update(y[::2], s[::2])
    second.update(y[1::2], s[1::2])
    first.merge(second)
    assert first.compute() == pytest.approx(m.auprg_score(y, s), abs=1e-12)
    assert first.counts.sum() == y.size


def test_few_levels_take_little_memory():
    rng = np.random.default_rng(0)
    stream = streaming.Accumulator()
    for _ in range(50):
        stream.update(rng.integers(0, 2, 1000), rng.integers(0, 100, 1000) / 100)
    assert stream.scores.size == 100


def test_labels_and_scores_that_do_not_match():
    with pytest.raises(ValueError, match="2 labels but 3 scores: as many are needed"):
        streaming.Accumulator().update([0, 1], [1, 2, 3])


def test_labels_of_neither_class_are_not_lost():
    with pytest.raises(ValueError, match="y_true has labels other than 0 and 1"):
        streaming.Accumulator().update([1, -1], [0.9, 0.8])
