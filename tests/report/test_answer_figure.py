import pytest

from made_up_answer import make_answer
from made_up_facts import make_facts
from prgbench.report.answer_figure import answer_figure


@pytest.mark.parametrize("printed", [True, False])
def test_the_figure_draws_the_numbers_of_the_answer(printed):
    answer = make_answer().model_copy(update={"datasets": 6})
    drawn = answer_figure(answer, make_facts(), printed=printed)
    shares, excess = drawn.figure.axes
    found, noise, tied, *paper = shares.get_lines()
    assert list(tied.get_xdata()) == pytest.approx([0.25, 0.35])
    assert list(found.get_xdata()) == pytest.approx([4 / 17, 8 / 17])
    assert list(noise.get_xdata()) == pytest.approx([0.15, 0.25])
    assert [label.get_text() for label in shares.get_yticklabels()] == [
        "AUPR – AUPRG",
        "AUPR – AUROC",
    ]
    assert [list(line.get_xdata()) for line in paper] == ([[0.24, 0.29]] if printed else [])
    assert list(excess.get_lines()[0].get_xdata()) == [0.1, 0.1]
    assert "17 tasks on 6 data sets" in drawn.caption
    labels = [text.get_text() for text in drawn.figure.legends[0].get_texts()]
    assert (
        labels == ["found", "noise alone", "noise and ties", "printed in the paper"][: 3 + printed]
    )
    # Two rows for each of two pairs, 0.24 inches each, and 0.9 for the axes.
    assert drawn.figure.get_size_inches().tolist() == pytest.approx([7, 0.9 + 4 * 0.24])


def test_every_mark_has_its_interval_and_the_texts_say_what_is_drawn():
    drawn = answer_figure(make_answer(), make_facts(confidence_level=0.9), printed=True)
    first = drawn.data[drawn.data["row"] == "AUPR – AUPRG"]
    assert first[["value", "lower", "upper"]].fillna(-1.0).to_numpy().tolist() == [
        [4 / 17, 0.1, 0.4],
        pytest.approx([0.15, 0.1, 0.2]),
        pytest.approx([0.25, 0.15, 0.35]),
        [0.24, -1, -1],
        [0.1, 0.02, 0.18],
    ]
    assert drawn.caption == (
        "The answer (test). Left: share of 17 tasks on 9 data sets whose best models differ, with "
        "its 90% interval, and what noise alone gives (mean and range of simulated studies). "
        "Right: how much more often two measures disagree across independent halves of the "
        "instances than one measure with itself, with its 90% interval."
    )
    assert drawn.alt == (
        "Share of tasks with different best models: AUPR – AUPRG 23.5%; AUPR – AUROC 47.1%. "
        "Excess over one measure with itself, in percentage points: AUPR – AUPRG +10.0; "
        "AUPR – AUROC +10.0."
    )


def test_the_order_of_two_measures_does_not_matter_to_the_paper():
    answer = make_answer()
    turned = [pair.model_copy(update={"measures": pair.measures[::-1]}) for pair in answer.pairs]
    drawn = answer_figure(answer.model_copy(update={"pairs": turned}), make_facts(), printed=True)
    paper = drawn.data[drawn.data["series"] == "printed in the paper"]
    assert paper[["row", "value"]].to_numpy().tolist() == [
        ["AUPRG – AUPR", 0.24],
        ["AUROC – AUPR", 0.29],
    ]


def test_an_answer_without_parts_has_a_figure():
    drawn = answer_figure(make_answer({}), make_facts(), printed=True)
    found = drawn.data[drawn.data["series"] == "found"]
    assert found["value"].tolist() == pytest.approx([4 / 17, 8 / 17])
    assert drawn.alt.startswith(
        "Share of tasks with different best models: AUPR – AUPRG 23.5%; AUPR – AUROC 47.1%."
    )


@pytest.mark.parametrize(("datasets", "shown"), [(6, True), (5, False)])
def test_few_data_sets_have_no_interval(datasets, shown):
    answer = make_answer().model_copy(update={"datasets": datasets})
    drawn = answer_figure(answer, make_facts(), printed=False)
    own = drawn.data[(drawn.data["series"] == "found") | (drawn.data["panel"] == "excess")]
    assert own["lower"].notna().eq(shown).all()
    assert ("Open marks have no interval" in drawn.caption) != shown
