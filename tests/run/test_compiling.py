"""Compilation where the compiled code can't be kept, and where there is none."""

import sys

import pytest
from numba.core.caching import CacheImpl

from prgbench.run.compiling import can_compile, compiled


def plus_one(number):
    return number + 1


def test_without_a_place_for_the_code(monkeypatch):
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    function = compiled(plus_one)
    assert function(2) == 3
    assert not function.stats.cache_path


def test_the_code_of_a_function_is_kept(monkeypatch, tmp_path):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
    assert compiled(plus_one)(2) == 3
    again = compiled(plus_one)
    assert again(2) == 3
    assert sum(again.stats.cache_hits.values()) == 1


@pytest.mark.parametrize("damage", [b"", b"damaged", b"\x80\x04N."])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_code_is_compiled_again_and_kept_anew(monkeypatch, tmp_path, kind, damage):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
    assert compiled(plus_one)(2) == 3
    (file,) = tmp_path.rglob(f"*.{kind}")
    file.write_bytes(damage)
    again, third = compiled(plus_one), compiled(plus_one)
    assert (again(2), third(2)) == (3, 3)
    assert sum(again.stats.cache_hits.values()) == 0
    assert sum(third.stats.cache_hits.values()) == 1


def test_what_numba_may_not_compile_stays_as_it_is(monkeypatch):
    assert can_compile()
    monkeypatch.setattr("numba.core.config.DISABLE_JIT", 1)
    assert not can_compile()
    assert compiled(plus_one) is plus_one


def test_without_numba_a_function_stays_as_it_is(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not can_compile()
    assert compiled(plus_one) is plus_one
