"""The report's paragraphs on where measures disagree."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import pair, percent, records
from prgbench.replication.groups import by_pair

TITLE = "Where do measures disagree?"
SHOWN_BINS = 10


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say where each pair of measures disagrees most and least."""
    table = tables["breakdown"]
    lines = []
    for _, _, rows in by_pair(table):
        large = rows[rows["tasks"] >= min(SHOWN_BINS, rows["tasks"].max())]
        parts = []
        for by, bins in large.groupby("by", sort=False):
            if len(bins) < 2:
                continue
            least, *_, most = records(bins.sort_values("best_differs"))
            parts.append(
                f"{by}: {percent(least['best_differs'])} ({least['bin']}) to "
                f"{percent(most['best_differs'])} ({most['bin']})"
            )
        found = "; ".join(parts) or "no property has two bins of that size"
        lines.append(f"- {pair(records(rows)[0])}: {found}.")
    return [
        f"Least and greatest share of disagreements over the bins with {SHOWN_BINS} tasks or "
        "more:",
        "\n".join(lines),
    ]
