"""Writes the table of measures in docs/metrics.md from the registry; `--check` only compares.

How often intervals cover is read from coverage.csv.
"""

from pathlib import Path

import pandas as pd
from tabulate import tabulate
from written import write_or_check

from prgbench import metrics
from prgbench.metrics import Measure

PAGE = Path(__file__).with_name("metrics.md")
BEGIN, END = "<!-- measures -->\n", "<!-- end of measures -->"
COLUMNS = ("name", "function", "what it is", "range", "95% interval")
COVERAGE = pd.read_csv(PAGE.with_name("coverage.csv"))


def page() -> str:
    """Return the page with a row for each measure between its two marks."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    rows = [_row(metrics.get_measure(name)) for name in metrics.measures()]
    table = tabulate(rows, COLUMNS, tablefmt="github", disable_numparse=True)
    return f"{before}{BEGIN}\n{table}\n\n{END}{after}"


def _row(measure: Measure) -> list[str]:
    name = measure.name
    function = f"{name}_score"
    direction = "" if measure.higher_is_better else "; lower is better"
    return [
        f"`{name}`",
        f"`{function}`" if function in metrics.__all__ else "",
        measure.meaning + direction,
        f"{'(' if measure.lower == -float('inf') else '['}{measure.lower}, {measure.upper}"
        f"{')' if measure.upper == float('inf') else ']'}",
        _covered(name),
    ]


def _covered(name: str) -> str:
    """Return the mean coverage with 10, 30 and 100 positives, and that of the worst population."""
    of_measure = COVERAGE[COVERAGE["measure"] == name]
    if of_measure.empty:
        return ""
    covered = 100 * (1 - of_measure["below"] - of_measure["above"])
    means = covered.groupby(of_measure["positives"]).mean()
    least = covered.groupby(of_measure["population"]).mean().min()
    return f"{'/'.join(f'{mean:.0f}' for mean in means)} ({least:.0f})"


if __name__ == "__main__":
    write_or_check({PAGE: page()}, "the registry of measures")
