"""Every mutant that is said to do the same as the code changes a line that stands in it."""

import csv

import pytest

from mutation.__main__ import EQUIVALENT, PACKAGE

ROWS = list(csv.DictReader(EQUIVALENT.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["module"])
def test_the_line_stands_in_the_module_and_the_reason_is_given(row):
    lines = (PACKAGE / row["module"]).read_text(encoding="utf-8").splitlines()
    assert row["code"] in [line.strip() for line in lines]
    assert row["reason"]
