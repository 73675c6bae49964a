"""The first screen: the question it answers, its words, and that its table says the same."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prgbench
from fast_settings import FAST
from made_up_answer import make_answer
from made_up_facts import make_facts
from prgbench.answer.answer import BestModel, Orders
from prgbench.answer.verdicts import RankingVerdict
from prgbench.plotting.words import bounds, decimal
from prgbench.report.leaderboard import Leaderboard, leaderboard_text
from prgbench.report.names import TEXT
from prgbench.report.short_answer import CHANGES, MOST_WORDS, WHICH, short_answer
from prgbench.report.short_tables import MOST_ROWS, RANKED_DIFFERENTLY
from tables_of_predictions import long_table

SETTINGS = {"comparison": FAST}
DEPENDS = "It depends on the measure."
MAY_DEPEND = "It may depend on the measure."


def scores(models, datasets, **measures):
    """Return a table of scores; a measure has the level of each model, and noise."""
    noise = np.random.default_rng(7)
    rows = [
        (f"set {d}", model, *(levels[k] + 0.02 * noise.normal() for levels in measures.values()))
        for d in range(datasets)
        for k, model in enumerate(models)
    ]
    return pd.DataFrame(rows, columns=["dataset", "model", *measures])


def items(rates, n_items):
    """Return results on items: each model solves the first ones, as many as its rate."""
    rows = [
        (model, item, int(item < rate * n_items))
        for model, rate in rates.items()
        for item in range(n_items)
    ]
    return pd.DataFrame(rows, columns=["model", "instance_id", "resolved"])


def make_best(measure, model, tied):
    """Return the best model under a measure, which can't be told from some others."""
    return BestModel(
        measure=measure, model=model, models=3, mean=0.9, interval=(0.8, 0.95), interval_new=None,
        tied=tied, tied_new=None, runner_up="c", difference=0.1, p_value=0.02, p_value_new=None,
    )  # fmt: skip


def short(table, **arguments):
    return prgbench.compare(table, settings=SETTINGS, **arguments).answer.short()


def words(shown):
    return f"{shown.question} {shown.headline} {shown.text}".split()


def test_a_study_of_many_tasks_is_asked_whether_the_winner_changes():
    shown = short_answer(make_answer(), {})
    assert (shown.question, shown.headline) == (
        CHANGES,
        "Yes: the winners differ beyond sampling noise for AUPR and AUROC.",
    )
    assert shown.text == (
        "Winners differ in 24–47% of 17 tasks; noise alone would make 15–25% differ. "
        "AUPR and AUPRG rank the models differently beyond sampling noise."
    )
    assert shown.table.header[1:3] == ("winners differ", "rank correlation")
    assert shown.table.rows[0] == ("AUPR and AUPRG", "23.5% (15.0%)", "0.900 (0.950)", "yes")


def test_every_verdict_has_its_cell():
    assert set(RANKED_DIFFERENTLY) == set(RankingVerdict)
    assert all(
        RANKED_DIFFERENTLY[verdict].startswith("yes") == verdict.shows_difference
        for verdict in RankingVerdict
    )


def test_a_model_that_is_ahead_under_all_measures_is_the_answer():
    shown = short(scores("abc", 20, auc=(0.6, 0.7, 0.9), f1=(0.5, 0.6, 0.9)))
    assert (shown.question, shown.headline) == (WHICH, "c.")
    assert shown.text.startswith("It is ahead of all others under both measures.")
    assert [row[0] for row in shown.table.rows] == ["c", "b", "a"]


@pytest.mark.parametrize("datasets", [1, 20])
def test_one_of_two_models_is_ahead_of_the_other(datasets):
    rng = np.random.default_rng(0)
    y_true = np.arange(600) % 2
    parts = [
        pd.DataFrame(
            {
                "dataset": f"set {number}",
                "model": model,
                "row_id": np.arange(600),
                "y_true": y_true,
                "y_score": y_true + spread * rng.normal(size=600),
            }
        )
        for number in range(datasets)
        for model, spread in (("a", 0.4), ("b", 3))
    ]
    shown = (answer := prgbench.compare(pd.concat(parts), settings=SETTINGS).answer).short()
    assert shown.headline == "a."
    assert shown.text.startswith("It is ahead of the other under all three measures.")
    assert "a, ahead of the other. " in answer.details
    assert ("a stays ahead of the other." in answer.details) == (datasets > 1)
    assert "all others" not in f"{shown.text} {answer.details}"


