from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.rank_agreement.figure import rank_agreement
from prgbench.comparison.rank_agreement.names import COEFFICIENTS


def test_every_coefficient_has_a_row_with_its_medians():
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 7)]
    tables = make_tables(["rank_agreement"], tasks)
    figure, _ = rank_agreement(tables, make_facts("made-up archive"))
    [axes] = figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == list(COEFFICIENTS.values())
    shown = [x for line in axes.get_lines() for x in line.get_xdata()]
    assert sorted(shown) == sorted(tables["rank_agreement"]["median"])
    plt.close(figure)
