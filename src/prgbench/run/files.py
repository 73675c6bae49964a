"""Files that are written whole or not at all, and read with a bound on their size.

A killed job leaves either the old file or the new one, and never half of one: what is written goes
to a temporary file beside it, which replaces it at the end. A lock tells temporary files of living
processes from those of killed ones, which the next process removes.
"""

import atexit
import errno
import hashlib
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prgbench.run.errors import PrgbenchError
from prgbench.run.units import size

if TYPE_CHECKING:
    from filelock import FileLock

LARGEST = 1_000_000_000
_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part", re.DOTALL)
_tidied: set[Path] = set()
_scratch: dict[tuple[int, Path], Path] = {}
_making_scratch = threading.Lock()
# A process can read its umask only by setting it, which no thread may notice.
os.umask(_UMASK := os.umask(0o077))


@contextmanager
def atomic_path(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary path that replaces ``path`` when the block succeeds.

    On its first write into a folder, a process removes what killed ones left there. Files that are
    verified on reading need not be ``durable``: flushed to the disk first.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = path.parent.absolute()
    # Once for each folder: to list a large one before each write takes longer than the write.
    if folder not in _tidied:
        _tidied.add(folder)
        remove_remains(path.parent)
    temporary, lock = _locked_temporary(path)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_UMASK)
        # The content before the name: after a crash, the new name must not lead to an empty file.
        if durable:
            _flush(temporary)
        temporary.replace(path)
        if durable:
            _flush(path.parent)
    finally:
        temporary.unlink(missing_ok=True)
        _release(lock)


