"""What a notebook shows of compared models."""

import re
from base64 import b64decode

import pytest
from bs4 import BeautifulSoup

import prgbench
from fast_settings import FAST
from tables_of_predictions import long_table

TABLE = long_table(3, 12).replace({"model": {"model-0": "<b>forest</b>"}})


@pytest.fixture(scope="module")
def compared():
    return prgbench.compare(TABLE, measures=["auroc", "brier"], settings={"comparison": FAST})


def test_the_leaderboard_has_a_row_for_each_model(compared):
    board, standings = compared.leaderboard, compared.tables["standings"]
    assert set(board.index) == set(TABLE["model"])
    assert board["auroc_rank"].tolist() == sorted(board["auroc_rank"])
    means = compared.models.groupby("flow_name")[["auroc", "brier"]].mean()
    for measure in ("auroc", "brier"):
        assert board[measure].to_dict() == pytest.approx(means[measure].to_dict())
        own = standings[standings["measure"] == measure].set_index("model")
        assert board[f"{measure}_lower"].to_dict() == own["lower"].to_dict()
        assert board[f"{measure}_may_be_best"].to_dict() == own["may_be_best"].to_dict()
    best = board["brier"].idxmin()
    assert board.loc[best, "brier_rank"] == 1


def test_it_shows_what_was_read_the_answer_first_models_and_a_figure(compared):
    page = BeautifulSoup(compared._repr_html_(), "html.parser")
    short = compared.answer.short()
    answer, read, *_ = page.find_all("p")
    assert answer.text == f"{short.headline} {short.text}"
    assert read.text == (
        "3 data sets (data 0, data 1, data 2), 12 models (<b>forest</b>, model-1, model-2, "
        "model-3, model-4, model-5 and 6 more), positive class 1 (33.8% of the rows), 240 "
        "instances."
    )
    rows = [[cell.text for cell in row.find_all(["th", "td"])] for row in page.find_all("tr")]
    board = compared.leaderboard
    assert rows[0] == ["model", "AUROC", "Brier score"]
    assert len(rows) == 6
    assert rows[1][0] == board.index[0]
    assert rows[1][1].startswith(f"{board['auroc'].iloc[0]:.3f} [")
    assert "7 more models in the leaderboard" in page.text
    assert "forest" in page.text
    assert "<b>" not in compared._repr_html_()
    [image] = page.find_all("img")
    assert "background: white" in image["style"]
    svg = b64decode(re.sub("^data:image/svg.xml;base64,", "", image["src"])).decode()
    assert "<svg" in svg


def test_a_figure_without_data_is_left_out():
    table = TABLE[TABLE["dataset"] == "data 0"]
    one = prgbench.compare(table, measures=["auroc"], settings={"comparison": FAST})
    page = one._repr_html_()
    assert "1 data set (data 0), 12 models (" in page
    assert "model-1" in page
