import numpy as np
import pytest

from made_up_facts import make_facts
from prgbench.answer.interface import columns_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.report.parts.noise_alone import NO_REPLICATES, noise_alone
from shown_lines import shown_lines


def draw(table, lower=0.2, upper=0.6):
    """Draw the part; the bounds of the best models differ, other numbers have none."""
    best = table["statistic"] == "best_differs"
    intervals = table.assign(
        lower=np.where(best, lower, np.nan), upper=np.where(best, upper, np.nan)
    )
    tables = {
        "noise_alone": table,
        "intervals": intervals.reindex(columns=columns_of(AgreementInterval)),
    }
    return noise_alone(tables, make_facts("made-up archive", 0.9))


def test_what_is_found_has_its_interval(table):
    table.loc[table["measure_b"] == "auroc", "found"] = 0.5
    drawn = draw(table)
    best = drawn.figure.axes[0]
    assert best.get_lines()[0].get_xydata().tolist() == [[0.25, 0], [0.5, 1]]
    assert [t.get_text() for t in best.get_yticklabels()] == ["AUPR – AUPRG", "AUPR – AUROC"]
    assert [s[:, 0].tolist() for s in shown_lines(best)[0]] == [[0.2, 0.6]] * 2
    assert "80 tasks on 50 data sets, with the 90% interval of all tasks" in drawn.caption
    assert "mean of 20 replicates" in drawn.caption
    assert "Open marks have no interval" in drawn.caption
    assert "AUPR – AUPRG, found 25.0%; AUPR – AUROC, found 50.0%; " in drawn.alt
    assert "noise alone 13.0%; AUPR – AUROC, noise alone 23.0%." in drawn.alt
    own = drawn.data[drawn.data["panel"] == "best_differs"]
    assert own["lower"].tolist() == [0.2, 0.2, 0.1, 0.1, 0.12, 0.12]
    assert own["upper"].tolist() == [0.6, 0.6, 0.3, 0.3, 0.2, 0.2]


def test_ranges_of_noise_alone_are_bars_below_what_is_found(table):
    best, _, ranks = draw(table).figure.axes
    untied, tied = best.containers
    assert [(bar.get_x(), bar.get_width()) for bar in untied] == [pytest.approx((0.1, 0.2))] * 2
    assert [(bar.get_x(), bar.get_width()) for bar in tied] == [pytest.approx((0.12, 0.08))] * 2
    assert untied[0].get_facecolor() != tied[0].get_facecolor()
    means = shown_lines(best)[1:]
    for bars, lines, shift in zip(best.containers, means, (0.22, 0.4), strict=True):
        centres = [bar.get_y() + bar.get_height() / 2 for bar in bars]
        assert centres == pytest.approx([shift, 1 + shift])
        ends = [segment[:, 1].tolist() for segment in lines]
        assert ends == [pytest.approx([k + shift - 0.09, k + shift + 0.09]) for k in (0, 1)]
    assert [segment[0][0] for segment in means[0]] == pytest.approx([0.13, 0.23])
    assert best.get_ylim() == (1.6, -0.3)
    assert best.get_xlim()[0] < 0
    # Correlations of .9 to .97 do not begin at 0.
    assert ranks.get_xlim() == pytest.approx((0.9 - 0.06 * 0.07, 0.97 + 0.06 * 0.07))


def test_without_replicates_the_figure_says_so(nothing):
    drawn = draw(nothing)
    assert drawn.figure is None
    assert drawn.caption == NO_REPLICATES
