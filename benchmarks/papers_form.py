"""What Flach and Kull's section 4 counts, on published predictions, as tables for the page."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd
from tabulate import tabulate

from prgbench.direct.compared_models import ComparedModels
from prgbench.metrics import auprg_score
from prgbench.plotting.words import measure_label

MEASURES = ("aupr", "auprg", "auroc")
PREVALENCES = (0.5, 0.1, 0.01)
COUNTED = {
    "best_differs": ("another best model", "{:.1%}"),
    "top_differs": ("another top three", "{:.1%}"),
    "rank_correlation": ("rank correlation", "{:.3f}"),
}


def nine_numbers(compared: ComparedModels) -> str:
    """Return the paper's nine numbers as a table, each with what noise alone would give.

    Counted are the data sets whose noise can be told, such as those of two groups or more.
    """
    rows = []
    for pair, counted in compared.tables["if_alike"].groupby(["measure_a", "measure_b"]):
        by_statistic = counted.set_index("statistic")
        cells = [
            _with_noise(by_statistic.loc[statistic], form)
            for statistic, (_, form) in COUNTED.items()
        ]
        n_tasks = f"{counted['tasks'].iloc[0]:,}"
        rows.append([", ".join(map(measure_label, pair)), n_tasks, *cells])
    heads = ["measures", "data sets", *(head for head, _ in COUNTED.values())]
    return _table(rows, heads)


def _with_noise(counted: pd.Series, form: str) -> str:
    names = ("found", "if_alike", "if_alike_lower", "if_alike_upper")
    found, alike, lower, upper = (form.format(counted[name]) for name in names)
    return f"{found} ({alike} [{lower}, {upper}])"


def who_wins(scores: pd.DataFrame) -> str:
    """Return on how many data sets each model is the best, by the columns of scores.

    Models that are the best together each have their share of the data set. Those that are never
    the best are left out.
    """
    wins = pd.DataFrame({name: _wins(scores, name) for name in scores.columns})
    wins = wins[(wins > 0).any(axis="columns")]
    wins = wins.sort_values(wins.columns[0], ascending=False)
    rows = [
        [str(model), *(f"{value:.1f}".removesuffix(".0") for value in of_model)]
        for model, of_model in zip(wins.index, wins.to_numpy(), strict=True)
    ]
    return _table(rows, ["model", *wins.columns])


def _wins(scores: pd.DataFrame, name: str) -> pd.Series:
    column = scores[name]
    best = column == column.groupby(level="dataset").transform("max")
    share = best / best.groupby(level="dataset").transform("sum")
    return share.groupby(level="model").sum()


def scores_of(compared: ComparedModels, table: Path) -> pd.DataFrame:
    """Return the areas by data set and model, and AUPRG at the stated prevalences."""
    names = {"dataset_name": "dataset", "flow_name": "model"}
    by_name = compared.models.rename(columns=names).set_index(list(names.values()))
    areas = by_name[list(MEASURES)].rename(columns=measure_label)
    return areas.join(auprg_at_prevalences(pd.read_parquet(table), PREVALENCES))


def auprg_at_prevalences(table: pd.DataFrame, prevalences: Iterable[float]) -> pd.DataFrame:
    """Return AUPRG by data set and model as if the positives had another prevalence.

    Weights on the negatives make it exact: a sample of prevalence pi has pi' where each negative
    counts pi (1 - pi') / (pi' (1 - pi)).
    """
    found = {}
    for key, rows in table.groupby(["dataset", "model"], observed=True):
        labels, values = rows["y_true"].to_numpy(), rows["y_score"].to_numpy()
        odds = labels.mean() / (1 - labels.mean())
        found[key] = {
            f"AUPRG at {stated:.0%}": auprg_score(
                labels, values, sample_weight=np.where(labels, 1, odds * (1 - stated) / stated)
            )
            for stated in prevalences
        }
    frame = pd.DataFrame.from_dict(found, orient="index")
    return frame.rename_axis(["dataset", "model"])


def other_winners(scores: pd.DataFrame, reference: str = "AUPRG") -> str:
    """Return a sentence on how often a stated prevalence changes the winner of a measure."""
    best = {name: _best(scores[name]) for name in scores.columns}
    n = len(best[reference])
    changed = [
        f"{name.removeprefix('AUPRG at ')}: {int((best[name] != best[reference]).sum())} of {n}"
        for name in scores.columns
        if name.startswith("AUPRG at ")
    ]
    return f"Data sets whose best model by {reference} is another one at a stated prevalence: " + (
        ", ".join(changed) + "."
    )


def _best(column: pd.Series) -> pd.Series:
    # Of models that are the best together, the first by name.
    ordered = column.sort_index().unstack("model")
    return ordered.idxmax(axis="columns")


def _table(rows: list[list[str]], heads: list[str]) -> str:
    return tabulate(rows, heads, tablefmt="github", disable_numparse=True)
