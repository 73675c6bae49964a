"""What a value of a table is called."""

import pytest

from prgbench.sources.table.label_text import label_text, name_text

NAN = float("nan")


@pytest.mark.parametrize(
    ("value", "name", "label"),
    [
        ("forest", "forest", "forest"),
        ("1.0", "1.0", "1"),
        ("+1.00", "+1.00", "+1"),
        ("-0.0", "-0.0", "-0"),
        ("1.5", "1.5", "1.5"),
        ("v1.0", "v1.0", "v1.0"),
        (7, "7", "7"),
        (7.0, "7", "7"),
        (0.5, "0.5", "0.5"),
        (True, "True", "True"),
        (b"caf\xc3\xa9", "café", "café"),
        (b"\xff", "\ufffd", "\ufffd"),
        ("", None, None),
        (None, None, None),
        (NAN, None, None),
        (" ", " ", " "),
    ],
)
def test_names_and_labels(value, name, label):
    assert name_text(value) == name
    assert label_text(value) == label
