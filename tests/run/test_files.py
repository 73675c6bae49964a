import errno
import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from prgbench.run.files import atomic_path, remove_remains, sha256_of, write_text

HOLD = """
import sys
from pathlib import Path
from prgbench.run.files import atomic_path

with atomic_path(Path(sys.argv[1])) as temporary:
    temporary.write_text("half")
    print(temporary, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process in the middle of a write."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "file.txt")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.temporary = tmp_path / process.stdout.readline().strip()
    yield process
    process.kill()
    process.communicate()


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


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert holder.temporary.read_text() == "half"
    write_text(tmp_path / "other.txt", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["other.txt"]


def test_what_a_living_process_writes_stays(tmp_path, holder):
    write_text(tmp_path / "file.txt", "mine")
    remove_remains(tmp_path)
    assert holder.temporary.read_text() == "half"
    holder.communicate("")
    assert (tmp_path / "file.txt").read_text() == "half"
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


def test_only_own_remains_are_removed(tmp_path):
    kept = {".x.part", "a.abcd1234.part", ".wget.ABCD1234.part", ".x.abcd1234.part.txt"}
    for name in (*kept, ".x.abcd1234.part"):
        (tmp_path / name).write_text("")
    (tmp_path / ".folder.abcd1234.part").mkdir()
    (tmp_path / ".link.abcd1234.part").symlink_to(tmp_path / ".x.part")
    remove_remains(tmp_path)
    found = {path.name for path in tmp_path.iterdir()}
    assert found == {*kept, ".folder.abcd1234.part", ".link.abcd1234.part"}


def test_the_temporary_is_made_again_if_it_is_removed_before_it_is_held(tmp_path, monkeypatch):
    acquire = FileLock.acquire
    removed = []

    def remove_the_first(lock, **given):
        if not removed:
            [path] = tmp_path.glob(".*.part")
            removed.append(path)
            path.unlink()
        return acquire(lock, **given)

    monkeypatch.setattr(FileLock, "acquire", remove_the_first)
    write_text(tmp_path / "file.txt", "text")
    assert (tmp_path / "file.txt").read_text() == "text"
    assert list(tmp_path.iterdir()) == [tmp_path / "file.txt"]


@pytest.mark.parametrize(
    ("durable", "expected"),
    [(True, ["flush file", "replace", "flush folder"]), (False, ["replace"])],
)
def test_a_file_is_on_the_disk_before_it_takes_its_name(tmp_path, monkeypatch, durable, expected):
    events = []
    fsync, replace = os.fsync, os.replace

    def flush(handle):
        is_folder = Path(f"/proc/self/fd/{handle}").is_dir()
        events.append("flush folder" if is_folder else "flush file")
        fsync(handle)

    def rename(*names, **more):
        events.append("replace")
        replace(*names, **more)

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "replace", rename)
    write_text(tmp_path / "file.txt", "text", durable=durable)
    assert events == expected


def test_a_disk_that_is_full_when_the_file_is_flushed(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    write_text(tmp_path / "file.txt", "old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_text(tmp_path / "file.txt", "new")
    assert (tmp_path / "file.txt").read_text() == "old"
    assert list(tmp_path.iterdir()) == [tmp_path / "file.txt"]


def test_a_file_system_that_can_not_flush_folders(tmp_path, monkeypatch):
    def refuse(_):
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    write_text(tmp_path / "file.txt", "text")
    assert (tmp_path / "file.txt").read_text() == "text"


def test_a_file_system_without_locks(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise NotImplementedError

    monkeypatch.setattr(FileLock, "acquire", refuse)
    (tmp_path / ".x.abcd1234.part").write_text("of somebody, perhaps alive")
    write_text(tmp_path / "file.txt", "text")
    remove_remains(tmp_path)
    assert (tmp_path / "file.txt").read_text() == "text"
    assert (tmp_path / ".x.abcd1234.part").exists()
