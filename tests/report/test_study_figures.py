"""Which figures of a study are drawn."""

import inspect
import re

import pandas as pd
import pytest

from made_up_answer import make_answer
from made_up_facts import make_facts
from made_up_tasks import make_setting, make_tables, make_task_scores
from prgbench.report.figures import FIGURES, StudyFigures, paper_figures
from prgbench.study.config import Figures
from prgbench.study.examples import NO_EXAMPLES, SHOWN_PAIR, Examples

PARTS = ["measure_matrix", "intervals", "standings", "rankings", "choosing"]


def figures_of_four_data_sets():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 5)]
    tables = make_tables(PARTS, tasks, make_setting(replicates=10))
    examples = Examples(pd.DataFrame(), pd.DataFrame(), NO_EXAMPLES, pd.DataFrame())
    return StudyFigures(examples, make_answer(), tables, make_facts("made-up"), printed=False)


def test_figures_of_parts_that_need_more_data_sets_are_not_drawn():
    drawn = figures_of_four_data_sets().draw("choosing")
    assert drawn.figure is None
    assert re.fullmatch(r"Drawn from \d+ data sets on\.", drawn.caption)


def test_processes_change_no_figure(tmp_path):
    names, endings = ["answer", "standings", "if_alike"], ("png", "csv", "md")
    for processes in (1, 2):
        figures_of_four_data_sets().save(
            names, Figures(formats=("png",)), tmp_path / str(processes), processes=processes
        )
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / number).iterdir()} for number in "12"
    )
    assert first.keys() == {f"{name}.{ending}" for name in names for ending in endings}
    assert first == second


@pytest.mark.parametrize("draw", FIGURES.values())
def test_a_figure_is_drawn_from_a_study_and_facts(draw):
    assert list(inspect.signature(draw).parameters) == ["study", "facts"]


def test_only_a_replication_shows_two_tasks_side_by_side():
    assert paper_figures(SHOWN_PAIR) == list(FIGURES)


@pytest.mark.parametrize("measures", [["aupr", "auroc"], ["auprg"], ["f1", "accuracy"]])
def test_other_measures_have_the_curves_alone(measures):
    assert paper_figures(measures) == ["model_curves"]
