import pandas as pd
import pytest

from golden_files import check_golden
from made_up_answer import make_answer
from made_up_facts import make_facts
from prgbench.answer.answer import LeaderboardAnswer
from prgbench.answer.common_order import RANKS as RANK_CORRELATION
from prgbench.report.answer_figure import (
    BOARDS,
    LOSSES,
    POOLED,
    RANKS,
    WINNERS,
    answer_figure,
)


def rows(drawn, panel, series):
    """Return what is drawn of a series, as row, value, lower and upper; -1 stands for none."""
    own = drawn.data[(drawn.data["panel"] == panel) & (drawn.data["series"] == series)]
    return own[["row", "value", "lower", "upper"]].fillna(-1.0).to_numpy().tolist()


@pytest.mark.parametrize("printed", [True, False])
def test_the_figure_draws_the_numbers_of_the_answer(printed):
    drawn = answer_figure(make_answer(), make_facts(), printed=printed)
    assert [axes.get_title("left") for axes in drawn.figure.axes] == [RANKS, WINNERS, LOSSES]
    assert rows(drawn, RANKS, "found") == [
        ["AUPR – AUPRG", 0.9, 0.9, 0.9],
        ["AUPR – AUROC", 0.96, 0.96, 0.96],
    ]
    assert rows(drawn, RANKS, "if alike") == [
        ["AUPR – AUPRG", 0.95, pytest.approx(0.93), pytest.approx(0.97)],
        ["AUPR – AUROC", 0.97, pytest.approx(0.95), pytest.approx(0.99)],
    ]
    assert rows(drawn, WINNERS, "found") == [
        ["AUPR – AUPRG", 4 / 17, 0.1, 0.4],
        ["AUPR – AUROC", 8 / 17, 0.2, 0.7],
    ]
    assert rows(drawn, WINNERS, "if alike") == [
        ["AUPR – AUPRG", 0.15, pytest.approx(0.1), pytest.approx(0.2)],
        ["AUPR – AUROC", 0.25, 0.2, 0.3],
    ]
    assert rows(drawn, LOSSES, "loss") == [
        ["AUPR, selecting by AUROC", 0.01, 0.006, pytest.approx(0.014)],
        ["AUROC, selecting by AUPR", 0.0, -0.004, 0.004],
    ]
    paper = rows(drawn, WINNERS, "printed in the paper")
    assert [value for _, value, *_ in paper] == ([0.24, 0.29] if printed else [])
    labels = [text.get_text() for text in drawn.figure.legends[0].get_texts()]
    of_paper = ["printed in the paper"] if printed else []
    assert labels == ["found", "if alike", "up to 0.01 below if alike", *of_paper]
    shades = [shade.get_paths()[0].vertices[:, 0] for shade in drawn.figure.axes[0].collections]
    reached = [(xs.min(), xs.max()) for xs in shades if len(xs) > 2]
    assert reached[-2:] == [pytest.approx((0.92, 0.93)), pytest.approx((0.94, 0.95))]


def test_the_correlations_of_the_paper_stand_beside_those_of_its_kind():
    numbers = {
        "measure_a": ["auprg", "aupr", "aupr"],
        "measure_b": ["aupr", "auroc", "auroc"],
        "statistic": [RANK_CORRELATION, RANK_CORRELATION, "best_differs"],
        "found": [0.92, 0.93, 0.2],
        "if_alike": [0.94, 0.95, 0.3],
        "if_alike_lower": [0.91, 0.92, 0.2],
        "if_alike_upper": [0.96, 0.97, 0.4],
    }
    drawn = answer_figure(make_answer(), make_facts(), printed=True, pooled=pd.DataFrame(numbers))
    titles = [axes.get_title("left") for axes in drawn.figure.axes]
    assert titles == [RANKS, POOLED, WINNERS, LOSSES]
    assert rows(drawn, POOLED, "found") == [
        ["AUPR – AUPRG", 0.92, 0.92, 0.92],
        ["AUPR – AUROC", 0.93, 0.93, 0.93],
    ]
    assert rows(drawn, POOLED, "if alike")[0] == ["AUPR – AUPRG", 0.94, 0.91, 0.96]
    assert [value for _, value, *_ in rows(drawn, POOLED, "printed in the paper")] == [0.95, 0.95]
    assert rows(drawn, RANKS, "printed in the paper") == []
    assert drawn.figure.axes[1].get_xlabel().endswith("axis from 0.90)")
    assert drawn.figure.axes[1].get_xlim()[1] >= 1


