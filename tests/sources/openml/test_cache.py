"""Answers are kept for their time, and damaged ones are asked for again."""

import gzip
import os
import time

import pytest

from prgbench.sources.openml.client import AnswerCache
from prgbench.sources.tasks import TaskQuery

ALL = TaskQuery()


def test_answers_are_kept_by_their_call(tmp_path):
    cache = AnswerCache(tmp_path)
    cache.put("task/list", b"<a/>")
    cache.put("task/list/tag/x", b"<b/>")
    assert AnswerCache(tmp_path).get("task/list") == b"<a/>"
    assert cache.get("task/list/tag/x") == b"<b/>"
    assert cache.get("run/1") is None


def test_old_answers_are_forgotten(tmp_path):
    cache = AnswerCache(tmp_path, seconds=100.0)
    cache.put("call", b"<a/>")
    (path,) = tmp_path.iterdir()
    for age, kept in ((90, True), (110, False)):
        os.utime(path, (time.time() - age,) * 2)
        assert (cache.get("call") is not None) == kept
    assert path.exists()
    AnswerCache(tmp_path, seconds=100.0)
    assert not path.exists()


@pytest.mark.parametrize(
    "damaged",
    [
        lambda _: b"",
        lambda _: b"nonsense",
        lambda packed: packed[:-9],
        lambda packed: packed[:3] + b"\xff" * (len(packed) - 3),
        lambda packed: packed + b"nonsense",
        lambda _: gzip.compress(b""),
    ],
)
def test_damaged_answers_are_none(tmp_path, damaged):
    kept = AnswerCache(tmp_path)
    kept.put("call", b"<a/>" * 100)
    (path,) = tmp_path.iterdir()
    path.write_bytes(damaged(path.read_bytes()))
    assert kept.get("call") is None


def test_no_flipped_bit_goes_unseen(tmp_path):
    kept, body = AnswerCache(tmp_path), b"<a>12345</a>"
    kept.put("call", body)
    (path,) = tmp_path.iterdir()
    sound = path.read_bytes()
    for bit in range(8 * len(sound)):
        flipped = bytearray(sound)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        assert kept.get("call") in (None, body)


def test_what_is_no_file_is_left_alone(tmp_path):
    kept = AnswerCache(tmp_path)
    kept.put("call", b"<a/>")
    (path,) = tmp_path.iterdir()
    path.unlink()
    path.mkdir()
    os.utime(path, (0, 0))
    assert AnswerCache(tmp_path).get("call") is None
    assert path.is_dir()


@pytest.mark.parametrize(
    "body",
    [
        b"nonsense",
        b"<oml:tasks>",
        b'<oml:users xmlns:oml="http://openml.org/openml"/>',
        b'<oml:error xmlns:oml="http://openml.org/openml"><oml:code>1</oml:code></oml:error>',
    ],
)
def test_kept_answers_that_can_not_be_read_are_asked_for_again(body, archive, server, generated):
    assert archive.tasks(ALL).tasks == generated.tasks(ALL).tasks
    asked = server.count("")
    assert archive.tasks(ALL).tasks == generated.tasks(ALL).tasks
    assert server.count("") == asked
    for path in archive.store.glob("answers/*.gz"):
        path.write_bytes(gzip.compress(body))
    assert archive.tasks(ALL).tasks == generated.tasks(ALL).tasks
    assert server.count("") == 2 * asked
