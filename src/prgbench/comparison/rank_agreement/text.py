"""The report's paragraphs on whole rankings and their tops."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.rank_agreement.names import COEFFICIENTS
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import count, decimal, listing, pair, records
from prgbench.replication.groups import by_pair

TITLE = "Whole rankings and their tops"
SHOWS = "How well two measures agree on the whole ranking of a task's models, and on its top."
CANNOT_TELL = (
    "Whether what they disagree about matters: close models that change places count as much as "
    "distant ones."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how well whole rankings and their tops agree."""
    lines = []
    for _, _, rows in by_pair(tables["rank_agreement"]):
        parts = [
            f"{COEFFICIENTS[row['coefficient']]} {decimal(row['median'])} "
            f"({decimal(row['lower_quartile'])} to {decimal(row['upper_quartile'])})"
            for row in records(rows)
        ]
        lines.append(f"- {pair(records(rows)[0])}: {listing(parts)}.")
    undefined = int(tables["rank_agreement"]["undefined"].max())
    missing = f" {count(undefined, 'task')} have no correlation." if undefined else ""
    return [f"Medians (and quartiles) over the tasks:{missing}", "\n".join(lines)]
