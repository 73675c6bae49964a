from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.ties.figure import TIE_POLICIES, ties


def test_a_panel_for_each_way_to_compare_sets():
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 7)]
    tables = make_tables(["ties"], tasks, ties={"tolerances": (0.0, 0.5)})
    drawn = ties(tables, make_facts("made-up archive"))
    for axes, policy in zip(drawn.figure.axes, TIE_POLICIES, strict=True):
        assert [text.get_text() for text in drawn.figure.axes[0].get_yticklabels()] == ["0", "0.5"]
        shown = [x for line in axes.get_lines() for x in line.get_xdata()]
        assert sorted(shown) == sorted(tables["ties"][policy])
    plt.close(drawn.figure)