def test_leads_that_the_choice_of_data_sets_may_explain_are_no_winners():
    shown = short(scores("abcdef", 8, auc=6 * (0.8,), f1=6 * (0.7,)))
    assert shown.headline == "No model is clearly best."
    assert "which 8 data sets were chosen may explain that." in shown.text


def test_measures_with_other_winners_for_certain_are_said_to_decide():
    shown = short(scores("abc", 20, auc=(0.6, 0.7, 0.9), f1=(0.9, 0.7, 0.6)))
    assert shown.headline == "It depends on the measure."
    assert shown.text.startswith(
        "c leads under auc and a under F1; no model may be the best under both."
    )


def test_models_with_the_same_scores_lead_together():
    table = scores("abc", 20, auc=(0.6, 0.7, 0.9), f1=(0.9, 0.7, 0.6))
    table = pd.concat([table, table[table["model"] == "a"].assign(model="a again")])
    assert short(table).text.startswith(
        "c leads under auc; a and a again lead together under F1; "
        "no model may be the best under both."
    )
    many = [table[table["model"] == "a"].assign(model=f"a{i}") for i in range(3)]
    assert short(pd.concat([table, *many])).text.startswith(
        "c leads under auc; 5 models share the first place under F1; "
    )


def of_two_models(n_instances):
    """Return the short answer of two models, with as many replicates as users have."""
    y_true = np.arange(n_instances) % 2
    noise = np.random.default_rng(0).normal(size=(2, n_instances))
    models = dict(zip("ab", y_true + noise, strict=True))
    return prgbench.compare(y_true, models).answer.short()


def test_models_that_one_data_set_cannot_separate_are_named():
    shown = of_two_models(30)
    assert shown.headline == "a or b."
    assert shown.text.startswith(
        "a leads under all three measures, but this data set can't separate them."
    )


def test_a_model_that_may_be_the_best_under_one_measure_is_no_equal():
    shown = of_two_models(44)
    assert shown.headline == "a."
    assert shown.text.startswith(
        "It leads under all three measures, ahead of the other under AUROC. "
        "Under AUPR and AUPRG, b may be the best, too."
    )


def test_items_are_spoken_of_as_items():
    shown = short(items({"agent 1": 0.3, "agent 2": 0.6}, 200))
    assert shown.headline == "agent 2."
    assert shown.text.startswith(
        "agent 2 resolves 60.0% of the 200 items. It is ahead of the other under resolved."
    )


@pytest.mark.parametrize("datasets", [1, 3, 12])
def test_it_is_short_and_printed_first(datasets):
    compared = prgbench.compare(long_table(datasets, 8), settings=SETTINGS)
    shown = compared.answer.short()
    assert len(words(shown)) <= MOST_WORDS
    assert 1 <= len(shown.table.rows) <= MOST_ROWS
    first, second, *_ = str(compared).splitlines()
    assert first == compared.answer.first_line
    assert second.endswith(f"{shown.headline} {shown.text}")
    assert compared.answer.details.startswith("The best model")


@settings(max_examples=25, deadline=None)
@given(
    st.integers(1, 12),
    st.lists(st.text("ab <*_|é", min_size=1, max_size=60), min_size=2, max_size=9, unique=True),
    st.integers(0, 1000),
)
def test_its_words_table_and_leaderboard_agree(datasets, models, seed):
    models = [f"{place} {name}" for place, name in enumerate(models)]
    levels = np.random.default_rng(seed).normal(0.7, 0.03, (2, len(models)))
    table = scores(models, datasets, auc=levels[0], f1=levels[1])
    compared = prgbench.compare(table, settings=SETTINGS)
    shown, board = compared.answer.short(TEXT), compared.leaderboard
    assert len(shown.table.rows) == min(len(models), MOST_ROWS)
    for best in compared.answer.best_models:
        measure = best.measure
        value = f"{board[measure].max():.3f}"
        column = shown.table.header.index({"f1": "F1"}.get(measure, measure))
        cells = [row[column] for row in shown.table.rows]
        [first] = [cell for cell in cells if cell.startswith(value)][:1]
        # The first one may always be the best.
        assert best.tied_new is None or first.endswith(" *")


