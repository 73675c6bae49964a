"""Of made-up tables with more than scores in them, none has a wrong winner without a warning.

Their kinds are those of leaderboards, workbooks and other tools: properties of models beside their
scores, averages, samples, metrics in rows, two levels, titles, marks of missing scores.
"""

import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from fuzz.trial import Tally
from prgbench.run.errors import PrgbenchError

N_TABLES = 600
pytestmark = pytest.mark.fuzz

MARKS = ("N/A", "n/a", "#N/A", "<NA>", "-", "", "NULL")
PROPERTIES = ("Model size (B)", "# Params", "RTFx", "Dimensions", "Latency (ms)", "Memory [GB]")
AVERAGES = ("Average", "Avg", "Mean", "overall", "all", "Avg. score", "Macro Avg")
TITLES = (("Dataset Name", "Model Name"), ("Datasets", "Models"), ("Data Set", "Method"))
KINDS = ("turned", "wide", "split", "tall", "levels", "titles", "marks", "prefixed", "sheets")


def made(number, folder):
    """Return a table, the options with which it is compared, and the best model."""
    rng = np.random.default_rng([61, number])
    kind = KINDS[number % len(KINDS)]
    models = [str(name) for name in rng.permutation(["forest", "logistic", "boosting", "net"])]
    datasets = [f"set{n}" for n in range(rng.integers(3, 8))]
    measure, higher = [("auc", True), ("accuracy", True), ("log_loss", False), ("wer", False)][
        rng.integers(4)
    ]
    quality = rng.uniform(0.4, 0.5, (len(datasets), len(models)))
    quality[:, 0] = rng.uniform(0.55, 0.6, len(datasets))
    values = quality if higher else 1 - quality
    wide = pd.DataFrame(values.round(4), datasets, models)[sorted(models)]
    wide = wide.rename_axis(index="dataset", columns=None)
    long = wide.reset_index().melt("dataset", var_name="model", value_name=measure)
    options = {"measures": [measure]}
    average = str(rng.choice(AVERAGES))
    if kind in ("turned", "wide"):
        turned = kind == "turned"
        table = (wide.T.rename_axis("model") if turned else wide).copy()
        table[average] = table.mean(axis="columns")
        for name in rng.choice(PROPERTIES, 2, replace=False):
            table[name] = 10 ** rng.uniform(-2, 4, len(table))
        return table[rng.permutation(table.columns)].reset_index(), options, models[0]
    if kind == "split":
        train = long.assign(split="train", **{measure: rng.uniform(0.4, 0.9, len(long))})
        return pd.concat([train, long.assign(split="test")]), {}, models[0]
    if kind == "tall":
        tall = long.rename(columns={measure: "score_raw"}).assign(metric_name=measure)
        return tall, {}, models[0]
    if kind == "levels":
        return (
            pd.concat({measure: wide, "f1": wide if higher else 1 - wide}, axis=1),
            {},
            models[0],
        )
    if kind == "titles":
        dataset, model = TITLES[rng.integers(len(TITLES))]
        return long.rename(columns={"dataset": dataset, "model": model}), {}, models[0]
    if kind == "marks":
        cells = long[measure].astype(object)
        cells[rng.random(len(cells)) < 0.1] = str(rng.choice(MARKS))
        return long.assign(**{measure: cells}), {}, models[0]
    if kind == "prefixed":
        table = wide.T.rename_axis("model").add_suffix(f"_{measure}")
        table[f"Avg {measure}"] = table.mean(axis="columns")
        return table.reset_index(), {}, models[0]
    with pd.ExcelWriter(folder / "results.xlsx") as book:
        (1 - wide).to_excel(book, sheet_name="other" if rng.random() < 0.5 else "f1")
        wide.to_excel(book, sheet_name=measure)
    return folder / "results.xlsx", options, models[0]


def outcome(table, options, best):
    """Return how a table was taken."""
    try:
        compared = prgbench.compare(table, settings={"comparison": FAST}, **options)
    except PrgbenchError:
        return "a question"
    if {found.model for found in compared.answer.best_models} == {best}:
        return "the right winner"
    first = str(compared).partition("\n")[0]
    if best in first.partition("Left out")[2] or best in first.partition("Not ranked")[2]:
        return "the best model named as left out"
    return "warned of" if compared.answer.warnings else "a wrong winner"


def test_no_wrong_winner_without_a_warning(tmp_path):
    tally, wrong = Tally(), []
    for number in range(N_TABLES):
        folder = tmp_path / str(number)
        folder.mkdir()
        how = outcome(*made(number, folder))
        tally[how] += 1
        wrong += [f"{number}: {KINDS[number % len(KINDS)]}"] * (how == "a wrong winner")
    tally.say("tables of more than scores")
    assert wrong == []
    assert tally["the right winner"] > N_TABLES / 2
