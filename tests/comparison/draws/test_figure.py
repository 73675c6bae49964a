from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.draws.figure import draws


def test_sizes_that_no_task_has_are_not_drawn():
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 5)]
    tables = make_tables(["draws"], tasks, draws={"sizes": (2, 6, 50), "draws": 7})
    drawn = draws(tables, make_facts("made-up archive"))
    [axes] = drawn.figure.axes
    assert [text.get_text() for text in axes.get_xticklabels()] == ["2", "6"]
    assert "7 draws" in drawn.caption
    plt.close(drawn.figure)
