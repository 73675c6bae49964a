from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.stability.figure import stability


def test_means_with_intervals_and_quartiles(make_table):
    drawn = stability(make_table(), make_facts("made-up archive", 0.9))
    means, quartiles = drawn.figure.axes
    assert means.get_lines()[0].get_xdata().tolist() == [0.3, 0.2]
    assert [s[:, 0].tolist() for s in means.collections[0].get_segments()] == [
        [0.25, 0.35],
        [0.1, 0.3],
    ]
    assert [tick.get_text() for tick in means.get_yticklabels()] == ["AUPR", "AUROC"]
    assert quartiles.get_lines()[0].get_xdata().tolist() == [0.28, 0.15]
    assert [s[:, 0].tolist() for s in quartiles.collections[0].get_segments()] == [
        [0.1, 0.5],
        [0.05, 0.25],
    ]
    assert "(made-up archive, 17 tasks on 9 data sets)" in drawn.caption
    assert "with 90% interval by resampling data sets" in drawn.caption
    plt.close(drawn.figure)


def test_few_tasks_are_a_sentence(make_table):
    drawn = stability(make_table(tasks=[8, 7]), make_facts())
    assert drawn.data["row"].tolist() == ["AUPR", "AUPR"]
    plt.close(drawn.figure)
    drawn = stability(make_table(tasks=7), make_facts())
    assert drawn.figure is None
    assert drawn.caption == ("How stable the best models are is not drawn for fewer than 8 tasks.")
