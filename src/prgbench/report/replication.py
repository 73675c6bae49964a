"""The numbers that Flach & Kull (2015) print in section 4, beside those of a study."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from tabulate import tabulate

from prgbench.answer.common_order import BEST, RANKS, TOP_DIFFERS
from prgbench.plotting.words import decimal, measure_label, percent
from prgbench.report.html.markup import pair_value, route, route_to_task, route_to_tasks
from prgbench.robustness.choices import PRINTED
from prgbench.run.files import read_csv, read_csv_table
from prgbench.run.foreign_text import as_markdown

N_TASKS = 886
N_DATASETS = 426
N_MODELS = 25_980
QUARTILES = (0.944, 0.991)
FIRST = ("aupr", "auprg")
TOP3_AGREES = 42
_SHOWN = {"best_differs": "differs", "top_differs": "top3", "top_agrees": "top_agrees"}


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
    simulated = [] if if_alike is None else [row for _, row in if_alike.iterrows()]
    alike = {(row["statistic"], key(row)): row for row in simulated}

    def line(
        quantity: str,
        statistic: str,
        pair: tuple[str, str],
        printed: str,
        write: Callable[[float], str],
        *,
        column: str = "",
        complement: bool = False,
    ) -> Line:
        """Return a line; ``complement`` counts the tasks that the column does not."""
        column = column or statistic

        def written(row: pd.Series, name: str) -> str:
            return write(1 - row[name] if complement else row[name])

        gives = alike.get((column, frozenset(pair)))
        ends = ("upper", "lower") if complement else ("lower", "upper")
        if_alike_text = gives is not None and (
            f"{written(gives, 'if_alike')} "
            f"({' to '.join(written(gives, f'if_alike_{end}') for end in ends)})"
        )
        label = " and ".join(map(measure_label, sorted(pair)))
        value = written(rows[frozenset(pair)], column)
        return Line(f"{quantity}, {label}", printed, value, if_alike_text or "", statistic, pair)

    for statistic, quantity in (
        (BEST, "Tasks with different best models"),
        (TOP_DIFFERS, "Tasks with different ordered top three"),
    ):
        for pair, share in PRINTED[statistic].items():
            if frozenset(pair) in rows:
                yield line(quantity, statistic, pair, f"{share:.0%}", percent)
    if frozenset(FIRST) in rows:
        yield line(
            "Tasks with the same ordered top three",
            "top_agrees",
            FIRST,
            f"{TOP3_AGREES}%",
            percent,
            column=TOP_DIFFERS,
            complement=True,
        )
    for pair, correlation in PRINTED[RANKS].items():
        if frozenset(pair) in rows:
            quantity = "Correlation of the ranks"
            yield line(quantity, RANKS, pair, f"{correlation:.2f}", decimal)
    if frozenset(FIRST) in rows:
        for name, quartile in zip(("lower", "upper"), QUARTILES, strict=True):
            quantity = f"{name.capitalize()} quartile of the tasks' rank correlations"
            statistic = f"spearman_{name}_quartile"
            yield line(quantity, statistic, FIRST, f"{quartile:.3f}", "{:.3f}".format)


def route_of_line(line: Line) -> str:
    """Return the address of what a number in the paper's table was counted from.

    Examples
    --------
    >>> route_of_line(Line("Tasks", "886", "61", statistic="tasks"))
    '#tasks'
    """
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
        f"{statement} {value} ({printed} printed)" for statement, printed, value, _ in rows
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
