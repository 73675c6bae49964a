"""The report's paragraphs on all measures against each other."""

from prgbench.comparison.compared import Tables
from prgbench.metrics.self_tests import SAME_ORDER
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import decimal, pair, percent, records

TITLE = "All measures against each other"
SHOWS = "Which measures rank models alike, for all measures that the project has."
CANNOT_TELL = (
    "Which measure is the right one. It shows the study's models and tasks, with their noise."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Name the nearest and the farthest measures, and the outcome of the self-tests."""
    matrix, tests = tables["measure_matrix"], tables["self_tests"]
    own = matrix[~matrix["measure_a"].isin(SAME_ORDER) & ~matrix["measure_b"].isin(SAME_ORDER)]
    parts = []
    correlated = records(own.dropna(subset="mean_spearman").sort_values("mean_spearman"))
    if correlated:
        far, near = correlated[0], correlated[-1]
        parts.append(
            f"Nearest by mean rank correlation are {pair(near)} "
            f"({decimal(near['mean_spearman'])}), farthest {pair(far)} "
            f"({decimal(far['mean_spearman'])})."
        )
    most = records(own.dropna(subset="best_differs").sort_values("best_differs"))[-1]
    parts.append(
        f"{pair(most)} disagree most often about the best model, in "
        f"{percent(most['best_differs'])} of the tasks."
    )
    worst = float(tests["best_differs"].max())
    parts.append(
        "The self-tests hold: measures that are increasing in one another inside a task never "
        "disagree."
        if worst == 0
        else f"THE SELF-TESTS FAIL: measures that must never disagree do in {percent(worst)}."
    )
    return [" ".join(parts)]
