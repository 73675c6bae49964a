from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.breakdown.figure import breakdown


def test_every_property_has_a_panel_with_all_its_bins():
    tasks = [make_task_scores(task_id, n=40 + 100 * task_id) for task_id in range(1, 7)]
    tables = make_tables(["breakdown"], tasks)
    figure, _ = breakdown(tables, make_facts("made-up archive"))
    bins = tables["breakdown"].drop_duplicates(["by", "bin"]).groupby("by")["bin"].count()
    panels = [axes for part in figure.subfigs for axes in part.axes]
    drawn = {axes.get_title(loc="left"): len(axes.get_yticks()) for axes in panels}
    expected = {by.capitalize() if by.islower() else by: count for by, count in bins.items()}
    assert drawn == expected
    plt.close(figure)
