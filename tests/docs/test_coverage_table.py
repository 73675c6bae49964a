"""The coverage of the default intervals in docs/metrics.md is that of benchmarks/coverage.txt."""

import pytest

from markdown_pages import read

COLUMNS = 5
"""Coverage by the expected number of positives; shortfall and widths follow on the other page."""


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def row_after(text, start):
    """Return the cells of the first line that begins so."""
    return cells(next(line for line in text.splitlines() if line.startswith(start)))


@pytest.mark.parametrize("area", ["AUROC", "AUPR", "AUPRG"])
def test_the_page_has_the_coverage_of_the_default(area):
    measured = read("benchmarks/coverage.txt").split(f"\n{area}: how often the interval")[1]
    shown = row_after(read("docs/metrics.md").split("| area | 5 |")[1], f"| {area} |")
    assert shown[1:] == row_after(measured, "| **")[1 : 1 + COLUMNS]
