"""The report on whether disagreements are more than noise."""

import math

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import Row, bounds, count, pair, percent, points, records

TITLE = "Is it more than noise?"


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Set each disagreement beside that of the measures with themselves."""
    return [
        "The noise floor is how often the best models by *one* measure change if the instances of "
        "the task are drawn anew (mean of the two measures).",
        "\n".join(map(_line, records(tables["noise_floor"]))),
        "A disagreement below the floor does not mean that the measures are the same; it means "
        "that the best models of these tasks are less certain than the choice of the measure.",
    ]


def _line(row: Row) -> str:
    excess = bounds(row["excess_expected_lower"], row["excess_expected_upper"], points)
    text = (
        f"- {pair(row)} disagree in {percent(row['best_differs_expected'])} of the tasks if "
        "ties are broken at random; on a bootstrap of the same instances a measure disagrees "
        f"with itself in {percent(row['floor_expected'])}. The excess is "
        f"{points(row['excess_expected'])} points {excess}: {_verdict(row)}."
    )
    if row["disagreements"]:
        text += (
            f" Of {count(row['disagreements'], 'disagreement')} in which the sets of best "
            f"models differ, {percent(row['within_noise'])} are between models that could be "
            "best by the other measure as well."
        )
    if not math.isnan(row["floor_halves"]):
        text += (
            " Between two halves of the folds a measure disagrees with itself in "
            f"{percent(row['floor_halves'])}."
        )
    return text


def _verdict(row: Row) -> str:
    low, high = row["excess_expected_lower"], row["excess_expected_upper"]
    if math.isnan(low):
        return "one data set says nothing about others"
    if low > 0:
        return "more than noise"
    return "less than noise alone" if high < 0 else "not told from noise"
