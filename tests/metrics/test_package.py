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
        "print(sorted({'numba', 'pandas', 'scipy', 'matplotlib', 'sklearn'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    assert result.stdout.strip() == "[]"


def test_every_public_name_is_there():
    assert all(hasattr(m, name) for name in m.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = m.nothing


def test_the_wheel_says_that_the_package_is_typed():
    files = WheelBuilder(str(ROOT)).recurse_included_files()
    assert "prgbench/py.typed" in {file.distribution_path for file in files}
