"""The report's paragraphs on which part of the curve decides."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import count, pair, records

TITLE = "Which part of the curve decides?"
SHOWS = (
    "Whether disagreements come from the early part of the precision-recall curve, as the paper "
    "explains them."
)
CANNOT_TELL = (
    "Whether this part causes them: the same instances choose the models and show the difference."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how many disagreements the early part of the curve explains."""
    lines = [
        f"- {pair(row)}: in {row['early']:,} of {count(row['disagreements'], 'disagreement')} the "
        "early part decides against the rest; in "
        f"{row['opposed']:,} the two parts point in opposite directions."
        for row in records(tables["attributed"])
    ]
    return [
        "The paper explains a disagreement by the early part of the curve, below the recall that "
        "equals the prevalence, which AUPRG does not see. On every task:",
        "\n".join(lines),
    ]
