"""The part `given`: words."""

from collections.abc import Sequence

from tabulate import tabulate

from prgbench.answer.given import FOLD_MEAN, HALF, REPEAT, ChangedPick
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import (
    bounds,
    measure_label,
    percent,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL
from prgbench.report.shown_part import ShownPart

TITLE = "Assumptions"
SHOWS = (
    "How often the best model changes with what the answer takes as given: pooled predictions, "
    "the partition into folds and the fitted models."
)
CANNOT_TELL = (
    "The effect of new training sets: halves share the fitted models, repeats the instances."
)
CHANGES = {
    FOLD_MEAN: "fold mean, not pooled",
    REPEAT: "another repeat",
    HALF: "other half of the instances",
}


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often the best model changes with what is taken as given."""
    return [
        f"Tasks whose best model by the same measure changes [{facts.interval}]:",
        *_changes(rows_of(ChangedPick, tables["given"])),
    ]


def _changes(rows: Sequence[ChangedPick]) -> list[str]:
    by = {
        (row.measure, row.source): _estimate(row.best_models_change, row) if row.tasks else "–"
        for row in rows
    }
    sources = [source for source in CHANGES if any(r.tasks for r in rows if r.source == source)]
    cells = [
        [measure_label(measure), *(by[measure, source] for source in sources)]
        for measure in dict.fromkeys(row.measure for row in rows)
    ]
    missing = dict.fromkeys(row.note for row in rows if not row.tasks)
    return [
        _markdown(cells, [CHANGES[source] for source in sources]),
        *(f"{note.capitalize()}." for note in missing if note),
    ]


def _estimate(value: float, row: ChangedPick) -> str:
    return f"{percent(value)} {bounds(row.lower, row.upper, percent)}"


def _markdown(cells: list[list[str]], headers: list[str]) -> str:
    return tabulate(cells, headers=["", *headers], tablefmt="github", disable_numparse=True)


SHOWN = ShownPart(
    "given", TITLE, SHOWS, CANNOT_TELL, paragraphs, {}, fewest_datasets=FEWEST_FOR_INTERVAL
)
