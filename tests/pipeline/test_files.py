import hashlib

import pytest

from prgbench.pipeline.files import atomic_path, sha256_of, write_text


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "sub" / "file.txt"
    write_text(path, "old")
    with pytest.raises(FileNotFoundError), atomic_path(path) as temporary:
        temporary.write_text((tmp_path / "missing").read_text())
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


def test_checksum(tmp_path):
    write_text(tmp_path / "a", "abc")
    assert sha256_of(tmp_path / "a") == hashlib.sha256(b"abc").hexdigest()
