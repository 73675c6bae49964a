import inspect

import pytest

from prgbench.report.figures import FIGURES, paper_figures


@pytest.mark.parametrize("draw", FIGURES.values())
def test_a_figure_is_drawn_from_files_and_facts(draw):
    assert list(inspect.signature(draw).parameters) == ["files", "facts"]


def test_only_a_replication_shows_two_tasks_side_by_side():
    assert paper_figures(replication=True) == list(FIGURES)
    assert set(FIGURES) - set(paper_figures(replication=False)) == {"area_scatter"}