def starred(shown):
    """Return the models that the table marks, by measure."""
    return [
        {row[0] for row in shown.table.rows if row[column].endswith(" *")}
        for column in range(1, len(shown.table.header))
    ]


@pytest.mark.parametrize("of_data_sets", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_headline_names_the_models_that_are_marked_under_all_measures(seed, of_data_sets):
    rng = np.random.default_rng(seed)
    if of_data_sets:
        levels = rng.normal(0.7, 0.015, (2, 3))
        table = scores("abc", 10, auc=levels[0], f1=levels[1])
        shown = short(table)
    else:
        y_true = np.arange(300) % 4 == 0
        models = dict(
            zip("abc", y_true + rng.normal(0, 1.2, (3, 300)) * [[1], [1.1], [1]], strict=True)
        )
        shown = prgbench.compare(y_true, models, settings=SETTINGS).answer.short()
    in_all = set.intersection(*starred(shown))
    named = set(re.findall(r"\b[abc]\b", shown.headline))
    if not in_all:
        assert shown.headline in (DEPENDS, MAY_DEPEND)
    else:
        assert named == in_all
    for some in set.union(*starred(shown)) - in_all:
        assert re.search(rf"\b{some}\b", shown.text)
    if "ahead of all others under" in shown.text and len(in_all) == 1 and "," not in shown.text:
        assert all(marked == in_all for marked in starred(shown))


@settings(max_examples=8, deadline=None)
@given(st.integers(1, 12), st.integers(2, 5), st.booleans(), st.integers(0, 1000))
def test_details_leaderboard_and_figure_say_what_the_first_screen_says(
    datasets, n_models, has_folds, seed
):
    rng = np.random.default_rng(seed)
    levels = rng.normal(0.7, 0.03, (2, n_models))
    tables = [
        scores("abcde"[:n_models], datasets, auc=levels[0], f1=levels[1]).assign(
            fold=fold, auc=lambda table: table["auc"] + rng.normal(0, 0.01, len(table))
        )
        for fold in range(4)
    ]
    table = pd.concat(tables) if has_folds else tables[0].drop(columns="fold")
    compared = prgbench.compare(table, settings=SETTINGS)
    shown = compared.answer.short(TEXT)
    board = Leaderboard.of(dict(compared.tables))
    rows = {
        cells[1].strip(): cells
        for line in leaderboard_text(board, make_facts("table")).splitlines()
        if len(cells := line.split("|")) > 1
    }
    drawn = compared._run.draw("standings").data
    n_columns = 3 if board.on_these_datasets and board.on_new_datasets else 2
    for name, *values in shown.table.rows:
        for k, value in enumerate(values):
            in_board, rank = rows[name][2 + n_columns * k : 4 + n_columns * k]
            assert in_board.strip() == value.removesuffix(" *")
            assert ("**" in rank) == value.endswith(" *")
            panel = drawn[drawn["row"] == name].groupby("panel", sort=False)
            middle, lower, upper = panel[["value", "lower", "upper"]].nth(0).to_numpy()[k]
            interval = f" {bounds(lower, upper, decimal)}" if lower == lower else ""
            assert value.removesuffix(" *") == f"{decimal(middle)}{interval}"
    for best in compared.answer.best_models:
        assert board.of_measure(best.measure)[0].model == best.model
    details = compared.answer.details
    assert (shown.headline == DEPENDS) == ("No model can be the best under both" in details)
    if shown.headline == MAY_DEPEND:
        assert "may explain that" in shown.text
        assert "may explain that" in details


def test_two_tests_that_exclude_different_models_may_both_be_noise():
    # Each model is ruled out under one measure at the level of 95%, but not at that of both.
    measures = {"auc": ("a", ("a",)), "f1": ("b", ("b",))}
    best = [
        make_best(measure, model, tied=tuple(set(tied) - {model}))
        for measure, (model, tied) in measures.items()
    ]
    for apart, headline in ((True, DEPENDS), (False, MAY_DEPEND)):
        orders = [
            Orders(measures=("auc", "f1"), tau=0.0, same_first=False, apart=apart, apart_new=False)
        ]
        update = {"best_models": best, "orders": orders, "datasets": 3, "complete": 1.0}
        answer = make_answer().model_copy(update=update)
        shown = short_answer(answer, {})
        assert shown.headline == headline
        assert ("sampling noise may explain that" in shown.text) != apart


def test_models_whose_names_have_an_and_keep_them():
    y_true = np.arange(40) % 2
    noise = np.random.default_rng(0).normal(size=(2, 40))
    names = ("bagging and boosting", "kNN")
    models = dict(zip(names, y_true + noise, strict=True))
    shown = prgbench.compare(y_true, models, settings=SETTINGS).answer.short()
    assert "bagging and boosting" in shown.headline


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ({"a": 0, "b": 0}, "a or b. a and b share the first place under all three measures."),
        (
            {"a": 0, "b": 0, "c": 0, "d": 0},
            "a, or one of 3 others. 4 models share the first place under all three measures.",
        ),
        (
            {"a": 0, "b": 0, "c": 1},
            "a, b or c. a and b share the first place under all three measures, but this data set "
            "can't separate the other from them.",
        ),
    ],
)
def test_models_that_are_equal_share_the_first_place(scores, sentence):
    """None of them leads: the first of the table would be one by its name alone."""
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 2, 120)
    score = y_true + rng.normal(size=120)
    # A little worse: no test of 120 instances tells it apart.
    worse = np.where(np.arange(120) < 2, 1 - 2 * y_true, 0) + score
    given = {name: worse if is_worse else score for name, is_worse in scores.items()}
    compared = prgbench.compare(y_true, given, settings={"comparison": FAST}, progress=False)
    assert " ".join(str(compared).split("\n")[1:2]).startswith(sentence)


