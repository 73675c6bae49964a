import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from filelock import FileLock
from matplotlib import pyplot as plt

from prgbench.run.disk_errors import full_disk, not_allowed
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import (
    atomic_folder,
    atomic_path,
    check_places,
    read_text_file,
    remove_irregular,
    remove_remains,
    scratch_folder,
    write_text,
)

HOLD = """
import sys
from pathlib import Path
from prgbench.run.files import atomic_path

with atomic_path(Path(sys.argv[1])) as temporary:
    temporary.write_text("half")
    print(temporary, flush=True)
    sys.stdin.read()
"""
FULL = Path("/dev/full")


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


KILLED_AT = """
import os, signal, sys
from pathlib import Path
import filelock, shutil
from prgbench.run.files import atomic_folder, write_text

folder, moment, seen = Path(sys.argv[1]), int(sys.argv[2]), 0
CHANGES = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod"}

def kill(event, arguments):
    global seen
    if event in CHANGES and str(folder.parent) in str(arguments[0]):
        seen += 1
        if seen == moment:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(kill)
with atomic_folder(folder) as temporary:
    write_text(temporary / "answer.json", "answer")
    (temporary / "report").mkdir()
    write_text(temporary / "report" / "index.html", "page")
"""


@pytest.mark.parametrize("empty", [False, True])
def test_a_folder_is_whole_whenever_the_process_is_killed(tmp_path, empty):
    """Killed before each change of the file system: a new folder is there with all or not at all.

    One that was there has nothing, or the first file, by which the next run knows it for its own.
    """
    states = set()
    for moment in range(1, 100):
        place = tmp_path / str(moment)
        folder = place / "report"
        (folder if empty else place).mkdir(parents=True)
        command = [sys.executable, "-c", KILLED_AT, str(folder), str(moment)]
        status = subprocess.run(command, check=False).returncode
        assert status in (0, -signal.SIGKILL)
        remove_remains(folder if empty else place)
        assert not [path for path in place.rglob("*") if path.name.startswith(".")]
        files = sorted(path.name for path in folder.rglob("*") if path.is_file())
        states.add((folder.exists(), *files))
        if status == 0:
            break
    whole = (True, "answer.json", "index.html")
    assert status == 0
    assert moment > 10
    assert states == ({(True,), (True, "answer.json"), whole} if empty else {(False,), whole})


def test_a_folder_has_the_permissions_that_the_umask_leaves(tmp_path):
    (tmp_path / "plain").mkdir()
    with atomic_folder(tmp_path / "new"):
        pass
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_folder_that_is_called_like_remains_stays(tmp_path):
    own = tmp_path / ".report.abcd1234.part"
    own.mkdir()
    remove_remains(tmp_path)
    assert own.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_what_is_in_the_place_of_a_folder_is_named(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "resources").symlink_to(tmp_path / "results")
    logs = tmp_path / "results" / "logs"
    check_places([logs, tmp_path / "resources"])
    logs.symlink_to(tmp_path / "gone")
    with pytest.raises(PrgbenchError) as told:
        check_places([tmp_path / "resources", logs / "more"])
    assert str(told.value) == (
        f"{logs} is a link to {tmp_path / 'gone'}, which does not exist: make that folder, or "
        "remove the link."
    )
    (tmp_path / "gone").write_text("")
    with pytest.raises(
        PrgbenchError, match=r"logs is not a folder, but one is needed there: remove or ren"
    ):
        check_places([logs])


def test_pipes_sockets_and_devices_are_removed_and_nothing_else(tmp_path):
    folder = tmp_path / "results"
    (folder / "progress").mkdir(parents=True)
    (folder / "table.csv").write_text("x")
    (folder / "linked.csv").symlink_to("table.csv")
    (folder / "nothing").symlink_to("nowhere")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    os.mkfifo(tmp_path / "elsewhere" / "pipe")
    kept = set(tmp_path.rglob("*"))
    os.mkfifo(folder / "progress" / "000.txt")
    os.mknod(folder / "socket", stat.S_IFSOCK | 0o600)
    (folder / "zero").symlink_to("/dev/zero")
    with pytest.raises(PrgbenchError, match=r"is a pipe, a socket or a device: remove it"):
        remove_irregular([folder], dry_run=True)
    removed = remove_irregular([folder, tmp_path / "missing"])
    assert {path.name for path in removed} == {"000.txt", "socket", "zero"}
    assert set(tmp_path.rglob("*")) == kept
    assert remove_irregular([folder]) == []


