import pytest

from made_up_facts import make_facts
from prgbench.report.parts.given import given


def test_all_changes_are_drawn(tables):
    drawn = given(tables, make_facts("made-up archive", 0.9))
    left, right = drawn.figure.axes
    assert [line.get_xdata().tolist() for line in left.get_lines()] == [[0.125]]
    assert [line.get_xdata().tolist() for line in right.get_lines()] == [
        [0.5, 0.25],
        [0.3],
        [0.2],
    ]
    assert left.get_xlim() == right.get_xlim()
    begin, end = right.get_xlim()
    assert begin == pytest.approx(-0.03 * end)
    colours = {line.get_color() for line in (*left.get_lines(), *right.get_lines())}
    assert len(colours) == 3
    assert "(made-up archive)" in drawn.caption
    assert "90% interval" in drawn.caption
    assert "fold mean instead of pooled: 60 tasks on 30 data sets" in drawn.caption
    assert drawn.caption.endswith("do not vary between them.")


def test_nothing_to_draw_is_said(tables):
    tables["given"]["best_models_change"] = float("nan")
    drawn = given(tables, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has several folds, repeats or halves."


@pytest.mark.parametrize(("datasets", "shown"), [(6, True), (5, False)])
def test_few_data_sets_have_no_interval_by_another_measure(tables, datasets, shown):
    tables["given"] = tables["given"].assign(datasets=datasets)
    drawn = given(tables, make_facts())
    own = drawn.data[drawn.data["panel"] == "another measure"]
    assert own["lower"].notna().tolist() == [shown]


def test_what_is_said_of_the_changes(tables):
    drawn = given(tables, make_facts("made-up archive"))
    left, right = drawn.figure.axes
    assert (left.get_title(), right.get_title()) == ("Another measure", "The same measure")
    assert drawn.alt == (
        "Share of tasks whose best model changes by another measure: AUPR – AUROC 12.5%; by the "
        "same measure: AUPR, fold mean instead of pooled 50.0%; AUROC, fold mean instead of "
        "pooled 25.0%; AUPR, another half of the instances 30.0%; AUROC, another half of the "
        "instances 20.0%."
    )
