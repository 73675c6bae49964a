import inspect

import pytest

from prgbench.report.figures import FIGURES, paper_figures
from prgbench.study.examples import SHOWN_PAIR


@pytest.mark.parametrize("draw", FIGURES.values())
def test_a_figure_is_drawn_from_a_study_and_facts(draw):
    assert list(inspect.signature(draw).parameters) == ["study", "facts"]


def test_only_a_replication_shows_two_tasks_side_by_side():
    assert paper_figures(SHOWN_PAIR, replication=True) == list(FIGURES)
    assert set(FIGURES) - set(paper_figures(SHOWN_PAIR, replication=False)) == {"area_scatter"}


@pytest.mark.parametrize("measures", [["aupr", "auroc"], ["auprg"], ["f1", "accuracy"]])
def test_other_measures_have_the_curves_alone(measures):
    assert paper_figures(measures, replication=False) == ["model_curves"]
