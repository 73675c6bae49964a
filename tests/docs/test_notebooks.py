"""The notebooks are committed with the outputs of a run from top to bottom."""

import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from places import ROOT

FOLDER = ROOT / "notebooks"
# So many figures does each notebook show.
FIGURES = {
    "certainty": 2,
    "compare": 1,
    "metrics": 2,
    "theory_boyd": 5,
    "theory_flach_kull": 3,
    "theory_hughes_oliver": 7,
    "theory_introduction": 6,
}
LARGEST = 500_000


def read(name):
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def pictures(notebook):
    return [output for output in outputs(notebook) if "image/png" in output.get("data", {})]


def texts(notebook):
    """Return what is shown as text; an object without a name of its own shows its address."""
    shown = [output.get("data", {}).get("text/plain", "") for output in outputs(notebook)]
    return [re.sub(r"0x[0-9a-f]+", "0x", text) for text in shown]


def test_each_notebook_is_listed():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_it_is_committed_with_what_it_shows(name):
    notebook = read(name)
    numbers = [cell.execution_count for cell in code_cells(notebook)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert not [output for output in outputs(notebook) if output.output_type == "error"]
    assert len(pictures(notebook)) == FIGURES[name]
    assert (FOLDER / f"{name}.ipynb").stat().st_size < LARGEST


def test_the_outputs_are_of_the_code():
    program = [sys.executable, "docs/notebooks.py", "--check"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
def test_it_shows_that_when_it_is_run(name):
    notebook = read(name)
    committed = texts(notebook)
    place = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(notebook, timeout=300, resources=place).execute()
    assert texts(notebook) == committed
    assert len(pictures(notebook)) == FIGURES[name]
