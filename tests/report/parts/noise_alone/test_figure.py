import numpy as np
import pytest

from made_up_facts import make_facts
from prgbench.report.parts.noise_alone import noise_alone


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


def test_marks_of_a_pair_stand_around_its_row(table):
    table.loc[table["measure_b"] == "auroc", "found"] = 0.5
    drawn = noise_alone({"noise_alone": table}, make_facts("made-up archive"))
    best, _, ranks = drawn.figure.axes
    [found] = best.get_lines()
    assert found.get_xydata() == pytest.approx(np.array([[0.25, -0.22], [0.5, 0.78]]))
    # Bars of .16 and lines of .22 around .05 and .27 below the row.
    for bars, lines, shift in zip(best.containers, best.collections, (0.05, 0.27), strict=True):
        centres = [bar.get_y() + bar.get_height() / 2 for bar in bars]
        assert centres == pytest.approx([shift, 1 + shift])
        ends = [segment[:, 1].tolist() for segment in lines.get_segments()]
        assert ends == [pytest.approx([k + shift - 0.11, k + shift + 0.11]) for k in (0, 1)]
    untied, tied = best.containers
    assert [bar.get_width() for bar in tied] == pytest.approx([0.08, 0.08])
    assert untied[0].get_facecolor() != tied[0].get_facecolor()
    assert best.get_ylim() == (1.5, -0.5)
    assert best.get_xlim()[0] < 0
    # Correlations of .9 to .97 have .06 of their range as room, and do not begin at 0.
    assert ranks.get_xlim() == pytest.approx((0.5 - 0.06 * 0.47, 0.97 + 0.06 * 0.47))
    assert drawn.alt == (
        "Share of tasks with different best models, found and by noise alone: AUPR – AUPRG, found "
        "25.0%; AUPR – AUROC, found 50.0%; AUPR – AUPRG, noise alone 13.0%; AUPR – AUROC, noise "
        "alone 23.0%; AUPR – AUPRG, noise and ties 16.0%; AUPR – AUROC, noise and ties 16.0%."
    )
    own = drawn.data[(drawn.data["panel"] == "best_differs") & drawn.data["lower"].notna()]
    assert own["lower"].tolist() == [0.1, 0.1, 0.12, 0.12]
    assert own["upper"].tolist() == [0.3, 0.3, 0.2, 0.2]


def test_without_replicates_the_figure_says_so(nothing):
    drawn = noise_alone({"noise_alone": nothing}, make_facts())
    assert drawn.figure is None
    assert drawn.caption == "No task has replicates."
