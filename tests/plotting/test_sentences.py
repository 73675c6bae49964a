import pandas as pd
import pytest

from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    p_value,
    pair,
    percent,
    points,
    records,
    rows_by,
    sample_size,
    share_of,
)

NAN = float("nan")
TABLE = pd.DataFrame({"name": ["one", "two"], "tasks": [1200, 17], "datasets": [9, 12]})


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (percent(0.2437), "24.4%"),
        (percent(1.0), "100.0%"),
        (percent(NAN), "undefined"),
        (points(0.5), "+50.0"),
        (points(-0.029), "−2.9"),
        (points(NAN), "undefined"),
        # From fifty on a share has its percentage: 7 of 50 are 14%.
        (share_of(7, 49), "7 of 49"),
        (share_of(7, 50), "7 of 50 (14.0%)"),
        (share_of(1500, 6000), "1,500 of 6,000 (25.0%)"),
        (decimal(0.0), "0"),
        (decimal(NAN), "undefined"),
        (decimal(-0.5), "−0.500"),
        # A thousandth is written, less is not.
        (decimal(0.001), "0.001"),
        (decimal(0.00099), "< 0.001"),
        (decimal(-0.00099), "> −0.001"),
        (decimal(0.004, digits=2), "< 0.01"),
        (decimal(2 / 3, digits=1), "0.7"),
        (p_value(0.0009), "p < 0.001"),
        (p_value(0.001), "p = 0.001"),
        (p_value(0.25), "p = 0.250"),
        (p_value(NAN), "no p-value"),
        (bounds(-0.1, 0.25), "[-10.0%, 25.0%]"),
        (bounds(-0.1, 0.25, points), "[−10.0, +25.0]"),
        (bounds(0.1, NAN), "[no interval]"),
        (bounds(NAN, 0.1), "[no interval]"),
        (count(0, "task"), "0 tasks"),
        (count(1, "task"), "1 task"),
        (count(2, "task"), "2 tasks"),
        (count(1200, "task"), "1,200 tasks"),
        (listing([]), ""),
        (listing(["a"]), "a"),
        (listing(["a", "b"]), "a and b"),
        (listing(["a", "b", "c"]), "a, b and c"),
        (pair({"measure_a": "aupr", "measure_b": "auprg"}), "AUPR and AUPRG"),
        (sample_size(TABLE), "1,200 tasks on 12 data sets"),
    ],
)
def test_numbers_as_a_reader_sees_them(written, text):
    assert written == text


def test_rows_of_a_table_by_name():
    first, second = records(TABLE)
    assert first == {"name": "one", "tasks": 1200, "datasets": 9}
    assert rows_by(TABLE, "name") == {"one": first, "two": second}
