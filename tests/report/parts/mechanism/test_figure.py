import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.report.parts.mechanism import MOST_LINES, mechanism

FACTS = make_facts("made-up archive")


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60) for task_id in range(1, 13)]
    tables = make_tables(["mechanism"], tasks)
    # As if each task stood on a data set of its own.
    return {name: table.assign(datasets=12) for name, table in tables.items()}


def test_bars_are_the_counts_and_lines_the_differences(tables):
    drawn = mechanism(tables, FACTS)
    bars, lines = drawn.figure.axes
    widths = np.array([bar.get_width() for bar in bars.patches]).reshape(3, -1)
    counts = tables["mechanism"][["crossing", "dominated", "tied"]].to_numpy().T
    assert widths.tolist() == counts.tolist()
    curves = [line.get_ydata().tolist() for line in lines.get_lines()[1:]]
    quantiles = tables["mechanism_quantiles"]
    expected = [
        own["difference"].tolist()
        for _, own in quantiles.groupby(["measure_a", "measure_b"], sort=False)
    ]
    assert curves == expected
    # Of the two lines each stands half of .08 beside the share.
    places = [line.get_xdata()[:2].tolist() for line in lines.get_lines()[1:]]
    assert places == [pytest.approx([shift, 1 + shift]) for shift in (-0.04, 0.04)]
    assert [text.get_text() for text in lines.get_xticklabels()][:3] == ["1%", "2%", "5%"]
    assert "made-up archive" in drawn.caption
    assert "pairs with most" not in drawn.caption


def test_without_a_disagreement_there_is_a_sentence(tables):
    nothing = {
        "mechanism": tables["mechanism"].assign(disagreements=0, crossing=0, dominated=0, tied=0),
        "mechanism_quantiles": tables["mechanism_quantiles"].iloc[:0],
    }
    drawn = mechanism(nothing, FACTS)
    assert drawn.figure is None
    assert drawn.caption == "No two measures disagree about the best model of a task."


@pytest.mark.parametrize(("datasets", "panels"), [(6, 2), (5, 1)])
def test_lines_take_six_data_sets(tables, datasets, panels):
    quantiles = tables["mechanism_quantiles"].assign(datasets=datasets)
    drawn = mechanism(tables | {"mechanism_quantiles": quantiles}, FACTS)
    assert len(drawn.figure.axes) == panels
    assert ("No pair of measures disagrees on 6 data sets" in drawn.caption) == (panels == 1)


def test_of_many_pairs_the_most_frequent_have_lines(tables):
    names = ["aupr", "auprg", "auroc", "brier", "ks"]
    pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
    count = tables["mechanism"].iloc[:1]
    line = tables["mechanism_quantiles"].iloc[:8]
    counts, lines = [], []
    for place, (a, b) in enumerate(pairs):
        counts.append(count.assign(measure_a=a, measure_b=b, disagreements=place))
        lines.append(line.assign(measure_a=a, measure_b=b, disagreements=place))
    many = {"mechanism": pd.concat(counts), "mechanism_quantiles": pd.concat(lines)}
    drawn = mechanism(many, FACTS)
    _, lower = drawn.figure.axes
    labels = [line.get_label() for axes in drawn.figure.axes for line in axes.get_lines()[1:]]
    assert len(labels) == MOST_LINES
    assert labels[-1].endswith("(9)")
    assert "the 6 pairs with most of them" in drawn.caption
    assert lower.get_xlabel() == "Disagreements"


def made_up():
    """Return the part's tables of two pairs, the second on too few data sets for a line."""
    pairs = [{"measure_a": "aupr", "measure_b": other} for other in ("auprg", "auroc")]
    counts = [
        {**pairs[0], "disagreements": 12, "crossing": 5, "dominated": 4, "tied": 3},
        {**pairs[1], "disagreements": 8, "crossing": 8, "dominated": 0, "tied": 0},
    ]
    quantiles = [
        {**pair, "predicted_positive": share, "difference": difference, "lower": -0.5,
         "upper": 0.5, "disagreements": 1009, "datasets": datasets}
        for pair, datasets in zip(pairs, (6, 5), strict=True)
        for share, difference in ((0.5, -0.125), (0.025, 0.25))
    ]  # fmt: skip
    return {
        "mechanism": pd.DataFrame(counts).assign(tasks=17, datasets=9),
        "mechanism_quantiles": pd.DataFrame(quantiles),
    }


def test_two_pairs_by_hand():
    drawn = mechanism(made_up(), FACTS)
    bars, lines = drawn.figure.axes
    assert [(bar.get_x(), bar.get_width()) for bar in bars.patches] == [
        (0, 5), (0, 8), (5, 4), (8, 0), (9, 3), (8, 0)
    ]  # fmt: skip
    assert [bar.get_y() + bar.get_height() / 2 for bar in bars.patches[:2]] == [0, 1]
    assert bars.get_ylim() == (1.5, -0.5)
    assert bars.get_xlim() == pytest.approx((0, 1.05 * 12))
    assert [text.get_text() for text in bars.get_yticklabels()] == ["AUPR – AUPRG", "AUPR – AUROC"]
    zero, line = lines.get_lines()
    assert set(zero.get_ydata()) == {0}
    # Shares rise from the left; a line alone stands on them.
    assert line.get_xydata().tolist() == [[1, -0.125], [0, 0.25]]
    assert [text.get_text() for text in lines.get_xticklabels()] == ["2.5%", "50%"]
    ends = [segment.tolist() for segment in lines.collections[0].get_segments()]
    assert ends == [[[1, -0.5], [1, 0.5]], [[0, -0.5], [0, 0.5]]]
    [legend] = drawn.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "cross", "do not cross", "tied best models", "AUPR – AUPRG (1,009)"
    ]  # fmt: skip
    assert drawn.caption.startswith(
        "Why two measures disagree (made-up archive, 17 tasks on 9 data sets). Bars: "
    )
    assert drawn.caption.endswith(
        "(their number in brackets), with the 95% interval over data sets; the 1 pair with "
        "most of them on at least 6 data sets."
    )
    assert drawn.alt == (
        "Disagreements whose best models have crossing ROC curves: AUPR – AUPRG 5; AUPR – AUROC 8."
    )
    assert drawn.data["value"].tolist() == [5, 8, 4, 0, 3, 0, -0.125, 0.25]
    assert drawn.data["panel"].tolist() == ["disagreements"] * 6 + ["difference of recall"] * 2


def test_all_pairs_with_lines_are_no_choice():
    tables = made_up()
    tables["mechanism_quantiles"]["datasets"] = 6
    drawn = mechanism(tables, FACTS)
    assert drawn.caption.endswith("with the 95% interval over data sets.")
    # Two lines stand .04 to the left and to the right.
    _, first, second = drawn.figure.axes[1].get_lines()
    assert first.get_xdata().tolist() == pytest.approx([0.96, -0.04])
    assert second.get_xdata().tolist() == pytest.approx([1.04, 0.04])


@pytest.mark.parametrize(("pairs", "beside"), [(6, True), (7, False)])
def test_lines_stand_beside_six_pairs_and_above_more(pairs, beside):
    tables = made_up()
    tables["mechanism"] = pd.concat([tables["mechanism"].iloc[:1]] * pairs)
    drawn = mechanism(tables, FACTS)
    drawn.figure.draw_without_rendering()
    one, other = (axes.get_position() for axes in drawn.figure.axes)
    assert (one.x1 < other.x0) == beside
    assert (one.y0 > other.y1) == (not beside)
    bars = drawn.figure.axes[0 if beside else 1]
    assert bars.get_xlabel() == "Disagreements"
