"""The report on whether two measures disagree by more than noise."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.excess.names import PARTS, TOO_FEW
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import Row, bounds, count, p_value, pair, percent, points, records
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

TITLE = "Is it more than noise?"
SHOWS = (
    "Whether two measures pick different models more often than one measure disagrees with itself "
    "on other instances of the same task."
)
CANNOT_TELL = (
    "What happens at the full size of a task, or with other training sets. A difference that is "
    "not shown may still be there."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Set the disagreement of two measures across halves beside that of one with itself."""
    table = tables["excess"]
    halves, quarters = (records(table[table["parts"] == parts]) for parts in PARTS)
    if not any(row["tasks"] for row in halves):
        return ["No task has both classes in two halves of its instances."]
    return [
        "The best model by each measure is picked on two halves of the instances of a task, in "
        "random splits, and picks are compared across the halves only. One measure disagrees with "
        "itself there because of noise; two measures because of noise and because they are two. "
        "The excess is the difference.",
        "\n".join(_line(half, quarter) for half, quarter in zip(halves, quarters, strict=True)),
        _tests(halves),
        "Replicated disagreement: where the picks of two measures differ on one half, how much "
        "more often on the other half each measure prefers its own pick than each prefers the "
        "other's. All of this is about samples of half the size, in which there is more noise "
        "than in the whole task; quarters show what size does. Halves are independent given the "
        "fitted models only: what other training sets would change is not in it. A difference "
        "that is not shown may exist.",
    ]


def _line(half: Row, quarter: Row) -> str:
    excess = bounds(half["lower"], half["upper"], points)
    smaller = bounds(quarter["lower"], quarter["upper"], points)
    replicated = bounds(half["replicated_lower"], half["replicated_upper"], points)
    return (
        f"- {pair(half)}: across halves the picks of the two measures differ in "
        f"{percent(half['two_measures'])}, those of one measure in "
        f"{percent(half['one_measure'])}; the excess is {points(half['excess'])} points {excess}: "
        f"{half['verdict']} ({p_value(half['p_value_adjusted'])}). Replicated disagreement "
        f"{points(half['replicated'])} points {replicated}. On quarters the excess is "
        f"{points(quarter['excess'])} points {smaller}: {quarter['verdict']}."
    )


def _tests(halves: list[Row]) -> str:
    datasets = max(row["datasets"] for row in halves)
    undefined = max(row["undefined"] for row in halves)
    text = (
        f"Means over {count(max(row['tasks'] for row in halves), 'task')} on "
        f"{count(datasets, 'data set')}"
    )
    if undefined:
        text += f"; {count(undefined, 'task')} without both classes in two halves left out"
    text += (
        ". p-values are one-sided, by flipping the signs of data sets, and adjusted for "
        f"{count(len(halves), 'pair')} (Holm)."
    )
    if any(row["verdict"] == TOO_FEW for row in halves):
        text += f" Below {FEWEST_CLUSTERS} data sets there is no verdict."
    return text
