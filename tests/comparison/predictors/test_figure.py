import numpy as np
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.predictors.figure import predictors
from prgbench.comparison.predictors.names import PREDICTORS

FACTS = make_facts("made-up archive")


@pytest.fixture(scope="module")
def tables():
    return make_tables(["predictors"], [make_task_scores(t, n=40) for t in range(1, 7)])


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_too_few_tasks_have_one_panel_and_say_so(tables):
    figure, caption = predictors(tables, FACTS)
    assert len(figure.axes) == 1
    assert "too few tasks for the logistic model" in caption


def test_coefficients_stand_beside_the_curve(tables):
    model = tables["predictors"].assign(coefficient=np.arange(12) / 10, lower=-1.0, upper=1.0)
    figure, caption = predictors(tables | {"predictors": model}, FACTS)
    curve, coefficients = figure.axes
    assert len(curve.get_lines()) == 3
    labels = [text.get_text() for text in coefficients.get_yticklabels()]
    assert labels == list(PREDICTORS.values())
    assert caption.count("95% interval") == 2


def test_the_axis_of_gaps_has_numbers_and_no_mathematics(tables):
    figure, _ = predictors(tables, FACTS)
    axis = figure.axes[0].xaxis
    assert [axis.get_major_formatter()(gap, 0) for gap in (0.001, 0.1, 1.0)] == [
        "0.001",
        "0.1",
        "1",
    ]
