"""Where the kernels in C lack or NumPy is asked for, the numbers are the same."""

import numpy as np
import pytest

from apart import WITHOUT_KERNELS, arrays_of, without_kernels
from prgbench import metrics as m
from prgbench.metrics.resampling import reweighted_areas

WARNINGS = {
    "no library": "The package was installed without a C compiler: prgbench computes",
    "damaged library": "The compiled kernels can't be loaded",
    "other source": "kernels.c has changed since it was compiled (make kernels): prgbench",
}
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 60)
S = np.round(RNG.normal(Y, 1, (3, 60)), 1)
W = RNG.integers(0, 4, 60) * 0.5

CALLS = """[
    m.areas(y, s),
    m.areas(y, s, sample_weight=w),
    m.areas(y, s[:0]),
    m.evaluate(y, s, m.measures()),
    m.evaluate(y | True, s, m.measures()),
    m.bootstrap_areas(y, s, n_resamples=3, random_state=1),
    reweighted_areas(y, s, [0 * w, w]),
    m.roc_curve(y, s[0]).tp,
    m.partial_auroc_score(y, s[0]),
]"""
MEASURES = f"""
import numpy as np, sys
from prgbench import metrics as m
from prgbench.metrics.resampling import reweighted_areas
with np.load(sys.argv[1]) as file:
    y, s, w = file["y"], file["s"], file["w"]
np.savez(sys.stdout.buffer, *{CALLS})
"""
AREAS = """
import sys
import numpy as np
from prgbench import metrics as m
with np.load(sys.argv[1]) as file:
    np.savez(sys.stdout.buffer, m.areas(file["y"], file["s"]))
sys.stdout.flush()
"""


@pytest.fixture
def values(tmp_path):
    """Run a script in a process of its own, with the sample, and load what it prints."""
    np.savez(tmp_path / "sample.npz", y=Y, s=S, w=W)

    def run(script, *more, **options):
        return arrays_of(script, tmp_path / "sample.npz", *more, **options)

    return run


@pytest.mark.parametrize("how", WITHOUT_KERNELS)
def test_without_kernels_the_twin_answers_and_says_so_once(values, tmp_path, how):
    environment = without_kernels(tmp_path, how)
    warnings = "" if how == "asked for" else WARNINGS[how]
    found = values(MEASURES, warnings=warnings, **environment)
    expected = eval(CALLS, {"m": m, "reweighted_areas": reweighted_areas, "y": Y, "s": S, "w": W})
    for values_of_twin, values_of_kernels in zip(found, expected, strict=True):
        np.testing.assert_allclose(values_of_twin, values_of_kernels, rtol=2e-13, atol=2e-13)


@pytest.mark.parametrize("share", [0.5, 0.99, 0.999])
def test_the_twin_agrees_as_far_as_the_page_says(tmp_path, share):
    rng = np.random.default_rng(0)
    y = (rng.random(3000) < share).astype(int)
    y[:2] = [0, 1]
    s = rng.integers(0, 40, (30, y.size)).astype(float)
    np.savez(tmp_path / "sample.npz", y=y, s=s)
    environment = without_kernels(tmp_path, "asked for")
    [found] = arrays_of(AREAS, tmp_path / "sample.npz", warnings="", **environment)
    expected = m.areas(y, s)
    scale = max(1, y.sum() / (1 - y).sum()) * np.maximum(1, np.abs(expected))
    assert (np.abs(found - expected) <= 2e-14 * scale).all()
    assert (found[:, 0] == expected[:, 0]).all()


def test_processes_that_are_started_do_not_repeat_the_warning(values, tmp_path):
    again = "import subprocess; subprocess.run([sys.executable, '-c', sys.argv[2]], check=True)\n"
    child = "from prgbench.metrics import auroc_score; auroc_score([0, 1], [0, 1])"
    environment = without_kernels(tmp_path, "no library")
    warnings = WARNINGS["no library"]
    found = values(AREAS + again, child, warnings=warnings, **environment)
    np.testing.assert_allclose(found, [m.areas(Y, S)], rtol=2e-13)
