"""Where Numba can't compile, or can't keep what it compiled, the numbers are the same."""

import numpy as np
import pytest

from apart import FULL_DISK, NO_COMPILER, arrays_of, without_compiler
from prgbench import metrics as m
from prgbench.metrics.resampling import reweighted_areas

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 60)
S = np.round(RNG.normal(Y, 1, (3, 60)), 1)
W = RNG.integers(0, 4, 60) * 0.5

MEASURES = """
import numpy as np, sys
from prgbench import metrics as m
from prgbench.metrics.resampling import reweighted_areas
with np.load(sys.argv[1]) as file:
    y, s, w = file["y"], file["s"], file["w"]
found = [
    m.areas(y, s),
    m.areas(y, s, sample_weight=w),
    m.areas(y, s[:0]),
    m.evaluate(y, s, m.measures()),
    m.evaluate(y | True, s, m.measures()),
    m.bootstrap_areas(y, s, n_resamples=3, random_state=1),
    reweighted_areas(y, s, [0 * w, w]),
]
np.savez(sys.stdout.buffer, *found)
"""
AREAS = """
import sys
import numpy as np
from prgbench import metrics as m
with np.load(sys.argv[1]) as file:
    np.savez(sys.stdout.buffer, m.areas(file["y"], file["s"]))
"""


@pytest.fixture
def values(tmp_path):
    """Run a script in a process of its own, with the sample, and load what it prints."""
    np.savez(tmp_path / "sample.npz", y=Y, s=S, w=W)

    def run(script: str, **environment: str) -> list[np.ndarray]:
        return arrays_of(script, tmp_path / "sample.npz", **environment)

    return run


def expected():
    return [
        m.areas(Y, S),
        m.areas(Y, S, sample_weight=W),
        m.areas(Y, S[:0]),
        m.evaluate(Y, S, m.measures()),
        m.evaluate(Y | True, S, m.measures()),
        m.bootstrap_areas(Y, S, n_resamples=3, random_state=1),
        reweighted_areas(Y, S, [0 * W, W]),
    ]


@pytest.mark.parametrize("how", NO_COMPILER)
def test_without_compilation_the_twin_answers(values, tmp_path, how):
    environment = without_compiler(tmp_path, how)
    for found, wanted in zip(values(MEASURES, **environment), expected(), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=2e-13, atol=2e-13)


def test_nan_is_refused_as_by_the_kernel(values):
    refused = AREAS.replace('m.areas(file["y"], file["s"])', "").replace("np.savez", "0 and ")
    script = refused + "for w in (None, [1, 1]): m.areas([0, 1], [[0, np.nan]], sample_weight=w)"
    with pytest.raises(AssertionError, match=r"y_scores\[0, 1\] is NaN"):
        values(script, NUMBA_DISABLE_JIT="1")


def test_a_damaged_cache_is_compiled_again_and_mended(values, tmp_path):
    cache = tmp_path / "cache"
    wanted = [m.areas(Y, S)]
    np.testing.assert_array_equal(values(AREAS, NUMBA_CACHE_DIR=str(cache)), wanted)
    index, code = (
        next(cache.rglob(f"kernel.{name}")) for name in ("encode-*.nbi", "integrate-*.nbc")
    )
    kept = index.read_bytes()
    for file in (index, code):
        file.write_bytes(file.read_bytes()[:40])
    np.testing.assert_array_equal(values(AREAS, NUMBA_CACHE_DIR=str(cache)), wanted)
    assert index.read_bytes() == kept
    assert code.stat().st_size > 40


def test_a_full_disk_keeps_no_code_and_loses_no_number(values, tmp_path):
    found = values(FULL_DISK + AREAS, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    np.testing.assert_array_equal(found, [m.areas(Y, S)])
    assert not [file for file in tmp_path.rglob("*.nb?") if file.stat().st_size]


def test_a_fork_while_another_thread_compiles_does_not_hang(values):
    forked = """
import os, threading, time
from numba.core.compiler_lock import global_compiler_lock
import prgbench.metrics.engine.kernel

def compile():
    with global_compiler_lock:
        begun.set()
        time.sleep(0.5)

begun = threading.Event()
threading.Thread(target=compile).start()
begun.wait()
child = os.fork()
if child:
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    flush = "sys.stdout.flush()\n"
    np.testing.assert_array_equal(values(forked + AREAS + flush), [m.areas(Y, S)])
