import os

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_text_file


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"a\r\nb\n", "a\r\nb\n"),
        (b"\xef\xbb\xbfa", "a"),
        ("\u0105\u2028".encode(), "\u0105\u2028"),
    ],
)
def test_text_is_read_as_it_is(tmp_path, content, text):
    (tmp_path / "a").write_bytes(content)
    assert read_text_file(tmp_path / "a") == text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ab\xff", r"a is not in UTF-8 \(byte 2\): save it in this encoding\.$"),
        ("ab".encode("utf-16"), r"a is not in UTF-8 \(byte 0\)"),
        (b"ab\0", r"a is no text: byte 2 is 0; is it the right file\?$"),
        (b"x" * 1001, r"a has 1\.0 kB, more than the 1\.0 kB that are read: is it the right file"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path, content, message):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(PrgbenchError, match=message):
        read_text_file(tmp_path / "a", largest=1000)


def test_folders_pipes_and_absent_files_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(PrgbenchError, match=r"is no regular file: correct its path\.$"):
            read_text_file(path)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(PrgbenchError, match=r"loop (does not exist|can't be read)"):
        read_text_file(tmp_path / "loop")
    with pytest.raises(PrgbenchError, match=r"a does not exist: correct its path\.$"):
        read_text_file(tmp_path / "a")
    with pytest.raises(PrgbenchError, match=r"can't be read \(File name too long\)"):
        read_text_file(tmp_path / ("a" * 300))
