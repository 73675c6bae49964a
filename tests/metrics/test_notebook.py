"""The notebook runs from top to bottom and is committed without output."""

import nbformat
import pytest
from nbclient import NotebookClient

from places import ROOT

NOTEBOOK = ROOT / "notebooks" / "metrics.ipynb"


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_it_is_committed_without_output():
    for cell in code_cells(nbformat.read(NOTEBOOK, as_version=4)):
        assert cell.outputs == []
        assert cell.execution_count is None


@pytest.mark.slow
def test_it_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=300).execute()
    drawn = [
        output
        for cell in code_cells(notebook)
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    assert len(drawn) == 2
