"""The numbers that Flach & Kull (2015) print in section 4, beside those of a study."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd

from prgbench.plotting.words import decimal, measure_label, percent

N_TASKS = 886
N_DATASETS = 426
N_MODELS = 25_980
QUARTILES = (0.944, 0.991)
FIRST = ("aupr", "auprg")
TOP3_AGREES = 42
BEST_DIFFERS = {("aupr", "auprg"): 24, ("aupr", "auroc"): 29, ("auprg", "auroc"): 22}
TOP_DIFFERS = {("aupr", "auprg"): 58, ("aupr", "auroc"): 65, ("auprg", "auroc"): 57}
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
        without, with_ties = self._numbers(statistic, pair)
        return _range(without, write), _range(with_ties, write)

    def texts_of_rest(self, statistic: str, pair: tuple[str, str]) -> tuple[str, str]:
        """Return what noise alone gives for the tasks that a share does not count."""
        without, with_ties = (
            tuple(1 - numbers[place] for place in (0, 2, 1)) if numbers else ()
            for numbers in self._numbers(statistic, pair)
        )
        return _range(without, percent), _range(with_ties, percent)

    def _numbers(
        self, statistic: str, pair: tuple[str, str]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        row = self.rows.get((statistic, _pair(*pair)))
        if row is None:
            return (), ()
        without, with_ties = (
            (row[name], row[f"{name}_lower"], row[f"{name}_upper"])
            for name in ("null", "tied_null")
        )
        return without, with_ties


def _range(numbers: tuple[float, ...], write: Callable[[float], str]) -> str:
    """Write a number with its range, nothing where there is none."""
    if not numbers:
        return ""
    value, low, high = map(write, numbers)
    return f"{value} ({low} to {high})"


def _pair_lines(summary: pd.DataFrame, noise: _Noise) -> Iterator[Line]:
    rows = {_pair(row["measure_a"], row["measure_b"]): row for _, row in summary.iterrows()}
    for printed, column, quantity in (
        (BEST_DIFFERS, "best_differs", "Tasks with different best models"),
        (TOP_DIFFERS, "top_differs", "Tasks with different ordered top three"),
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
    if FIRST in rows:
        yield Line(
            f"Tasks with the same ordered top three, {_label(FIRST)}",
            f"{TOP3_AGREES}%",
            percent(1 - rows[FIRST]["top_differs"]),
            *noise.texts_of_rest("top_differs", FIRST),
            "top_agrees",
            FIRST,
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
    if FIRST in rows:
        for name, printed_quartile in zip(("lower", "upper"), QUARTILES, strict=True):
            statistic = f"spearman_{name}_quartile"
            quantity = f"{name.capitalize()} quartile of the tasks' rank correlations"
            yield Line(
                f"{quantity}, {_label(FIRST)}",
                f"{printed_quartile:.3f}",
                f"{rows[FIRST][statistic]:.3f}",
                statistic=statistic,
                measures=FIRST,
            )


def _pair(a: str, b: str) -> tuple[str, str]:
    first, second = sorted((a, b))
    return first, second


def _label(pair: tuple[str, str]) -> str:
    return f"{measure_label(pair[0])} and {measure_label(pair[1])}"
