"""What a value of a table is called, and the ids of names."""

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table import layout as texts
from prgbench.sources.table.layout import check_distinct, id_of, label_text, name_text

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


def test_ids_are_whole_numbers_that_a_page_holds_exactly():
    ids = [id_of("model", str(number)) for number in range(1000)]
    assert len(set(ids)) == 1000
    assert 0 < min(ids) <= max(ids) < 2**53


def test_names_that_run_together_are_told_apart():
    assert id_of("run", "ab", "c") != id_of("run", "a", "bc")
    assert id_of("run", "a\0b") != id_of("run", "a", "b")
    assert id_of("run", "a") != id_of("model", "a")


def test_two_names_of_one_id_are_refused(monkeypatch):
    monkeypatch.setattr(texts, "BITS", 1)
    with pytest.raises(PrgbenchError, match=r"models b of a and c of a have the same id: rename"):
        check_distinct("model", [("a", "b"), ("a", "c")])
    check_distinct("model", [("a", "b"), ("a", "b")])
