"""What a job of a chunk imports is there before it begins: each fork would import it once more."""

import builtins
import json
import subprocess
import sys
from dataclasses import replace
from functools import wraps
from itertools import chain

import numpy as np
import pandas as pd
import pytest

import prgbench
from prgbench.pipeline.jobs import EVERY_SCRIPT, FORKED, imported_by
from prgbench.pipeline.stages import STAGES
from prgbench.sources.openml.source import OpenMLSource
from prgbench.study import model_curves

OURS = "prgbench."
LOADED = """
import importlib, json, sys
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps([*sys.modules]))
"""


class WatchedImports:
    """Notes which modules our functions ask for while one of the watched functions runs."""

    def __init__(self, monkeypatch):
        self.names = set()
        self.active = False
        self._import = builtins.__import__
        monkeypatch.setattr(builtins, "__import__", self._noted)

    def _noted(self, name, *args, **named):
        importer = (args[0] if args else named.get("globals")) or {}
        if self.active and str(importer.get("__name__")).startswith(OURS):
            self.names.add(name)
        return self._import(name, *args, **named)

    def of(self, function):
        @wraps(function)
        def run(*args, **kwargs):
            self.active = True
            try:
                return function(*args, **kwargs)
            finally:
                self.active = False

        return run


@pytest.fixture
def asked_for(monkeypatch, tmp_path):
    watched = WatchedImports(monkeypatch)
    stage = STAGES["evaluate"]
    monkeypatch.setitem(STAGES, "evaluate", replace(stage, function=watched.of(stage.function)))
    monkeypatch.setattr(model_curves, "curve_table", watched.of(model_curves.curve_table))
    rng = np.random.default_rng(0)
    rows = 300
    truth = rng.integers(0, 2, rows)
    table = pd.DataFrame(
        {"dataset": np.repeat(["one", "two", "three"], rows // 3), "y_true": truth}
    )
    for model in "abc":
        table[model] = truth + rng.normal(size=rows)
    prgbench.compare(table).report(tmp_path / "study")
    return watched.names


def test_a_job_of_a_chunk_imports_nothing_that_its_server_has_not(asked_for):
    server = ["prgbench.pipeline.artifacts", *imported_by("evaluate")]
    command = [sys.executable, "-c", LOADED, json.dumps(server)]
    loaded = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert asked_for - set(loaded) == set()


def test_all_that_is_imported_before_is_there():
    # Where jobs are forks of it, what can't be imported is silently left to them.
    modules = {*EVERY_SCRIPT, *chain(*(imported_by(rule, OpenMLSource) for rule in FORKED))}
    command = [sys.executable, "-c", LOADED, json.dumps(sorted(modules))]
    loaded = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert modules <= set(loaded)
    assert OpenMLSource.__module__ in modules


BY_IMPORT = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(" ".join(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def packages_loaded_by(*modules):
    """Return the packages that modules of ours bring with them."""
    command = [sys.executable, "-c", BY_IMPORT, *modules]
    return set(subprocess.run(command, capture_output=True, check=True, text=True).stdout.split())


def test_figures_are_drawn_without_the_estimators_of_scikit_learn():
    loaded = packages_loaded_by("prgbench.report.figures", "prgbench.metrics.winning_display")
    assert "prgbench" in loaded
    assert "sklearn" not in loaded
