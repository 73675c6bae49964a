"""The report's paragraphs on where measures disagree."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import bounds, count, p_value, pair, points, records, share_of
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

TITLE = "Where do measures disagree?"
SHOWS = (
    "In which kinds of tasks, and with which kinds of best models, two measures disagree more "
    "often."
)
CANNOT_TELL = (
    "What causes it: the properties go with each other, and bins with few data sets say little."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say in which bins measures disagree more or less often than in the other tasks."""
    table = tables["breakdown"]
    properties = ", ".join(dict.fromkeys(table["by"]))
    text = f"The tasks fall into bins by {properties}. "
    tested = table[table["p_value_adjusted"].notna()]
    if table["difference"].isna().all():
        return [f"{text}No property has two bins with tasks."]
    if tested.empty:
        return [
            f"{text}Whether a bin differs from the other tasks is not tested with fewer than "
            f"{FEWEST_CLUSTERS} data sets."
        ]
    clear = tested[tested["p_value_adjusted"] < facts.significance_level]
    text += (
        f"Of {count(len(tested), 'bin')} of all pairs, {len(clear) or 'none'} "
        f"{'has' if len(clear) == 1 else 'have'} a share of disagreements that differs from that "
        f"of the other tasks with p < {facts.significance_level:g}, by exchanging tasks, adjusted "
        "for the number of bins (Holm)"
    )
    if clear.empty:
        return [f"{text}."]
    lines = [f"- {pair(records(rows)[0])}: {_bins(rows)}." for _, _, rows in by_pair(clear)]
    return [
        f"{text}. Differences to the other tasks, with their {facts.interval}, in points:",
        "\n".join(lines),
    ]


def _bins(rows: pd.DataFrame) -> str:
    return "; ".join(
        f"{row['by']} {row['bin']} {share_of(row['best_differs'] * row['tasks'], row['tasks'])}, "
        f"{points(row['difference'])} "
        f"{bounds(row['difference_lower'], row['difference_upper'], points)}, adjusted "
        f"{p_value(row['p_value_adjusted'])}"
        for row in records(rows)
    )
