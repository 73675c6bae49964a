"""What users of the package see in their editor, shell and type checker."""

import inspect
import subprocess
import sys

import pytest
from mypy import api

import prgbench
from places import ROOT
from prgbench import metrics

SCRIPT = """\
import numpy as np
import pandas as pd
import prgbench
from sklearn.naive_bayes import GaussianNB

X, y = np.zeros((9, 2)), np.zeros(9)
table = pd.read_csv("predictions.csv")
compared: prgbench.ComparedModels = prgbench.compare(table, measures=["auroc", "brier"], seed=1)
agreement: pd.DataFrame = compared.tables["agreement"]
tasks: int = compared.answer.tasks
areas: pd.DataFrame = prgbench.score(table)
area: float = prgbench.metrics.auprg_score([1, 0], [0.5, 0.2])
heart = prgbench.compare([0, 1], {"a": np.array([0.5, 0.7]), "b": [0.2, 0.3]}, title="heart")
best: pd.DataFrame = heart.leaderboard
fitted = prgbench.compare({"bayes": GaussianNB()}, X, y, cv=3)
several = prgbench.compare([GaussianNB()], {"heart": (X, y)})
of_arrays: pd.DataFrame = prgbench.score([0, 1], {"a": [0.5, 0.7]})
prgbench.compare(table, seed="one")
prgbench.compare([0, 1], np.array([0.5, 0.7]))
fitted.tables["agreement"] + 1 + fitted.answer.taskz
"""


def test_a_type_checker_knows_what_calls_take_and_return(tmp_path, monkeypatch):
    monkeypatch.setenv("MYPYPATH", str(ROOT / "src"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "script.py").write_text(SCRIPT)
    # With the settings of `make check`, what it found of all that is imported is kept.
    settings = ("--config-file", str(ROOT / "pyproject.toml"))
    kept = ("--cache-dir", str(ROOT / ".mypy_cache"))
    found, _, _ = api.run([*settings, *kept, "script.py"])
    errors = [line.partition(" error: ")[::2] for line in found.splitlines()[:-1]]
    assert [(place, what.partition('" ')[0]) for place, what in errors if what] == [
        ("script.py:18:", 'No overload variant of "compare'),
        ("script.py:19:", 'No overload variant of "compare'),
        ("script.py:20:", '"PrintedAnswer'),
    ]


@pytest.mark.parametrize("module", [prgbench, metrics])
def test_names_are_listed_and_there(module):
    assert {name for name in dir(module) if not name.startswith("_")} == set(module.__all__)
    members = dict(inspect.getmembers(module))
    assert members.keys() >= set(module.__all__)


def test_listing_the_names_imports_nothing_heavy():
    code = "import sys, prgbench; dir(prgbench); print({'numpy', 'pandas'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout == "set()\n"


def test_the_package_is_a_command():
    command = [sys.executable, "-m", "prgbench", "--version"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout == f"prgbench {prgbench.__version__}\n"
