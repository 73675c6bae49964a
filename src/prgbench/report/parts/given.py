"""What is shown of what the answer takes as given."""

from collections.abc import Sequence

from prgbench.answer.given import FOLD_MEAN, REPEAT, ChangedPick
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import bounds, measure_label, percent
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart, markdown_table

CHANGES = {
    FOLD_MEAN: "fold mean, not pooled",
    REPEAT: "another repeat",
}


def given_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often the best model changes with what is taken as given."""
    return [
        f"Tasks whose best model by the same measure changes [{facts.interval}]:",
        *_changes(rows_of(ChangedPick, tables["given"])),
    ]


def _changes(rows: Sequence[ChangedPick]) -> list[str]:
    by = {
        (row.measure, row.source): f"{percent(row.best_models_change)} "
        f"{bounds(row.lower, row.upper, percent)}"
        if row.tasks
        else "–"
        for row in rows
    }
    sources = [source for source in CHANGES if any(r.tasks for r in rows if r.source == source)]
    cells = [
        [measure_label(measure), *(by[measure, source] for source in sources)]
        for measure in dict.fromkeys(row.measure for row in rows)
    ]
    missing = dict.fromkeys(row.note for row in rows if not row.tasks)
    return [
        markdown_table(["", *(CHANGES[source] for source in sources)], cells),
        *(f"{note.capitalize()}." for note in missing if note),
    ]


SHOWN = ShownPart(
    "given",
    title="Assumptions",
    shows="How often the best model changes with what the answer is conditional on: pooled "
    "predictions, the partition into folds and the fitted models.",
    cannot_tell="The effect of new training sets: repeats share the instances.",
    paragraphs=given_paragraphs,
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
