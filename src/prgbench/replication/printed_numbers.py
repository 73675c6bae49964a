"""The numbers that Flach & Kull (2015) print in section 4, beside those of a study."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd

from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import decimal, percent

N_TASKS = 886
N_DATASETS = 426
N_MODELS = 25_980
QUARTILES = (0.944, 0.991)
BEST_DIFFERS = {("aupr", "auprg"): 24, ("aupr", "auroc"): 29, ("auprg", "auroc"): 22}
TOP3_DIFFERS = {("aupr", "auprg"): 58, ("aupr", "auroc"): 65, ("auprg", "auroc"): 57}
RANK_CORRELATION = {("aupr", "auprg"): 0.95, ("aupr", "auroc"): 0.95, ("auprg", "auroc"): 0.96}


@dataclass(frozen=True, slots=True)
class Line:
    """A quantity as the paper prints it, as the study finds it, and as noise alone gives it.

    It is a ``statistic`` of two ``measures``, or the number of what the statistic names.
    """

    quantity: str
    printed: str
    found: str
    noise_alone: str = ""
    noise_and_ties: str = ""
    statistic: str = ""
    measures: tuple[str, str] | None = None


def comparison_lines(summary: pd.DataFrame, null: pd.DataFrame | None = None) -> list[Line]:
    """Return every number of the paper's section 4 beside the study's.

    Parameters
    ----------
    summary : DataFrame
        What `agreement_summary` returns.
    null : DataFrame, optional
        A row per pair and statistic with what noise alone gives: ``null`` and its range,
        ``null_lower`` to ``null_upper``, and with the models' own ties ``tied_null``.
    """
    noise = _Noise(null)
    first = summary.iloc[0]
    n_models = f"{N_MODELS:,} (886 tasks with 30 models have 26,580)"
    return [
        Line("Tasks", f"{N_TASKS}", f"{first['tasks']:,}", statistic="tasks"),
        Line("Data sets", f"{N_DATASETS}", f"{first['datasets']:,}", statistic="datasets"),
        Line("Models", n_models, f"{first['models']:,}", statistic="models"),
        *_pair_lines(summary, noise),
    ]


class _Noise:
    """What noise alone gives, by statistic and pair."""

    def __init__(self, null: pd.DataFrame | None) -> None:
        rows = [] if null is None else [row for _, row in null.iterrows()]
        self.rows = {
            (row["statistic"], _pair(row["measure_a"], row["measure_b"])): row for row in rows
        }

    def texts(
        self, statistic: str, pair: tuple[str, str], write: Callable[[float], str]
    ) -> tuple[str, str]:
        row = self.rows.get((statistic, _pair(*pair)))
        if row is None:
            return "", ""
        without, with_ties = (
            f"{write(row[name])} ({write(row[f'{name}_lower'])} to {write(row[f'{name}_upper'])})"
            for name in ("null", "tied_null")
        )
        return without, with_ties


def _pair_lines(summary: pd.DataFrame, noise: _Noise) -> Iterator[Line]:
    rows = {_pair(row["measure_a"], row["measure_b"]): row for _, row in summary.iterrows()}
    for printed, column, quantity in (
        (BEST_DIFFERS, "best_differs", "Tasks with different best models"),
        (TOP3_DIFFERS, "top3_differs", "Tasks with different ordered top three"),
    ):
        for pair, printed_percent in printed.items():
            if pair in rows:
                yield Line(
                    f"{quantity}, {_label(pair)}",
                    f"{printed_percent}%",
                    percent(rows[pair][column]),
                    *noise.texts(column, pair, percent),
                    column,
                    pair,
                )
    for pair, correlation in RANK_CORRELATION.items():
        if pair in rows:
            yield Line(
                f"Correlation of the ranks, {_label(pair)}",
                f"{correlation:.2f}",
                decimal(rows[pair]["rank_correlation"]),
                *noise.texts("rank_correlation", pair, decimal),
                "rank_correlation",
                pair,
            )
    pair = ("aupr", "auprg")
    if pair in rows:
        for name, printed_quartile in zip(("lower", "upper"), QUARTILES, strict=True):
            statistic = f"spearman_{name}_quartile"
            quantity = f"{name.capitalize()} quartile of the tasks' rank correlations"
            yield Line(
                f"{quantity}, {_label(pair)}",
                f"{printed_quartile:.3f}",
                f"{rows[pair][statistic]:.3f}",
                statistic=statistic,
                measures=pair,
            )


def _pair(a: str, b: str) -> tuple[str, str]:
    first, second = sorted((a, b))
    return first, second


def _label(pair: tuple[str, str]) -> str:
    return f"{measure_label(pair[0])} and {measure_label(pair[1])}"
