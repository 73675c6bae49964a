import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table import name_ids
from prgbench.sources.table.name_ids import check_distinct, id_of


def test_ids_are_whole_numbers_that_a_page_holds_exactly():
    ids = [id_of("model", str(number)) for number in range(1000)]
    assert len(set(ids)) == 1000
    assert 0 < min(ids) <= max(ids) < 2**53


def test_names_that_run_together_are_told_apart():
    assert id_of("run", "ab", "c") != id_of("run", "a", "bc")
    assert id_of("run", "a\0b") != id_of("run", "a", "b")
    assert id_of("run", "a") != id_of("model", "a")


def test_two_names_of_one_id_are_refused(monkeypatch):
    monkeypatch.setattr(name_ids, "BITS", 1)
    with pytest.raises(PrgbenchError, match=r"models b of a and c of a have the same id: rename"):
        check_distinct("model", [("a", "b"), ("a", "c")])
    check_distinct("model", [("a", "b"), ("a", "b")])
