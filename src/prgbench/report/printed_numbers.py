"""The numbers that Flach & Kull (2015) print in section 4, beside those of a study."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd

from prgbench.plotting.words import decimal, measure_label, percent
from prgbench.robustness.printed import BEST_DIFFERS, RANK_CORRELATION, TOP_DIFFERS

N_TASKS = 886
N_DATASETS = 426
N_MODELS = 25_980
QUARTILES = (0.944, 0.991)
FIRST = ("aupr", "auprg")
TOP3_AGREES = 42


@dataclass(frozen=True, slots=True)
class Line:
    """A quantity as the paper prints it, as the study finds it, and its range if alike.

    It is a ``statistic`` of two ``measures``, or a count that the statistic names.
    """

    quantity: str
    printed: str
    found: str
    if_alike: str = ""
    statistic: str = ""
    measures: tuple[str, str] | None = None


def comparison_lines(summary: pd.DataFrame, if_alike: pd.DataFrame | None = None) -> list[Line]:
    """Return every number of the paper's section 4 beside the study's.

    ``if_alike`` is the table of the part `rankings` of that name.
    """
    first = summary.iloc[0]
    n_models = f"{N_MODELS:,} (886 tasks with 30 models have 26,580)"
    return [
        Line("Tasks", f"{N_TASKS}", f"{first['tasks']:,}", statistic="tasks"),
        Line("Data sets", f"{N_DATASETS}", f"{first['datasets']:,}", statistic="datasets"),
        Line("Models", n_models, f"{first['models']:,}", statistic="models"),
        *_pair_lines(summary, if_alike),
    ]


def _pair_lines(summary: pd.DataFrame, if_alike: pd.DataFrame | None) -> Iterator[Line]:
    def key(row: pd.Series) -> frozenset[str]:
        return frozenset((row["measure_a"], row["measure_b"]))

    rows = {key(row): row for _, row in summary.iterrows()}
    alike = (
        {}
        if if_alike is None
        else {(row["statistic"], key(row)): row for _, row in if_alike.iterrows()}
    )

    def line(
        quantity: str,
        statistic: str,
        pair: tuple[str, str],
        printed: str,
        write: Callable[[float], str],
        *,
        column: str = "",
        rest: bool = False,
    ) -> Line:
        """Return a line; ``rest`` counts the tasks that the column does not."""
        column = column or statistic

        def written(row: pd.Series, name: str) -> str:
            return write(1 - row[name] if rest else row[name])

        ends = ("upper", "lower") if rest else ("lower", "upper")
        alike_range = ""
        if (row := alike.get((column, frozenset(pair)))) is not None:
            low, high = (written(row, f"if_alike_{end}") for end in ends)
            alike_range = f"{written(row, 'if_alike')} ({low} to {high})"
        label = " and ".join(map(measure_label, sorted(pair)))
        found = written(rows[frozenset(pair)], column)
        return Line(f"{quantity}, {label}", printed, found, alike_range, statistic, pair)

    for numbers, statistic, quantity in (
        (BEST_DIFFERS, "best_differs", "Tasks with different best models"),
        (TOP_DIFFERS, "top_differs", "Tasks with different ordered top three"),
    ):
        for pair, share in numbers.items():
            if frozenset(pair) in rows:
                yield line(quantity, statistic, pair, f"{share}%", percent)
    if frozenset(FIRST) in rows:
        yield line(
            "Tasks with the same ordered top three",
            "top_agrees",
            FIRST,
            f"{TOP3_AGREES}%",
            percent,
            column="top_differs",
            rest=True,
        )
    for pair, correlation in RANK_CORRELATION.items():
        if frozenset(pair) in rows:
            quantity = "Correlation of the ranks"
            yield line(quantity, "rank_correlation", pair, f"{correlation:.2f}", decimal)
    if frozenset(FIRST) in rows:
        for name, quartile in zip(("lower", "upper"), QUARTILES, strict=True):
            quantity = f"{name.capitalize()} quartile of the tasks' rank correlations"
            statistic = f"spearman_{name}_quartile"
            yield line(quantity, statistic, FIRST, f"{quartile:.3f}", "{:.3f}".format)
