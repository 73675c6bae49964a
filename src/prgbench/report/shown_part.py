"""What a page shows of a part, and the minimum sample sizes for display.

Minimums that only one part needs are in its module.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn
from prgbench.plotting.rows import without_interval
from prgbench.plotting.words import count


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The words and figures of a part.

    ``shows`` and ``cannot_tell`` are plain sentences, ``paragraphs`` are Markdown; a part without
    any is left out, as is one in a study of fewer than ``fewest_datasets``. In ``shows``,
    ``{units}`` stands for what the halves of a task consist of.
    """

    name: str
    title: str
    shows: str
    cannot_tell: str
    paragraphs: Callable[[Tables, Facts], list[str]]
    figures: Mapping[str, Callable[[Tables, Facts], Drawn]] = field(default_factory=dict)
    fewest_datasets: int = 1

    def draw(self, name: str, tables: Tables, facts: Facts) -> Drawn:
        """Draw one of its figures, if the study has enough data sets for the part."""
        if datasets_of(tables) < self.fewest_datasets:
            return too_few(self.fewest_datasets)
        return self.figures[name](tables, facts)


def datasets_of(tables: Tables) -> int:
    """Return the number of data sets of a study: the most behind a row of its tables."""
    # Tables without rows have NaN for their largest number.
    counts = [table["datasets"].max() for table in tables.values() if "datasets" in table]
    return int(max((most for most in counts if most == most), default=0))


def too_few(fewest_datasets: int) -> Drawn:
    """Return the sentence in place of a figure that needs at least ``fewest_datasets``."""
    return not_drawn(f"Drawn from {count(fewest_datasets, 'data set')} on.")


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(cells)} |" for cells in (header, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(header)}", *lines[1:]])


FEWEST_FOR_INTERVAL = 6
"""Data sets: with 5, even flipping all signs has a two-sided p-value above .05 (2/2^5)."""

_BOUNDS = ("lower", "upper")


def without_rough_bounds(answer: Answer) -> Answer:
    """Return an answer without its intervals if it has too few data sets for them."""
    if answer.datasets >= FEWEST_FOR_INTERVAL:
        return answer
    return Answer.model_validate(_unbounded(answer.model_dump(by_alias=True)))


def open_marks(drawn: pd.DataFrame) -> str:
    """Return the sentence of a caption on open marks; empty if no drawn row has one."""
    if not without_interval(drawn).any():
        return ""
    return (
        f" Open marks have no interval: they have fewer than {FEWEST_FOR_INTERVAL} data sets or "
        "do not vary between them."
    )


def _unbounded(value: Any) -> Any:
    """Return a nested record with None for the bounds of its intervals."""
    if isinstance(value, dict):
        return {k: None if k in _BOUNDS else _unbounded(inner) for k, inner in value.items()}
    return [_unbounded(inner) for inner in value] if isinstance(value, list) else value
