"""Odd but honest tables, drawn: of any shape, with missing cells, ties and names of all kinds.

Nothing in them is damaged: each is a table that a user may have, and each is either compared, to
the last sentence and figure, or refused in one sentence.
"""

import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import category

import numpy as np
import pandas as pd
from hypothesis import strategies as st

import prgbench
from prgbench.run.errors import PrgbenchError

MOST = 20
"""Data sets, and models."""

MOST_OF_PREDICTIONS = 6
"""As many data sets and models have predictions: a row each of many instances."""

FAST: dict[str, Any] = {
    "comparison": {"resamples": 20, "replicates": 5, "splits": 2},
    "figures": {"formats": ["png"]},
}

MEASURES = ("accuracy", "log_loss", "f1", "auc", "rmse", "mcc", "brier_score", "recall", "mae")
PREFIX = "tree_ensemble_with_a_long_common_prefix_in_all_of_its_names_"
ODD_NAMES = (
    *("", " ", "None", "nan", "NA", "null", "-", "0", "1", "1.0", "-1e3", "True", "inf"),
    *("<b>bold</b>", "<script>alert(1)</script>", "a&amp;b", "a & b", '"quoted"', "it's", "a,b;c"),
    *("$x^2$", "$", "_hidden", "__", "\\alpha", "{}", "%s", "100%", "|pipe|", "*star*", "# title"),
    *("[link](http://x)", "=1+1", "@user", "~/home", "../up", "C:\\dir", "a\tb", "a\nb", "a  b"),
    *("Müller", "моделе", "模型", "نموذج", "😀", "e\u0301", "\u00e9", "\u200b", "\ufeffmark"),
    *("sklearn.tree.Tree(1)", "weka.J48(2)", "sklearn.tree.Tree(2)", "x" * 300, "y" * 41),
    *("dataset", "model", "accuracy", "mean", "average", "all", "total", "rank", "best", "fold"),
)
STYLES = ("plain", "odd", "numbers", "long", "one letter", "any text")


@dataclass(frozen=True)
class OddTable:
    """A table, the options with which it is compared, its names, and how it was drawn in words."""

    table: pd.DataFrame
    options: dict[str, Any]
    names: list[str]
    written: str


def _names(draw: Callable[..., Any], number: int, noun: str) -> list[str]:
    """Draw different names of a style."""
    style = draw(st.sampled_from(STYLES))
    if style == "odd":
        return [
            *draw(
                st.lists(st.sampled_from(ODD_NAMES), min_size=number, max_size=number, unique=True)
            )
        ]
    if style == "any text":
        text = st.text(max_size=30)
        return [*draw(st.lists(text, min_size=number, max_size=number, unique=True))]
    patterns = {"numbers": "{}", "long": PREFIX + "{}", "plain": noun + " {}"}
    if style == "one letter":
        return [*string.ascii_letters[:number]]
    return [patterns[style].format(n) for n in range(number)]


def _sizes(draw: Callable[..., Any], most: int) -> tuple[int, int]:
    """Draw the numbers of data sets and of models; one of a kind is a case of its own."""
    one_or_more = st.one_of(st.integers(1, 2), *[st.integers(2, most)] * 3)
    return draw(one_or_more), draw(one_or_more)


@st.composite
def score_tables(draw: Callable[..., Any]) -> OddTable:
    """Draw a table of scores: long, or with a column for each model."""
    n_datasets, n_models = _sizes(draw, MOST)
    datasets = _names(draw, n_datasets, "data set")
    models = _names(draw, n_models, "model")
    n_measures = draw(st.sampled_from([1, 1, 2, 3, len(MEASURES)]))
    measures = MEASURES[:n_measures]
    replicate = draw(st.sampled_from([None, None, None, "fold", "seed", "repeat"]))
    size = draw(st.integers(2, 4)) if replicate else 1
    missing = draw(st.sampled_from([0.0, 0.0, 0.05, 0.15, 0.25, 0.4, 0.6]))
    absent = draw(st.booleans())
    ties = draw(st.sampled_from(["none", "rounded", "all alike", "two models"]))
    wide = replicate is None and n_measures == 1 and draw(st.booleans())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))

    shape = (n_datasets, n_models, size, n_measures)
    values = 0.75 + rng.normal(0, 0.02, (1, n_models, 1, n_measures)) + rng.normal(0, 0.03, shape)
    values = np.clip(values + rng.normal(0, 0.05, (n_datasets, 1, 1, 1)), 0, 1).round(4)
    if ties == "rounded":
        values = values.round(1)
    elif ties == "all alike":
        values[:] = 0.5
    elif ties == "two models":
        values[:, -1] = values[:, 0]
    # A whole row of a model, or single measures of it.
    gone = rng.random(shape if draw(st.booleans()) else (*shape[:3], 1)) < missing
    values = np.where(gone, np.nan, values)
    rows = [
        (dataset, model, r, *values[d, m, r])
        for d, dataset in enumerate(datasets)
        for m, model in enumerate(models)
        for r in range(size)
    ]
    keys = ["dataset", "model", replicate or "once"]
    table = pd.DataFrame(rows, columns=[*keys, *measures])
    if replicate is None:
        table = table.drop(columns="once")
    if absent:
        table = table.dropna(subset=list(measures), how="all").reset_index(drop=True)
    options: dict[str, Any] = {}
    # A wide table can't have a model that is called as one of its own columns.
    wide = wide and "dataset" not in models
    if wide and not table.empty:
        table = table.pivot(index="dataset", columns="model", values=measures[0])
        table = table.rename_axis(columns=None).reset_index()
        options = {"measures": [measures[0]]}
    written = f"{n_datasets} x {n_models} scores, {n_measures} measures, {replicate} {size}, "
    written += f"missing {missing:.0%}, ties {ties}, wide {wide}, {datasets[:2]}, {models[:2]}"
    return OddTable(table, options, [*datasets, *models], written)


