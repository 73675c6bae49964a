"""What the process of each stage has loaded when its work begins, as every job pays for it."""

import os
import subprocess
import sys

import pytest

from job_imports import HEAVY, imports_of
from places import ROOT

TABLES = {"pandas", "pyarrow", "pydantic", "yaml"}
LOADED = {
    "plan": {"pydantic", "yaml"},
    "fetch": {"filelock", "pyarrow", "pydantic", "yaml"},
    "score": TABLES | {"filelock"},
    "curves": TABLES | {"filelock"},
    "compare": TABLES,
    "answer_per_task": TABLES | {"filelock"},
    "answer_tables": TABLES | {"filelock"},
    "answer": TABLES,
    "figures": TABLES | {"tabulate"},
    "report": TABLES | {"jinja2", "markdown_it", "tabulate"},
    "page": TABLES | {"jinja2", "markdown_it", "tabulate", "vl_convert"},
}
SHOW = "\nimport sys; print(*sys.modules)\n"


@pytest.mark.parametrize("stage", LOADED)
def test_a_stage_begins_with_these_libraries_and_no_other(stage):
    done = subprocess.run(
        [sys.executable, "-c", imports_of(stage) + SHOW],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert HEAVY & set(done.stdout.split()) == LOADED[stage]
