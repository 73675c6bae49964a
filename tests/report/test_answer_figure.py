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
