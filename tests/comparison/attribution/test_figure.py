import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.attribution.figure import attribution

FACTS = make_facts("made-up archive")


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    return make_tables(["attribution"], tasks)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_each_pair_has_a_panel_with_its_disagreements(tables):
    figure, _ = attribution(tables, FACTS)
    for axes, pair in zip(figure.axes, tables["attributed"].itertuples(), strict=True):
        points = axes.get_lines()[-1].get_xydata()
        own = tables["attribution"].query(
            "measure_a == @pair.measure_a and measure_b == @pair.measure_b"
        )
        assert points.tolist() == own[["low", "high"]].to_numpy().tolist()
        assert axes.get_title().endswith(f": {pair.early} of {pair.disagreements}")


def test_no_disagreement_leaves_an_empty_attribution(tables):
    empty = tables | {"attribution": tables["attribution"].iloc[:0]}
    figure, _ = attribution(empty, FACTS)
    figure.canvas.draw()
