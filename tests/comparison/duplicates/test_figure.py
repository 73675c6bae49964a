from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.duplicates.figure import duplicates


def test_rows_say_how_many_models_are_left_out():
    tasks = [make_task_scores(task_id, n=40, ties=False) for task_id in range(1, 5)]
    for task in tasks:
        task.y_scores[5] = task.decisions[5]
    drawn = duplicates(make_tables(["duplicates"], tasks), make_facts("made-up archive"))
    assert [text.get_text() for text in drawn.figure.axes[0].get_yticklabels()] == [
        "all models",
        "without duplicates",
        "without hard labels (−4)",
        "without both (−4)",
    ]
    plt.close(drawn.figure)
