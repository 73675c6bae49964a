import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.noise_alone.figure import noise_alone


def test_found_numbers_and_ranges_are_drawn(table):
    drawn = noise_alone({"noise_alone": table}, make_facts("made-up archive"))
    best, top, ranks = drawn.figure.axes
    [found] = [line for line in best.lines if line.get_label() == "found"]
    assert list(found.get_xdata()) == [0.25, 0.25]
    assert [t.get_text() for t in best.get_yticklabels()] == ["AUPR – AUPRG", "AUPR – AUROC"]
    untied, tied = (container for container in best.containers)
    assert [(bar.get_x(), bar.get_width()) for bar in untied] == [
        pytest.approx((0.1, 0.2)),
        pytest.approx((0.1, 0.2)),
    ]
    assert [bar.get_x() for bar in tied] == pytest.approx([0.12, 0.12])
    means = [segment[0][0] for segment in best.collections[0].get_segments()]
    assert means == pytest.approx([0.13, 0.23])
    assert "top three" in top.get_xlabel()
    assert ranks.get_xlabel() == "Correlation of ranks"
    [legend] = drawn.figure.legends
    assert [t.get_text() for t in legend.get_texts()] == ["found", "noise alone", "noise and ties"]
    assert "made-up archive" in drawn.caption
    assert "80 tasks on 50 data sets" in drawn.caption
    assert "20 replicates" in drawn.caption
    plt.close(drawn.figure)


def test_without_replicates_the_figure_says_so(nothing):
    drawn = noise_alone({"noise_alone": nothing}, make_facts())
    assert drawn.figure is None
    assert drawn.caption == "No task has replicates."
