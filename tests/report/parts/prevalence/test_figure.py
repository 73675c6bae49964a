import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.prevalence import prevalence
from shown_lines import shown_lines


def test_changes_and_disagreements_stand_side_by_side(tables):
    drawn = prevalence(tables, make_facts("made-up archive", 0.9))
    changes, pairs = drawn.figure.axes
    assert [line.get_xdata().tolist() for line in changes.get_lines()] == [[0.5, 0.25], [0, 0]]
    assert [[segment[:, 0].tolist() for segment in bounds] for bounds in shown_lines(changes)] == [
        [[0.25, 0.75], [0.125, 0.5]],
        [[0, 0], [0, 0]],
    ]
    assert [line.get_xdata().tolist() for line in pairs.get_lines()] == [[0.4, 0.2]]
    assert not shown_lines(pairs)
    assert [text.get_text() for text in changes.get_yticklabels()] == [
        "prevalence 0.1",
        "prevalence 0.5",
    ]
    assert changes.get_xlabel() == "Tasks whose best models change"
    assert pairs.get_xlabel() == "Tasks with different best models"
    assert [
        [text.get_text() for text in axes.get_legend().get_texts()] for axes in (changes, pairs)
    ] == [["AUPR", "AUROC"], ["AUPR – AUROC"]]


def test_caption_alt_text_and_numbers(tables):
    drawn = prevalence(tables, make_facts("made-up archive", 0.9))
    assert "(made-up archive, 12 tasks on 11 data sets)" in drawn.caption
    assert "90% interval" in drawn.caption
    assert drawn.alt == (
        "Share of tasks whose best models change with the prevalence: prevalence 0.1, AUPR 50.0%; "
        "prevalence 0.1, AUROC 0.0%; prevalence 0.5, AUPR 25.0%; prevalence 0.5, AUROC 0.0%."
    )
    assert drawn.data.groupby("panel")["value"].apply(list).to_dict() == {
        "best models change": [0.5, 0.0, 0.25, 0.0],
        "best models differ": [0.4, 0.2],
    }


def test_changes_without_an_interval_are_open_marks(tables):
    changes = tables["prevalence"].assign(lower=float("nan"), upper=float("nan"))
    drawn = prevalence(tables | {"prevalence": changes}, make_facts())
    assert "about the best model. Open marks have no interval" in drawn.caption


def test_what_can_not_be_computed_is_said():
    drawn = prevalence({"prevalence": pd.DataFrame()}, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption.startswith("None of the measures is a function of the areas")
