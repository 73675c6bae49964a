"""Answers are kept for their time, and damaged ones are asked for again."""

import os
import time
from pathlib import Path

import pytest

from prgbench.archive.openml.cache import AnswerCache


def test_answers_are_kept_by_their_call(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    cache.put("task/list", b"<a/>")
    cache.put("task/list/tag/x", b"<b/>")
    assert AnswerCache(tmp_path).get("task/list") == b"<a/>"
    assert cache.get("task/list/tag/x") == b"<b/>"
    assert cache.get("run/1") is None


def test_old_answers_are_forgotten(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path, seconds=100.0)
    cache.put("call", b"<a/>")
    (path,) = tmp_path.iterdir()
    for age, kept in ((90, True), (110, False)):
        os.utime(path, (time.time() - age,) * 2)
        assert (cache.get("call") is not None) == kept
    assert path.exists()
    AnswerCache(tmp_path, seconds=100.0)
    assert not path.exists()


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_damaged_answers_are_none(tmp_path: Path, damage: bytes | None) -> None:
    cache = AnswerCache(tmp_path)
    cache.put("call", b"<a/>" * 100)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9] if damage is None else damage)
    assert cache.get("call") is None
