"""The numbers that Flach & Kull (2015) print in section 4, beside those of a study."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from prgbench.plotting.labels import measure_label

N_TASKS = 886
N_DATASETS = 426
N_MODELS = 25_980
QUARTILES = (0.944, 0.991)
BEST_DIFFERS = {("aupr", "auprg"): 24, ("aupr", "auroc"): 29, ("auprg", "auroc"): 22}
TOP3_DIFFERS = {("aupr", "auprg"): 58, ("aupr", "auroc"): 65, ("auprg", "auroc"): 57}
RANK_CORRELATION = {("aupr", "auprg"): 0.95, ("aupr", "auroc"): 0.95, ("auprg", "auroc"): 0.96}


@dataclass(frozen=True, slots=True)
class Line:
    """A quantity as the paper prints it and as the study finds it."""

    quantity: str
    printed: str
    found: str


def comparison_lines(summary: pd.DataFrame) -> list[Line]:
    """Return every number of the paper's section 4 beside the study's.

    Parameters
    ----------
    summary : DataFrame
        What `agreement_summary` returns.
    """
    first = summary.iloc[0]
    n_models = f"{N_MODELS:,} (886 tasks with 30 models have 26,580)"
    return [
        Line("Tasks", f"{N_TASKS}", f"{first['tasks']:,}"),
        Line("Data sets", f"{N_DATASETS}", f"{first['datasets']:,}"),
        Line("Models", n_models, f"{first['models']:,}"),
        *_pair_lines(summary),
    ]


def _pair_lines(summary: pd.DataFrame) -> Iterator[Line]:
    rows = {_pair(row["measure_a"], row["measure_b"]): row for _, row in summary.iterrows()}
    for printed, column, quantity in (
        (BEST_DIFFERS, "best_differs", "Tasks with different best models"),
        (TOP3_DIFFERS, "top3_differs", "Tasks with different ordered top three"),
    ):
        for pair, percent in printed.items():
            if pair in rows:
                found = f"{100 * rows[pair][column]:.1f}%"
                yield Line(f"{quantity}, {_label(pair)}", f"{percent}%", found)
    for pair, correlation in RANK_CORRELATION.items():
        if pair in rows:
            found = f"{rows[pair]['rank_correlation']:.3f}"
            yield Line(f"Correlation of the ranks, {_label(pair)}", f"{correlation:.2f}", found)
    pair = ("aupr", "auprg")
    if pair in rows:
        for name, printed_quartile in zip(("lower", "upper"), QUARTILES, strict=True):
            found = f"{rows[pair][f'spearman_{name}_quartile']:.3f}"
            quantity = f"{name.capitalize()} quartile of the tasks' rank correlations"
            yield Line(f"{quantity}, {_label(pair)}", f"{printed_quartile:.3f}", found)


def _pair(a: str, b: str) -> tuple[str, str]:
    first, second = sorted((a, b))
    return first, second


def _label(pair: tuple[str, str]) -> str:
    return f"{measure_label(pair[0])} and {measure_label(pair[1])}"
