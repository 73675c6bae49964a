"""The statements of the paper and the guesses, as the page of a replication shows them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pandas as pd
from tabulate import tabulate

from prgbench.report.html.markup import route_to_task
from prgbench.run.files import read_csv, read_csv_table
from prgbench.run.foreign_text import as_markdown

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


@dataclass(frozen=True, slots=True)
class Replicated:
    """The tables that `statement_table` and `guess_table` return."""

    statements: pd.DataFrame
    guesses: pd.DataFrame

    @classmethod
    def of_tables(
        cls, statements: pd.DataFrame | None, guesses: pd.DataFrame | None
    ) -> Self | None:
        """Return both tables; None if there are none."""
        return None if statements is None or guesses is None else cls(statements, guesses)


def statement_lines(replicated: Replicated) -> Iterator[dict[str, str]]:
    """Yield each statement with the address of its task on the page, "" if it has none."""
    for row in replicated.statements.to_dict("records"):
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
        (what, printed, found, holds)
        for what, printed, found, holds in zip(*table.values(), strict=True)
        if what.startswith(("AUPR of ", "AUPRG of "))
    ]
    n_found = sum(holds == "yes" for *_, holds in rows)
    each = "; ".join(f"{what} {found} ({printed} printed)" for what, printed, found, _ in rows)
    return f"The areas that Figure 5 of the paper prints: {n_found} of {len(rows)} found. {each}."


def guesses_markdown(replicated: Replicated) -> str:
    """Return the guesses in Markdown."""
    table = replicated.guesses
    rows = [[as_markdown(cell) for cell in row] for row in table.itertuples(index=False)]
    headers = [_TITLES.get(name, name) for name in table.columns]
    return tabulate(rows, headers, "github", disable_numparse=True)


def read_texts(path: Path) -> pd.DataFrame:
    """Read a table of text; an empty cell is an empty string."""
    columns = pd.read_csv(path, nrows=0).columns
    return read_csv(path, dict.fromkeys(columns, str)).fillna("")