def test_only_own_remains_are_removed(tmp_path):
    kept = {".x.part", "a.abcd1234.part", ".wget.ABCD1234.part", ".x.abcd1234.part.txt"}
    for name in (*kept, ".x.abcd1234.part"):
        (tmp_path / name).write_text("")
    (tmp_path / ".folder.abcd1234.part").mkdir()
    (tmp_path / ".link.abcd1234.part").symlink_to(tmp_path / ".x.part")
    remove_remains(tmp_path)
    found = {path.name for path in tmp_path.iterdir()}
    assert found == {*kept, ".folder.abcd1234.part", ".link.abcd1234.part"}


SCRATCH = """
import os, sys
from pathlib import Path
from prgbench.run.files import scratch_folder
folder = scratch_folder(Path(sys.argv[1]))
(folder / "half").write_text("of a file")
if os.fork() == 0:
    of_fork = scratch_folder(Path(sys.argv[1]))
    (of_fork / "half").write_text("of another")
    print(of_fork.name, flush=True)
    sys.exit()
os.wait()
print(folder.name, (folder / "half").exists(), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no os.fork, which the test calls")
@pytest.mark.parametrize("killed", [False, True])
def test_a_scratch_folder_ends_with_its_process(tmp_path, killed):
    code = [sys.executable, "-c", SCRATCH, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(code, **pipes) as process:
        of_fork = process.stdout.readline().strip()
        name, is_there = process.stdout.readline().split()
        # At its end, the fork has removed its own folder, but not its parent's.
        assert (of_fork != name, is_there) == (True, "True")
        assert not (tmp_path / of_fork).exists()
        remove_remains(tmp_path)
        assert (tmp_path / name / "half").exists()
        if killed:
            process.kill()
        process.communicate(timeout=60)
    assert (tmp_path / name).exists() == killed
    own = scratch_folder(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {own.name, f"{own.name}.lock"}


def test_a_scratch_folder_is_one_for_all_threads_and_made_again_if_it_is_lost(tmp_path):
    with ThreadPoolExecutor(8) as threads:
        [folder] = set(threads.map(scratch_folder, [tmp_path] * 50))
    folder.rmdir()
    assert scratch_folder(tmp_path).is_dir()


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
        (b"ab\xff", r"a is not in UTF-8 \(byte 2\): save it as UTF-8\.$"),
        ("ab".encode("utf-16"), r"a is not in UTF-8 \(byte 0\)"),
        (b"ab\0", r"a is not text: byte 2 is 0; is it the right file\?$"),
        (b"x" * 1001, r"a has 1\.0 kB, above the limit of 1\.0 kB: is it the right file"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path, content, message):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(PrgbenchError, match=message):
        read_text_file(tmp_path / "a", largest=1000)


def test_folders_pipes_and_absent_files_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(PrgbenchError, match=r"is not a regular file: correct its path\.$"):
            read_text_file(path)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(PrgbenchError, match=r"loop (does not exist|can't be read)"):
        read_text_file(tmp_path / "loop")
    with pytest.raises(PrgbenchError, match=r"a does not exist: correct its path\.$"):
        read_text_file(tmp_path / "a")
    with pytest.raises(PrgbenchError, match=r"can't be read \(File name too long\)"):
        read_text_file(tmp_path / ("a" * 300))


def draw(file, ending):
    figure, axes = plt.subplots()
    axes.plot([1, 2])
    try:
        figure.savefig(file, format=ending)
    finally:
        plt.close(figure)


WRITERS = {
    "text": lambda file: file.write_text("x"),
    "csv": lambda file: pd.DataFrame({"x": [1]}).to_csv(file),
    "parquet": lambda file: pd.DataFrame({"x": [1]}).to_parquet(file),
    "arrow": lambda file: pq.write_table(pa.table({"x": [1]}), file),
    "png": lambda file: draw(file, "png"),
    "pdf": lambda file: draw(file, "pdf"),
    "svg": lambda file: draw(file, "svg"),
}


@pytest.mark.skipif(not FULL.is_char_device(), reason="needs a device that is full")
@pytest.mark.parametrize("writer", WRITERS)
def test_each_librarys_error_is_known(writer, tmp_path):
    # By a link, as pyarrow removes what it could not write.
    file = tmp_path / "file"
    file.symlink_to(FULL)
    with pytest.raises(Exception) as error:  # noqa: PT011 - each library has its own
        WRITERS[writer](file)
    sentence = full_disk(error.value)
    assert sentence.startswith("The disk is full (")
    assert sentence.endswith("free some space and start again; finished work is kept.")
    assert FULL.is_char_device()


def test_a_database_without_room(tmp_path):
    with sqlite3.connect(tmp_path / "x.db") as database:
        database.execute("PRAGMA page_size = 512")
        database.execute("CREATE TABLE t (x TEXT)")
        database.execute("PRAGMA max_page_count = 4")
        with pytest.raises(sqlite3.OperationalError) as error:
            database.execute("INSERT INTO t VALUES (?)", ("x" * 10_000,))
    assert full_disk(error.value) is not None


def test_the_cause_of_another_error_counts():
    error = ValueError("not written")
    error.__cause__ = OSError(28, "No space left on device", "a.parquet")
    assert "a.parquet" in (full_disk(error) or "")


def test_other_errors_are_none():
    assert full_disk(PermissionError(13, "Permission denied", "x")) is None
    assert not_allowed(FileNotFoundError(2, "No such file or directory", "x")) is None
    assert not_allowed(PermissionError(1, "Operation not permitted")) is None


def test_what_may_not_be_used_is_named_also_as_a_cause():
    error = ValueError("not written")
    error.__cause__ = OSError(30, "Read-only file system", b"resources/a.json")
    assert not_allowed(error) == (
        "resources/a.json can't be read or written (Read-only file system): change its "
        "permissions or those of its folder, or use another folder."
    )


def test_a_temporary_file_is_called_as_the_file_that_it_is_for():
    error = PermissionError(errno.EACCES, "Permission denied", "results/.rank.json.dpm_c0oa.part")
    assert not_allowed(error).startswith("results/rank.json can't be read or written (Permission")


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_files_have_the_permissions_that_the_umask_leaves(tmp_path, umask):
    code = f"import os; os.umask({umask}); from prgbench.run.files import *; "
    code += f"write_text(Path({str(tmp_path / 'x')!r}), 'x')"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_limit_on_the_size_of_files_is_named():
    assert "(`ulimit -f`)" in not_allowed(OSError(errno.EFBIG, "File too large"))


def test_the_sentence_on_a_full_disk_is_short():
    assert len(full_disk(OSError("No space left on device" + "x" * 45_000))) < 400


def with_arrow(path, _):
    pd.DataFrame().to_parquet(path)


@pytest.mark.parametrize(
    ("write", "name"),
    [(write_text, "folder"), (with_arrow, "folder"), (write_text, "file/x.csv")],
)
def test_a_folder_in_place_of_a_file_and_the_reverse_are_named(tmp_path, write, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError) as raised:  # noqa: PT011 - which one depends on the obstacle
        write(tmp_path / name, "")
    sentence = not_allowed(raised.value)
    assert str(tmp_path / name.partition("/")[0]) in sentence
    assert "remove or rename" in sentence


def test_a_disk_that_is_full_when_the_file_is_flushed(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    write_text(tmp_path / "file.txt", "old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_text(tmp_path / "file.txt", "new")
    assert (tmp_path / "file.txt").read_text() == "old"
    assert list(tmp_path.iterdir()) == [tmp_path / "file.txt"]
