"""Numbers in texts: ASCII decimals and nothing else that Python takes for a number."""

import pytest

from prgbench.run.decimals import is_decimal, is_unsigned_decimal, number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("+.5", 0.5),
        ("-5.", -5.0),
        ("1E+05", 1e5),
        ("2.5e-3", 0.0025),
        ("1e999", float("inf")),
        (" \t7\t ", 7.0),
    ],
)
def test_numbers(text, value):
    assert number(text) == value
    assert is_decimal(text.strip())


@pytest.mark.parametrize(
    "text", ["", " ", ".", "e5", "1e", "1_0", "0x1", "nan", "inf", "1,5", "1 2", "\n1", "\u0661"]
)
def test_what_is_no_number(text):
    assert number(text) is None
    assert not is_decimal(text)


def test_an_unsigned_decimal_has_no_sign():
    assert is_unsigned_decimal("1.5e-3")
    assert not is_unsigned_decimal("-1.5")
    assert not is_unsigned_decimal("+1.5")