@st.composite
def prediction_tables(draw: Callable[..., Any]) -> OddTable:
    """Draw a table of predictions: long, or with a column for each model."""
    n_datasets, n_models = _sizes(draw, MOST_OF_PREDICTIONS)
    datasets = _names(draw, n_datasets, "data set")
    models = _names(draw, n_models, "model")
    n_folds = draw(st.sampled_from([None, 2, 5]))
    missing = draw(st.sampled_from([0.0, 0.0, 0.15, 0.4, 0.6]))
    decimals = draw(st.sampled_from([0, 1, 6]))
    labels = draw(st.sampled_from([(0, 1), ("no", "yes"), (False, True), (1, 2), ("-", "+")]))
    alike = draw(st.booleans())
    wide = draw(st.booleans())
    measures = draw(st.sampled_from([["auroc"], ["aupr", "auprg", "auroc"], ["auprg", "brier"]]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    parts = []
    for dataset in datasets:
        n = int(rng.integers(6, 60))
        y = np.arange(n) % int(rng.integers(2, 6)) == 0
        for m, model in enumerate(models):
            if rng.random() < missing:
                continue
            spread = rng.normal(size=n) * (0.5 + m / 10)
            score = (1 / (1 + np.exp(0.5 - y + spread))).round(decimals)
            if alike and m == len(models) - 1:
                score = np.full(n, 0.5)
            columns = {
                "dataset": dataset,
                "model": model,
                "row_id": np.arange(n),
                **({} if n_folds is None else {"fold": np.arange(n) % n_folds}),
                "y_true": [labels[int(positive)] for positive in y],
                "y_score": score,
            }
            parts.append(pd.DataFrame(columns))
    columns = ["dataset", "model", "row_id", "y_true", "y_score"]
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)
    wide = wide and not set(table).intersection(models)
    if wide and parts:
        shared = [name for name in table if name not in ("model", "y_score")]
        table = table.pivot(index=shared, columns="model", values="y_score")
        table = table.rename_axis(columns=None).reset_index()
    written = f"{n_datasets} x {n_models} predictions, folds {n_folds}, missing {missing:.0%}, "
    written += f"decimals {decimals}, labels {labels}, alike {alike}, wide {wide}, "
    written += f"{measures}, {datasets[:2]}, {models[:2]}"
    return OddTable(table, {"measures": measures}, [*datasets, *models], written)


Found = TypeVar("Found")
_NO_NUMBER = re.compile(r"\b(nan|inf|None)\b")


def _or_sentence(do: Callable[[], Found]) -> Found | PrgbenchError:
    """Return what is made, or the error that says why not: one readable sentence."""
    try:
        return do()
    except PrgbenchError as error:
        sentence = str(error)
        assert all(category(char) != "Cc" for char in sentence), repr(sentence)
        assert len(sentence) < 2000, sentence
        return error


def taken_to_the_last_file(odd: OddTable, folder: Path | None) -> str:
    """Compare a table, and print all; return how it was taken.

    With a ``folder``, all figures are drawn and all files of the report are written, too. Whatever
    is raised beside a refusal in a sentence leaves this function.
    """
    compared = _or_sentence(
        lambda: prgbench.compare(odd.table, settings=FAST, progress=False, **odd.options)
    )
    if isinstance(compared, PrgbenchError):
        return "refused"
    # A number that is not there is said in words; only a name may be "nan".
    texts = [str(compared), compared.answer._repr_markdown_()]
    if not any(_NO_NUMBER.search(name) for name in odd.names):
        assert not any(map(_NO_NUMBER.search, texts)), texts[0]
    assert compared.answer.scope in repr(compared)
    if folder is None:
        compared._repr_html_()
        return "printed"
    for name in compared.figures:
        _or_sentence(partial(compared.figure, name))
    compared._repr_html_()
    assert compared.report(folder).is_file()
    assert compared.answer.scope.split(" (")[0] in (folder / "report.md").read_text("utf-8")
    return "a report"
