"""The report's paragraphs on duplicates and hard labels."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.duplicates.names import (
    ALL_MODELS,
    WITHOUT_DUPLICATES,
    WITHOUT_HARD_LABELS,
)
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import count, listing, pair, percent, records, rows_by
from prgbench.replication.groups import by_pair

TITLE = "Without duplicates and hard labels"
SHOWS = (
    "What the percentages would be without models that rank all instances as an earlier one does, "
    "and without models that give labels instead of scores."
)
CANNOT_TELL = "Whether such models should be left out. Those that rank nearly alike are kept."


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say what duplicates and hard labels change."""
    table = tables["duplicates"]
    removed = {name: int(row["removed"]) for name, row in rows_by(table, "variant").items()}
    lines = []
    for _, _, rows in by_pair(table):
        parts = [
            f"{percent(row['best_differs'])} "
            f"{'with all models' if row['variant'] == ALL_MODELS else row['variant']}"
            for row in records(rows)
        ]
        first = pair(records(rows)[0])
        lines.append(f"- {first} have different best models in {listing(parts)}.")
    return [
        f"{count(removed.get(WITHOUT_DUPLICATES, 0), 'model')} rank all instances as an earlier "
        f"run of the task does; {removed.get(WITHOUT_HARD_LABELS, 0):,} have at most two "
        "distinct scores.",
        "\n".join(lines),
    ]
