from made_up_facts import make_facts
from prgbench.report.parts.excess import excess


def test_levels_excess_and_replication_stand_side_by_side(make_excess):
    drawn = excess(make_excess(), make_facts("made-up archive", 0.9))
    levels, middle, right = drawn.figure.axes
    assert [line.get_xdata().tolist() for line in levels.get_lines()] == [[0.5], [0.3]]
    assert [line.get_xdata().tolist() for line in middle.get_lines()[:2]] == [[0.2], [0.1]]
    assert [line.get_xdata().tolist() for line in right.get_lines()[:2]] == [[0.15], [0.05]]
    for axes, bounds in (
        (middle, [[0.1, 0.3], [-0.1, 0.2]]),
        (right, [[0.05, 0.25], [-0.05, 0.1]]),
    ):
        segments = [lines.get_segments()[0][:, 0].tolist() for lines in axes.collections]
        assert segments == bounds
        assert set(axes.get_lines()[2].get_xdata()) == {0}
    labels = [[text.get_text() for text in own.get_texts()] for own in drawn.figure.legends]
    assert labels == [["two measures", "one measure with itself"], ["halves", "quarters"]]
    # Four looks: two kinds of picks on the left, two sizes in the other panels.
    marks = [line for axes in (levels, middle) for line in axes.get_lines()[:2]]
    assert len({line.get_color() for line in marks}) == 4
    assert len({line.get_marker() for line in marks}) == 4
    for one, other in zip(middle.get_lines()[:2], right.get_lines()[:2], strict=True):
        assert (one.get_color(), one.get_marker()) == (other.get_color(), other.get_marker())
    assert drawn.alt == "Cross-half excess in percentage points: AUPR – AUROC +20.0."
    assert drawn.data.groupby("panel")["value"].apply(list).to_dict() == {
        "shares": [0.5, 0.3],
        "excess": [0.2, 0.1],
        "replicated": [0.15, 0.05],
    }
    assert "(made-up archive)" in drawn.caption
    assert "mean over 40 tasks on 30 data sets" in drawn.caption
    assert drawn.caption.endswith("Lines are 90% intervals by resampling data sets.")


def test_nothing_to_draw_is_said(make_excess):
    drawn = excess(make_excess(tasks=0), make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has both classes in two halves of its instances."
