"""The leaderboard as text and as a table, whose columns the documentation explains."""

import re

import pandas as pd
import pytest

from golden_files import check_golden
from made_up_facts import make_facts
from made_up_standings import make_standings
from places import ROOT
from prgbench.report.leaderboard import (
    NONE,
    Leaderboard,
    leaderboard_note,
    leaderboard_text,
)

FACTS = make_facts("table")
HOSTILE = '<b>&"|*'


def board(models=("rf", "gb", "tree"), **options):
    return Leaderboard.of(make_standings(list(models), **options))


def lines(text):
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines()]


BOARDS = {
    "three models": (board(), FACTS),
    "one data set": (board(datasets=1), FACTS),
    "flows of OpenML": (board(), make_facts("OpenML", openml=True)),
    "many models": (board([f"model {place}" for place in range(25)]), FACTS),
    "hostile names": (board([HOSTILE, "gb"]), FACTS),
}


def test_a_row_a_model_with_the_measures_side_by_side():
    texts = [
        f"== {name} ==\n{leaderboard_text(*own, 20)}\n\n{leaderboard_note(*own)}"
        for name, own in BOARDS.items()
    ]
    check_golden("leaderboard", "\n\n".join(texts))
    header, _, first, _, last = lines(leaderboard_text(board(), FACTS))
    assert header[:5] == ["model", "AUPR", "rank by AUPR", "on new data sets", "AUPRG"]
    assert first[:4] == ["rf", "0.900 [0.850, 0.950]", "**1 (1–2)**", "**(1–3)**"]
    assert last[:4] == ["tree", "0.700 [0.650, 0.750]", "3 (3)", "**(1–3)**"]
    assert "new data sets" not in texts[1]
    assert len(lines(leaderboard_text(*BOARDS["many models"], 20))) == 22


def test_the_table_has_all_columns_of_each_measure():
    table = board().table()
    assert table["model"].tolist() == ["rf", "gb", "tree"]
    assert table["auroc_rank"].tolist() == [1, 2, 3]
    assert table["aupr_may_be_best"].tolist() == [True, True, False]
    assert table["aupr_upper_new_datasets"].tolist() == [0.99] * 3
    assert len(table.columns) == 1 + 3 * 16
    shared = set(table.columns[1:17].str.removeprefix("aupr_"))
    assert set(table.columns[17:33].str.removeprefix("auprg_")) == shared


def test_each_column_is_explained_in_the_documentation():
    text = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
    section = text.split("### The columns of leaderboard.csv")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    explained = [name for row in rows for name in re.findall("`([a-z_]+)`", row)]
    columns = board().table().columns[1:]
    of_a_measure = [name.removeprefix("aupr_") for name in columns if name.startswith("aupr_")]
    assert explained == of_a_measure


def test_one_score_for_each_data_set_tells_of_new_ones_only():
    tables = make_standings(["rf", "gb"])
    standings = tables["standings"].assign(lower=float("nan"), upper=float("nan"))
    found = Leaderboard.of(tables | {"standings": standings})
    header, _, first, _ = lines(leaderboard_text(found, FACTS))
    assert header[:4] == ["model", "AUPR", "rank by AUPR", "AUPRG"]
    assert first[:3] == ["rf", "0.900 [0.600, 0.990]", "**1 (1–2)**"]
    assert "95% intervals for new data sets like these, in round" in leaderboard_note(found, FACTS)


@pytest.mark.parametrize("tables", [{}, make_standings(["a", "b"], complete=0.4)])
def test_models_on_different_data_sets_have_no_leaderboard(tables):
    none = Leaderboard.of(tables)
    assert none.models == []
    assert leaderboard_text(none, FACTS) == NONE
    assert list(none.table().columns) == ["model"]


def test_names_do_no_harm():
    harm = BOARDS["hostile names"][0]
    assert "<b>" not in leaderboard_text(harm, FACTS)
    latex = leaderboard_text(board(), FACTS, latex=True)
    assert r"\begin{tabular}" in latex
    assert "0.900 [0.850, 0.950]" in latex


def test_a_model_without_a_value_by_a_measure_has_empty_cells():
    tables = make_standings(["a", "b"])
    rows = tables["standings"]
    partial = rows[(rows["measure"] != "auroc") | (rows["model"] == "a")]
    found = Leaderboard.of(tables | {"standings": partial})
    assert lines(leaderboard_text(found, FACTS))[-1][-3:] == ["", "", ""]
    assert pd.isna(found.table()["auroc_rank"][1])
