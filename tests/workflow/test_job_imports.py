"""What the process of each job has loaded when its work begins, as every job pays for it."""

import os
import subprocess
import sys

import pytest

from job_imports import HEAVY, SCRIPTS, imports_of
from places import ROOT

TABLES = {"pandas", "pyarrow"}
DRAWING = TABLES | {"matplotlib", "yaml"}
WRITING = TABLES | {"filelock", "jinja2", "markdown_it", "pydantic", "tabulate", "yaml"}
LOADED = {
    "answer.py": TABLES | {"pydantic"},
    "answer_figure.py": DRAWING | {"pydantic"},
    "chunks.py": {"pydantic", "yaml"},
    "compare.py": TABLES,
    "compare_model.py": TABLES | {"filelock", "numba", "pydantic", "scipy", "tabulate", "yaml"},
    "comparison_figures.py": DRAWING | {"pydantic"},
    "comparison_per_task.py": TABLES | {"filelock", "pydantic", "yaml"},
    "comparison_section.py": TABLES | {"pydantic", "yaml"},
    "comparison_tables.py": TABLES | {"filelock", "pydantic", "yaml"},
    "curves.py": TABLES | {"filelock", "pydantic", "shapely"},
    "embedded_archive.py": TABLES | {"filelock", "pydantic", "scipy", "sklearn", "statsmodels"},
    "examples.py": TABLES | {"filelock", "pydantic"},
    "exclusions.py": TABLES | {"pydantic", "yaml"},
    "fetch.py": {"filelock", "pyarrow", "pydantic", "yaml"},
    "figure.py": DRAWING | {"filelock", "pydantic"},
    "notebook.py": set(),
    "page.py": WRITING | {"shapely", "vl_convert"},
    "plan.py": {"pydantic", "yaml"},
    "rank.py": TABLES | {"filelock", "pydantic", "yaml"},
    "replicated.py": TABLES | {"pydantic", "tabulate", "yaml"},
    "report.py": WRITING,
    "score.py": TABLES | {"filelock", "pydantic"},
    "second_opinion.py": TABLES | {"filelock", "pydantic", "tabulate", "yaml"},
    "theory_demo.py": DRAWING | {"filelock", "pydantic", "scipy"},
    "theory_figures.py": DRAWING,
    "theory_page.py": TABLES | {"tabulate"},
    "theory_tables.py": TABLES,
    "verify.py": TABLES | {"pydantic"},
}
SHOW = "\nimport sys; print(*sys.modules)\n"


def loaded_by(script):
    done = subprocess.run(
        [sys.executable, "-c", imports_of(script) + SHOW],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return HEAVY & set(done.stdout.split())


def test_all_scripts_are_in_the_table():
    assert set(LOADED) == {path.name for path in SCRIPTS.glob("*.py")}


@pytest.mark.parametrize("script", LOADED)
def test_a_job_begins_with_these_libraries_and_no_other(script):
    assert loaded_by(script) == LOADED[script]
