"""The public names and what they cost to import."""

import subprocess
import sys

import pytest
from hatchling.builders.wheel import WheelBuilder

from places import ROOT
from prgbench import metrics as m


def test_the_import_brings_in_nothing_heavy():
    code = (
        "import sys, prgbench.metrics; "
        "print(sorted({'pandas', 'scipy', 'matplotlib', 'sklearn'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    assert result.stdout.strip() == "[]"


Y, S = [0, 1, 1], [1, 2, 3]
NEEDS = {
    "matplotlib": lambda: m.RocCurveDisplay.from_predictions(Y, S),
    "pandas": m.threshold_counts(Y, S).to_frame,
    "scipy.special": lambda: m.h_measure_score(Y, S),
    "sklearn.utils": lambda: m.RocCurveDisplay.from_cv_results({}, Y, S),
}


@pytest.mark.parametrize("module", NEEDS)
def test_a_function_names_the_extra_of_the_package_that_it_lacks(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    package = module.partition(".")[0]
    message = f'^{package} is not installed: pip install "prgbench\\[metrics]"$'
    with pytest.raises(ModuleNotFoundError, match=message):
        NEEDS[module]()


def test_every_public_name_is_there():
    assert all(hasattr(m, name) for name in m.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = m.nothing


def test_the_wheel_says_that_the_package_is_typed():
    files = WheelBuilder(str(ROOT)).recurse_included_files()
    assert "prgbench/py.typed" in {file.distribution_path for file in files}
