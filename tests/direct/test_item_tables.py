"""Results on items from the table to the answer: who solves most, in words of items."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import prgbench
from prgbench.run.errors import PrgbenchError

SETTINGS = {"comparison": {"replicates": 50, "splits": 4, "resamples": 200}}


def compare(table, **arguments):
    return prgbench.compare(table, progress=False, settings=SETTINGS, **arguments)


def two(only_a, only_b, both=30, neither=20):
    """Return results of two models with so many items that either one alone resolves."""
    cells = [(1, 0)] * only_a + [(0, 1)] * only_b + [(1, 1)] * both + [(0, 0)] * neither
    wide = pd.DataFrame(cells, columns=["a", "b"]).rename_axis("instance_id").reset_index()
    return wide.melt("instance_id", var_name="model", value_name="resolved")


def agents(n_agents=12, n_items=500, seed=0):
    rng = np.random.default_rng(seed)
    skills = np.linspace(0.35, 0.6, n_agents)
    skills[[*range(2, n_agents, 4)][:2]] = 0.66
    difficulty = rng.normal(0, 0.15, n_items)
    passed = rng.random((n_items, n_agents)) < skills + difficulty[:, None]
    return pd.DataFrame(
        [
            (f"Agent {agent + 1}", f"repo__{item}", bool(passed[item, agent]))
            for agent in range(n_agents)
            for item in range(n_items)
        ],
        columns=["model", "instance_id", "resolved"],
    )


@pytest.mark.parametrize(("only_a", "only_b"), [(12, 3), (3, 12), (7, 1), (5, 0), (9, 8)])
def test_two_models_are_told_apart_as_by_the_exact_test_of_mcnemar(only_a, only_b):
    compared = compare(two(only_a, only_b))
    [best] = compared.answer.best_models
    expected = binomtest(only_a, only_a + only_b, 0.5).pvalue
    assert best.model == ("a" if only_a > only_b else "b")
    assert best.on_items.p_value == pytest.approx(expected, rel=1e-12)
    assert best.p_value == pytest.approx(expected, rel=1e-12)
    assert (best.on_items.only_best, best.on_items.only_runner_up) == (
        max(only_a, only_b),
        min(only_a, only_b),
    )
    assert best.tied == (() if expected <= 0.05 else ("b" if best.model == "a" else "a",))
    lower, upper = best.difference_interval
    assert lower < 0 < upper or 0 in (lower, upper) if expected > 0.05 else lower * upper > 0


def test_the_answer_of_two_models_is_in_words_of_items():
    said = str(compare(two(12, 3)))
    first, table, note, *details = re.sub(r"\[.*?\]", "[]", said).split("\n\n")
    assert first.endswith(
        "\na. a resolves 64.6% of the 65 items. It is ahead of the other under resolved."
    )
    assert table.splitlines()[-1].split() == ["b", "0.508", "[]"]
    assert note == (
        "Starred: may be the best, by paired comparisons. Each interval (95%) is of one model "
        "alone, for other items: models whose intervals overlap need not be tied. In simulations "
        "with independent items or clusters, the truly best model was starred in 98.4% of the "
        "studies."
    )
    assert "\n\n".join([first.splitlines()[0], *details]) == (
        "65 items, 2 models (a, b). Intervals and tests are for other items like these: models "
        "are compared item by item.\n\n"
        "The best model on these 65 items.\n"
        "a resolves 64.6% ([] as it was selected) of the 65 items, ahead of the other.\n\n"
        "The runner-up.\n"
        "b is 13.8 points behind []: a is better on 12 items, b on 3 (p = 0.035 by McNemar's "
        "exact test)."
    )


def test_known_measures_beyond_1_are_outcomes_beside_shares():
    rows = [
        (f"case{n}", model, 0.9 + more + n / 1000, 8 - 40 * more + n, 3 + n)
        for n in range(8)
        for model, more in (("unet", 0.0), ("nnunet", 0.05))
    ]
    table = pd.DataFrame(rows, columns=["case", "model", "Dice", "HD95", "lesions"])
    compared = compare(table, columns={"item": "case"})
    assert [best.model for best in compared.answer.best_models] == ["nnunet", "nnunet"]
    assert (
        str(compared)
        .splitlines()[0]
        .startswith(
            "8 items, 2 models (nnunet, unet). Higher is better by Dice, lower by HD95. "
            "Not used: the column lesions."
        )
    )


def test_by_which_outcomes_lower_is_better_is_said():
    rows = [
        (f"u{n}", model, 0.1 + more + n / 100)
        for n in range(8)
        for model, more in (("whisper", 0.0), ("wav2vec2", 0.05))
    ]
    table = pd.DataFrame(rows, columns=["utt_id", "model", "wer"])
    compared = compare(table, columns={"item": "utt_id"})
    assert [best.model for best in compared.answer.best_models] == ["whisper"]
    assert str(compared).splitlines()[0] == (
        "8 items, 2 models (wav2vec2, whisper). Lower is better by wer. Intervals and tests are "
        "for other items like these: models are compared item by item."
    )


def test_twelve_agents_on_five_hundred_items():
    table = agents()
    compared = compare(table)
    means = table.groupby("model")["resolved"].mean()
    [best] = compared.answer.best_models
    assert compared.answer.items == 500
    assert {best.model, best.runner_up} == {"Agent 3", "Agent 7"}
    assert best.mean == pytest.approx(means.max())
    assert best.runner_up in best.tied
    said = str(compared)
    share = f"{100 * means.max():.1f}%"
    assert f"{best.model} resolves {share} ([" in said
    assert f"of the 500 items, statistically indistinguishable from {best.runner_up}" in said
    assert "data set" not in said
    assert "AUROC" not in said
    # Every two models have McNemar's exact p-value, and a larger one among all pairs.
    pairs = compared.tables["item_pairs"]
    assert len(pairs) == 12 * 11 / 2
    wide = table.pivot(index="instance_id", columns="model", values="resolved").astype(int)
    for pair in pairs.itertuples():
        differences = wide[pair.model] - wide[pair.other]
        counts = int((differences > 0).sum()), int((differences < 0).sum())
        assert (pair.only_model, pair.only_other) == counts
        expected = binomtest(counts[0], sum(counts), 0.5).pvalue
        assert pair.p_value == pytest.approx(expected, rel=1e-9)
        assert pair.p_adjusted >= expected - 0.01
    board = compared.leaderboard
    assert board["resolved"].to_dict() == pytest.approx(means.to_dict())
    assert board["resolved_may_be_best"].sum() == 1 + len(best.tied)


def test_runs_of_an_item_are_averaged_and_are_no_further_items():
    table = agents(3, 100)
    once = compare(table)
    thrice = compare(pd.concat([table.assign(epoch=n) for n in (1, 2, 3)]))
    assert "the 3 runs of a model on an item are averaged" in str(thrice)
    [first], [repeated] = once.answer.best_models, thrice.answer.best_models
    assert repeated.interval == pytest.approx(first.interval)
    assert repeated.on_items.p_value == pytest.approx(first.on_items.p_value)


def test_clusters_are_the_units():
    table = agents(2, 120)
    table["repo"] = "r" + (table["instance_id"].str[6:].astype(int) // 10).astype(str)
    compared = compare(table, columns={"cluster": "repo"})
    [best] = compared.answer.best_models
    assert best.on_items.units == 12
    assert "drawn repo by repo (12 of them)" in str(compared)
    assert " clusters, " in str(compared)
    # Copies of an item in a cluster of its own tell as much as it does.
    alone = compare(table.drop(columns="repo"))
    copies = pd.concat(
        [
            table.assign(cluster=table["instance_id"], instance_id=table["instance_id"] + f"-{n}")
            for n in range(4)
        ]
    )
    copied = compare(copies)
    assert copied.answer.items == 480
    [of_copies], [of_alone] = copied.answer.best_models, alone.answer.best_models
    assert of_copies.interval == pytest.approx(of_alone.interval)
    assert of_copies.p_value == pytest.approx(of_alone.p_value)


def test_several_data_sets_count_alike():
    table = pd.concat(
        [
            agents(3, n, seed).assign(benchmark=name)
            for seed, (name, n) in enumerate({"arc": 40, "mmlu": 120, "gsm": 80}.items())
        ]
    )
    compared = compare(table)
    means = table.groupby(["benchmark", "model"])["resolved"].mean().groupby("model").mean()
    [best] = compared.answer.best_models
    assert best.mean == pytest.approx(means.max())
    said = str(compared)
    assert said.startswith("240 items of 3 data sets: arc, gsm, mmlu, 3 models (")
    assert "of the 240 items (mean over 3 data sets)" in said


def test_a_model_on_too_few_data_sets_is_named():
    table = pd.concat([agents(3, 40).assign(benchmark=name) for name in "AB"])
    table = table[(table["model"] != "Agent 1") | (table["benchmark"] == "A")]
    said = str(compare(table))
    assert "Not ranked, on too few data sets: Agent 1 (on 1 data set)." in said


@pytest.mark.parametrize("name", ["f1", "accuracy", "correctness"])
def test_grades_have_means_and_the_exact_test_of_signs(name):
    rng = np.random.default_rng(0)
    rows = [
        (model, item, round(min(1.0, max(0.0, shift + rng.normal(0.5, 0.2))), 2))
        for model, shift in (("a", 0.0), ("b", 0.2))
        for item in range(60)
    ]
    table = pd.DataFrame(rows, columns=["model", "question_id", name])
    mean = table.groupby("model")[name].mean()["b"]
    said = str(compare(table))
    label = "F1" if name == "f1" else name
    assert f"b has a mean {label} of {mean:.3f} ([" in said
    assert "by the exact sign-flip test)" in said


def test_models_with_the_same_results_are_tied():
    table = two(0, 0)
    said = str(compare(table))
    assert "a resolves 60.0% " in said or "b resolves 60.0% " in said
    assert "tied with " in said
    assert "has the same results on all items." in said


def test_of_too_few_items_differences_have_no_interval():
    said = str(compare(two(1, 1, both=0, neither=0)))
    assert "a is level: b is better on 1 item, a on 1 (p = 1.000 by McNemar's exact test)." in said


def test_two_outcomes_are_measures_that_may_disagree():
    table = agents(4, 80).assign(acc=lambda t: (np.arange(len(t)) % 3 > 0).astype(int))
    compared = compare(table)
    assert [best.measure for best in compared.answer.best_models] == ["resolved", "acc"]
    said = str(compared)
    assert re.search(r"By resolved, Agent \d resolves .*? By acc, Agent \d is right on", said)
    assert [pair.measures for pair in compared.answer.pairs] == [("resolved", "acc")]


def test_a_report_of_items_is_written(tmp_path):
    compared = compare(agents(4, 60))
    page = compared.report(tmp_path / "report")
    text = (tmp_path / "report" / "report.md").read_text("utf-8")
    assert page.exists()
    assert "**The best model on these 60 items.** Agent" in text
    assert "the 95% intervals for other items like these" in text
    assert "p_adjusted" in (tmp_path / "report/tables/answer/item_pairs.csv").read_text("utf-8")
    assert compared.figure("standings").axes[0].get_xlabel() == "resolved"


def test_classes_need_predictions():
    with pytest.raises(PrgbenchError, match="`positive_label` needs predictions"):
        compare(two(3, 2), positive_label="1")
