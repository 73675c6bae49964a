"""The numbers that Flach & Kull (2015) print in section 4, beside those of a study."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from tabulate import tabulate

from prgbench.answer.common_order import BEST_DIFFERS, RANKS, TOP_DIFFERS
from prgbench.plotting.words import decimal, measure_label, percent
from prgbench.report.html.markup import pair_value, route, route_to_task, route_to_tasks
from prgbench.robustness.choices import PRINTED
from prgbench.run.csv_files import read_csv, read_csv_table
from prgbench.run.safe_text import as_markdown

COUNTS = {
    "tasks": ("Tasks", "886"),
    "datasets": ("Data sets", "426"),
    "models": ("Models", "25,980 (886 tasks with 30 models have 26,580)"),
}
QUARTILES = (0.944, 0.991)
FIRST = ("aupr", "auprg")
TOP_AGREES = "top_agrees"
TOP3_AGREES = "42%"
_SHOWN = {BEST_DIFFERS: "differs", TOP_DIFFERS: "top3", TOP_AGREES: "top_agrees"}


@dataclass(frozen=True, slots=True)
class Line:
    """A quantity as the paper prints it, as the study finds it, and as a common order gives it.

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

    ``if_alike`` is the table of the part `rankings`.
    """
    lines = [
        Line(quantity, printed, f"{summary[statistic].iloc[0]:,}", statistic=statistic)
        for statistic, (quantity, printed) in COUNTS.items()
    ]
    # The paper's pairs and those of a study may name their measures in another order.
    found = {_pair(row): row for row in summary.to_dict("records")}
    simulated = [] if if_alike is None else if_alike.to_dict("records")
    alike = {(row["statistic"], _pair(row)): row for row in simulated}
    for quantity, statistic, pair, printed in _printed_numbers():
        measures = frozenset(pair)
        if measures not in found:
            continue
        # The paper prints agreement of the top three once and disagreement once: one column has
        # both.
        column = TOP_DIFFERS if statistic == TOP_AGREES else statistic
        lines.append(
            Line(
                f"{quantity}, {' and '.join(map(measure_label, sorted(pair)))}",
                printed,
                _written(statistic, found[measures][column]),
                _alike_text(statistic, alike.get((column, measures))),
                statistic,
                pair,
            )
        )
    return lines


def _pair(row: Mapping[Hashable, Any]) -> frozenset[str]:
    return frozenset((row["measure_a"], row["measure_b"]))


def _printed_numbers() -> Iterator[tuple[str, str, tuple[str, str], str]]:
    """Yield what the paper's numbers of two measures are, with the measures and as printed."""
    for pair, share in PRINTED[BEST_DIFFERS].items():
        yield "Tasks with different best models", BEST_DIFFERS, pair, f"{share:.0%}"
    for pair, share in PRINTED[TOP_DIFFERS].items():
        yield "Tasks with different ordered top three", TOP_DIFFERS, pair, f"{share:.0%}"
    yield "Tasks with the same ordered top three", TOP_AGREES, FIRST, TOP3_AGREES
    for pair, correlation in PRINTED[RANKS].items():
        yield "Correlation of the ranks", RANKS, pair, f"{correlation:.2f}"
    for name, quartile in zip(("lower", "upper"), QUARTILES, strict=True):
        quantity = f"{name.capitalize()} quartile of the tasks' rank correlations"
        yield quantity, f"spearman_{name}_quartile", FIRST, f"{quartile:.3f}"


def _written(statistic: str, value: float) -> str:
    """Write a number; tasks with the same top three are the rest of those with another one."""
    if statistic == TOP_AGREES:
        return percent(1 - value)
    return (percent if statistic in _SHOWN else decimal)(value)


def _alike_text(statistic: str, row: Mapping[Hashable, Any] | None) -> str:
    if row is None:
        return ""
    ends = [_written(statistic, row[f"if_alike_{end}"]) for end in ("lower", "upper")]
    # The complement of a share turns its bounds round.
    ends = ends[::-1] if statistic == TOP_AGREES else ends
    return f"{_written(statistic, row['if_alike'])} ({' to '.join(ends)})"


def route_of_line(line: Line) -> str:
    """Return the address of what a number in the paper's table was counted from."""
    if line.measures is None:
        return route("tasks", {"sort": "dataset"} if line.statistic == "datasets" else {})
    if line.statistic in _SHOWN:
        return route_to_tasks(*line.measures, _SHOWN[line.statistic])
    return route("tasks", {"pair": pair_value(*line.measures), "sort": "spearman"})


STATEMENTS_NOTE = (
    "Every other statement of section 4 with a number or a name, as printed and as found here; a "
    "dash where the study can't tell. The paper calls the three measures significantly different "
    "without a test; the answer above has one."
)
GUESSES_NOTE = (
    "What the paper leaves open, what is chosen here, and how each alternative by itself changes "
    "the paper's nine numbers (AUPR–AUPRG / AUPR–AUROC / AUPRG–AUROC). Where that takes another "
    "study, the table names the keys of its file."
)
_TITLES = {
    "best_differs": "best models differ",
    "top_differs": "ordered top three differ",
    "rank_correlation": "correlation of ranks",
    "how": "from",
}


def statement_lines(statements: pd.DataFrame) -> Iterator[dict[str, str]]:
    """Yield each row of `statement_table` with the address of its task, "" if it has none."""
    for row in statements.to_dict("records"):
        yield {
            "statement": row["statement"],
            "printed": row["printed"],
            "found": row["found"],
            "holds": row["holds"] or "–",
            "route": route_to_task(int(row["task_id"])) if row["task_id"] else "",
        }


def printed_areas_found(statements: Path) -> str:
    """Say which of the areas that the paper's Figure 5 prints are found."""
    table = read_csv_table(statements, ["statement", "printed", "found", "holds"]).columns
    rows = [
        (statement, printed, value, holds)
        for statement, printed, value, holds in zip(*table.values(), strict=True)
        if statement.startswith(("AUPR of ", "AUPRG of "))
    ]
    n_found = sum(holds == "yes" for *_, holds in rows)
    each = "; ".join(
        f"{statement}: {value} ({printed} printed)" for statement, printed, value, _ in rows
    )
    return f"The areas that Figure 5 of the paper prints: {n_found} of {len(rows)} found. {each}."


def guesses_markdown(guesses: pd.DataFrame) -> str:
    """Return the guesses in Markdown."""
    rows = [[as_markdown(cell) for cell in row] for row in guesses.itertuples(index=False)]
    headers = [_TITLES.get(name, name) for name in guesses.columns]
    return tabulate(rows, headers, "github", disable_numparse=True)


def read_texts(path: Path) -> pd.DataFrame:
    """Read a table of text; an empty cell is an empty string."""
    columns = pd.read_csv(path, nrows=0).columns
    return read_csv(path, dict.fromkeys(columns, str)).fillna("")
