"""The report's paragraphs on how much depends on what counts as a tie."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import count, decimal, pair, percent, records
from prgbench.replication.groups import by_pair

TITLE = "What counts as a tie?"
SHOWS = (
    "How much the percentages hang on what counts as a tie and on what is done with tied models."
)
CANNOT_TELL = "Which way to treat ties is right: each can be defended."


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how much the percentages move with the treatment of ties."""
    table = tables["ties"]
    lines = []
    for _, _, rows in by_pair(table):
        exact, loose = records(rows)[0], records(rows)[-1]
        lines.append(
            f"- {pair(exact)}: {percent(exact['strict'])} of the tasks have different sets of "
            f"best models, {percent(exact['expected'])} different ones with ties broken in one "
            f"random order, {percent(exact['lenient'])} none in common; with scores tied within "
            f"{loose['tolerance']:g} it is {percent(loose['strict'])}, "
            f"{percent(loose['expected'])} and {percent(loose['lenient'])}. The top three differ "
            f"in order in {percent(exact['top3_ordered'])}, as sets in "
            f"{percent(exact['top3_set'])}."
        )
    ranks = tables["tied_ranks"].groupby(["measure_a", "measure_b"])["rank_correlation"]
    spread = float((ranks.max() - ranks.min()).max())
    tied = int(table["tied_tasks"].iloc[0])
    return [
        f"In {count(tied, 'task')} several models are best by {pair(records(table)[0])} or one of "
        "them.",
        "\n".join(lines),
        "How tied models are ranked (average, lowest, highest, at random) moves the correlation "
        f"of the ranks by {'less than 0.001' if spread < 0.001 else decimal(spread)}.",
    ]