@contextmanager
def atomic_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder whose files are those of ``folder`` when the block succeeds.

    ``folder`` is new, or empty. A new one appears with all its files at once. One that is there
    may be where a user works, a link or a mount, and can't be replaced: the files are moved into
    it, one after another in the order of their names. What a killed process leaves is hidden, and
    is removed by `remove_remains`.
    """
    beside = folder.parent if not folder.exists() else folder
    beside.mkdir(parents=True, exist_ok=True)
    remove_remains(beside)
    temporary, lock = _locked_folder(beside / folder.absolute().name)
    try:
        yield temporary
        if beside is folder:
            for path in sorted(temporary.iterdir()):
                path.replace(folder / path.name)
        else:
            temporary.rename(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        _release(lock)


def scratch_folder(folder: Path) -> Path:
    """Return a hidden folder of this process, for files that go to ``folder`` when complete.

    For many small files, where making and removing a lock for each, as `atomic_path` does, takes
    longer than writing them. The folder is removed when the process ends. If the process is
    killed, the next one to call this function for ``folder`` removes it (`remove_remains`).
    """
    # A fork gets a folder of its own, since its parent's is removed when the parent ends.
    key = os.getpid(), folder.absolute()
    with _making_scratch:
        made = _scratch.get(key)
        if made is None or not made.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            remove_remains(folder)
            made, lock = _locked_folder(folder / "unfinished")
            _scratch[key] = made
            atexit.register(_remove_scratch, made, lock, os.getpid())
    return made


def _remove_scratch(made: Path, lock: "FileLock", pid: int) -> None:
    # A fork inherits this call, but must not remove its parent's folder.
    if os.getpid() == pid:
        shutil.rmtree(made, ignore_errors=True)
        # The lock is what lets the next process remove what could not be removed now.
        if not made.exists():
            _release(lock)


def remove_remains(folder: Path) -> None:
    """Remove the temporary files and folders of a folder that no living process holds.

    Without locks in the file system nobody can tell, and they stay.
    """
    for name in {path.name.removesuffix(".lock") for path in folder.glob(".*.part*")}:
        temporary = folder / name
        # Files of others may be called alike, and a link may lead anywhere.
        if not _PART.fullmatch(name) or temporary.is_symlink():
            continue
        lock = _lock_of(temporary)
        if temporary.is_dir() and not Path(lock.lock_file).is_file():
            continue
        # filelock raises NotImplementedError on a file system without locks: the file stays then.
        with suppress(OSError, NotImplementedError):
            lock.acquire(timeout=0)
            if temporary.is_dir():
                shutil.rmtree(temporary)
            else:
                temporary.unlink(missing_ok=True)
            _release(lock)


def check_places(folders: Iterable[Path]) -> None:
    """Refuse what is in the place of a folder that is to be made: a file, or a link to nothing.

    Snakemake makes some folders itself, and would end with a traceback.
    """
    for folder in folders:
        for place in (*reversed(folder.parents), folder):
            if place.is_symlink() and not place.exists():
                raise PrgbenchError(
                    f"{place} is a link to {place.readlink()}, which does not exist: make that "
                    "folder, or remove the link."
                )
            if place.exists() and not place.is_dir():
                raise PrgbenchError(
                    f"{place} is not a folder, but one is needed there: remove or rename it."
                )


def remove_irregular(folders: Iterable[Path], *, dry_run: bool = False) -> list[Path]:
    """Remove from folders what is neither a file nor a folder, and return it.

    Nothing here makes pipes, sockets and devices, or links to them, and they have no content. A
    pipe would be waited for without end, and a device read without end. In a dry run, which
    removes nothing, the first of them is refused.
    """
    removed = []
    for path in _irregular(folders):
        if dry_run:
            raise PrgbenchError(
                f"{path} is a pipe, a socket or a device: remove it; a run that is not a dry run "
                "removes it, too."
            )
        try:
            path.unlink()
        except OSError as error:
            raise PrgbenchError(
                f"{path} is a pipe, a socket or a device, and can't be removed "
                f"({error.strerror}): remove it."
            ) from None
        removed.append(path)
    return removed


def _irregular(folders: Iterable[Path]) -> Iterator[Path]:
    for top in folders:
        for folder, _, names in os.walk(top):
            for name in names:
                path = Path(folder, name)
                # A link to nothing is as if nothing were there.
                if path.exists() and not path.is_file():
                    yield path


def write_text(path: Path, text: str, *, durable: bool = True) -> None:
    """Write a text file atomically."""
    with atomic_path(path, durable=durable) as temporary:
        temporary.write_text(text, encoding="utf-8")


def bring_to_now(paths: Iterable[Path]) -> None:
    """Give files with a time in the future that of now, as after the clock was set back.

    Snakemake ends a job whose result is older than what it was made from.
    """
    now = time.time()
    for path in [file for top in paths for file in (top, *top.rglob("*"))]:
        with suppress(OSError):
            if path.stat().st_mtime > now:
                os.utime(path, (now, now))


def sha256_of(path: Path) -> str:
    """Return the SHA-256 checksum of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_text_file(path: Path, largest: int = LARGEST) -> str:
    """Read a text in UTF-8, with or without a byte order mark."""
    try:
        if not path.is_file():
            problem = "is not a regular file" if path.exists() else "does not exist"
            raise PrgbenchError(f"{path} {problem}: correct its path.")
        if (n_bytes := path.stat().st_size) > largest:
            raise PrgbenchError(
                f"{path} has {size(n_bytes)}, above the limit of {size(largest)}: is it the right "
                "file?"
            )
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PrgbenchError(
            f"{path} is not in UTF-8 (byte {error.start}): save it as UTF-8."
        ) from None
    except OSError as error:
        raise PrgbenchError(f"{path} can't be read ({error.strerror}): correct that.") from None
    if 0 in content:
        raise PrgbenchError(
            f"{path} is not text: byte {content.index(0)} is 0; is it the right file?"
        )
    return text


def _locked_temporary(path: Path) -> "tuple[Path, FileLock]":
    """Make a temporary file and hold its lock; `remove_remains` may take it before that."""
    from filelock import Timeout

    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        os.close(handle)
        temporary = Path(name)
        lock = _lock_of(temporary)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            continue
        except (OSError, NotImplementedError):
            return temporary, lock  # a file system without locks
        if temporary.exists():
            return temporary, lock
        _release(lock)


def _locked_folder(path: Path) -> "tuple[Path, FileLock]":
    """Make a temporary folder and hold its lock."""
    temporary, lock = _locked_temporary(path)
    # The lock first: a folder without one is left alone, as it may be another's.
    temporary.unlink()
    temporary.mkdir()
    return temporary, lock


def _lock_of(temporary: Path) -> "FileLock":
    from filelock import FileLock

    return FileLock(f"{temporary}.lock")


def _release(lock: "FileLock") -> None:
    lock.release()
    with suppress(OSError):
        Path(lock.lock_file).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt":  # no folder can be opened there, and no file flushed for reading
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some file systems can't flush folders.
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(handle)