def test_the_texts_say_what_is_drawn():
    drawn = answer_figure(make_answer(), make_facts(confidence_level=0.9), printed=False)
    assert "90% intervals" in drawn.caption
    assert "AUPR – AUPRG, found 0.900; AUPR – AUPRG, if alike 0.950; " in drawn.alt
    assert "AUPR – AUROC, found 47.1%; AUPR – AUROC, if alike 25.0%." in drawn.alt
    labels = [axes.get_xlabel() for axes in drawn.figure.axes]
    check_golden("answer_figure", "\n".join([drawn.caption, drawn.alt, *labels]))


def test_the_order_of_two_measures_does_not_matter_to_the_paper():
    answer = make_answer()
    turned = [pair.model_copy(update={"measures": pair.measures[::-1]}) for pair in answer.pairs]
    drawn = answer_figure(answer.model_copy(update={"pairs": turned}), make_facts(), printed=True)
    assert rows(drawn, WINNERS, "printed in the paper") == [
        ["AUPRG – AUPR", 0.24, 0.24, 0.24],
        ["AUROC – AUPR", 0.29, 0.29, 0.29],
    ]


def test_an_answer_without_parts_has_one_panel():
    drawn = answer_figure(make_answer({}), make_facts(), printed=False)
    assert [axes.get_title("left") for axes in drawn.figure.axes] == [WINNERS]
    assert rows(drawn, WINNERS, "found") == [
        ["AUPR – AUPRG", 4 / 17, -1, -1],
        ["AUPR – AUROC", 8 / 17, -1, -1],
    ]


@pytest.mark.parametrize(("datasets", "shown"), [(6, True), (5, False)])
def test_few_data_sets_have_no_figure(datasets, shown):
    answer = make_answer().model_copy(update={"datasets": datasets})
    drawn = answer_figure(answer, make_facts(), printed=False)
    assert (drawn.figure is not None) == shown
    assert (drawn.caption == "Drawn from 6 data sets on.") != shown


def test_ten_pairs_have_the_height_that_their_rows_take():
    answer = make_answer()
    heights = [
        answer_figure(
            answer.model_copy(update={"pairs": pairs}), make_facts(), printed=False
        ).figure.get_size_inches()[1]
        for pairs in (answer.pairs[:1], answer.pairs)
    ]
    # A row of ranks, one of winners, and a panel of two losses with its head, in rows of 0.24.
    assert heights[1] - heights[0] == pytest.approx(0.24 * (1.4 + 1.4 + 3.2 + 2))


def test_leaderboards_take_the_place_of_rankings_where_scores_have_no_replicates():
    board = LeaderboardAnswer(
        verdict="the leaderboards differ", observed=0.8, estimate=0.85, lower=0.7, upper=0.9,
        leader_a="a", leader_b="b", models=5, datasets=9, families=9,
    )  # fmt: skip
    answer = make_answer()
    pairs = [
        pair.model_copy(update={"ranks": None, "winners": None, "leaderboards": board})
        for pair in answer.pairs[:1]
    ]
    drawn = answer_figure(answer.model_copy(update={"pairs": pairs}), make_facts(), printed=False)
    assert rows(drawn, BOARDS, "found") == [["AUPR – AUPRG", 0.8, 0.8, 0.8]]
    assert rows(drawn, BOARDS, "free of noise") == [
        ["AUPR – AUPRG", 0.85, pytest.approx(0.7), pytest.approx(0.9)]
    ]
    assert "Correlation of mean ranks: AUPR – AUPRG, found 0.800" in drawn.alt