@pytest.mark.parametrize("datasets", [1, 3, 12])
def test_constant_models_are_not_ranked(datasets):
    """Nor is that the measures rank them alike, of which each has another noise."""
    constant = long_table(datasets, 2).assign(y_score=0.5)
    answer = prgbench.compare(constant, settings=SETTINGS, progress=False).answer
    assert answer.short().headline == "model-0 or model-1."
    assert answer.short().text.startswith(
        "model-0 and model-1 share the first place under all three measures. "
        "The models have equal scores, so no measure ranks them."
    )
    assert {pair.ranks.verdict for pair in answer.pairs} == {RankingVerdict.NO_DIFFERENCES}
    assert "rank these models alike" not in answer.details


def test_equal_models_without_known_noise_share_the_first_place():
    table = pd.DataFrame({"dataset": ["x"] * 3, "model": [*"abc"], "accuracy": [0.8, 0.8, 0.7]})
    shown = short(table)
    assert (shown.question, shown.headline) == ("Which model is best?", "That can't be told.")
    assert shown.text.startswith("a and b share the first place. Without replicates")


def test_predictions_on_too_few_positives_are_not_said_to_lack_replicates():
    y_true = np.arange(60) == 7
    models = {"a": np.arange(60) % 9, "b": -np.arange(60)}
    shown = prgbench.compare(y_true, models, settings=SETTINGS, progress=False).answer.short()
    assert shown.headline == "That can't be told."
    assert shown.text.endswith("Nothing shows whether that is noise.")


def test_a_leader_that_is_not_on_all_data_sets_is_said_to_be_so_where_nothing_is_tested():
    table = scores("abc", 5, rmse=(300, 200, 100))
    shown = short(table[~((table["model"] == "c") & (table["dataset"] == "set 3"))])
    assert shown.headline == "That can't be told."
    assert shown.text == (
        "c leads under rmse. It was scored on 4 of 5 data sets, and is compared as if the missing "
        "ones were like the others. Nothing shows whether the choice of the 5 data sets explains "
        "which model leads."
    )


def test_columns_and_brackets_of_tests_are_there_only_with_tests():
    table = scores("abcdef", 12, auc=0.2 + np.arange(6) / 10, f1=0.2 + np.arange(6) / 10)
    shown = short(table[(np.arange(len(table)) + table.index // 6) % 5 > 0])
    assert shown.question == CHANGES
    assert shown.table.header == ("measures", "winners differ")
    assert "brackets" not in shown.table.note
