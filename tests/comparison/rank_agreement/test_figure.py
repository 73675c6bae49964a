import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.rank_agreement.figure import rank_agreement
from prgbench.comparison.rank_agreement.names import COEFFICIENTS


def test_every_coefficient_has_a_row_with_its_medians():
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 9)]
    tables = make_tables(["rank_agreement"], tasks)
    drawn = rank_agreement(tables, make_facts("made-up archive"))
    [axes] = drawn.figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == list(COEFFICIENTS.values())
    shown = [x for line in axes.get_lines() for x in line.get_xdata()]
    assert sorted(shown) == sorted(tables["rank_agreement"]["median"])
    plt.close(drawn.figure)


def test_few_tasks_are_a_sentence():
    row = {"measure_a": "aupr", "measure_b": "auprg", "coefficient": "rbo", "median": 0.9}
    table = pd.DataFrame([{**row, "lower_quartile": 0.8, "upper_quartile": 1.0}])
    drawn = rank_agreement({"rank_agreement": table.assign(tasks=8)}, make_facts())
    assert drawn.alt.startswith("Median agreement")
    assert drawn.data["value"].tolist() == [0.9]
    plt.close(drawn.figure)
    drawn = rank_agreement({"rank_agreement": table.assign(tasks=7)}, make_facts())
    assert drawn.figure is None
    assert drawn.caption == "Rankings of fewer than 8 tasks have no quartiles to draw."
