"""Files that are written whole or not at all, text files, and full disks."""

import errno
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prgbench.run.errors import PrgbenchError, causes_of
from prgbench.run.listener import size

if TYPE_CHECKING:
    from filelock import FileLock

DISK_IS_FULL = errno.ENOSPC
"""The exit status of a process that a full disk has stopped."""

NO_ROOM = "The disk is full: make room and start again; what is done stays."
LARGEST = 1_000_000_000

_NOT_ALLOWED = {errno.EACCES, errno.EPERM, errno.EROFS}
_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
_FULL = ("No space left on device", "Disk quota exceeded", "database or disk is full")
_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part", re.DOTALL)
_tidied: set[Path] = set()


@contextmanager
def atomic_path(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary path that replaces ``path`` when the block succeeds.

    On its first write into a folder, a process removes what killed ones left there. Files that are
    verified on reading need not be ``durable``: flushed to the disk first.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = path.parent.absolute()
    if folder not in _tidied:
        _tidied.add(folder)
        remove_remains(path.parent)
    temporary, lock = _locked_temporary(path)
    try:
        yield temporary
        temporary.chmod(0o644)
        if durable:
            _flush(temporary)
        temporary.replace(path)
        if durable:
            _flush(path.parent)
    finally:
        temporary.unlink(missing_ok=True)
        _release(lock)


def remove_remains(folder: Path) -> None:
    """Remove the temporary files of a folder that no living process holds.

    Without locks in the file system nobody can tell, and they stay.
    """
    for name in {path.name.removesuffix(".lock") for path in folder.glob(".*.part*")}:
        temporary = folder / name
        if not _PART.fullmatch(name) or temporary.is_symlink() or temporary.is_dir():
            continue
        lock = _lock_of(temporary)
        # filelock raises NotImplementedError on a file system without locks: the file stays then.
        with suppress(OSError, NotImplementedError):
            lock.acquire(timeout=0)
            temporary.unlink(missing_ok=True)
            _release(lock)


def write_text(path: Path, text: str, *, durable: bool = True) -> None:
    """Write a text file atomically."""
    with atomic_path(path, durable=durable) as temporary:
        temporary.write_text(text, encoding="utf-8")


def bring_to_now(places: Iterable[Path]) -> None:
    """Give files with a time in the future that of now, as after the clock was set back.

    Snakemake ends a job whose result is older than what it was made from.
    """
    now = time.time()
    for place in places:
        for path in [place, *place.rglob("*")]:
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
                f"{path} has {size(n_bytes)}, more than the {size(largest)} that are read: is it "
                "the right file?"
            )
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PrgbenchError(
            f"{path} is not in UTF-8 (byte {error.start}): save it in this encoding."
        ) from None
    except OSError as error:
        raise PrgbenchError(f"{path} can't be read ({error.strerror}): correct that.") from None
    if 0 in content:
        raise PrgbenchError(
            f"{path} is not text: byte {content.index(0)} is 0; is it the right file?"
        )
    return text


def full_disk(error: BaseException) -> str | None:
    """Return the sentence for a user if a full disk caused an error, otherwise None.

    Examples
    --------
    >>> full_disk(OSError(errno.ENOSPC, "No space left on device", "x.csv"))
    "The disk is full ([Errno 28] No space left on device: 'x.csv'): make room and start again; \
what is done stays."
    >>> full_disk(ValueError("x")) is None
    True
    """
    for cause in causes_of(error):
        if getattr(cause, "errno", None) in _NO_SPACE or any(w in str(cause) for w in _FULL):
            return f"The disk is full ({cause}): make room and start again; what is done stays."
    return None


def not_allowed(error: BaseException) -> str | None:
    """Return the sentence for a user if a file that may not be used caused an error.

    Examples
    --------
    >>> not_allowed(PermissionError(errno.EACCES, "Permission denied", "resources/x.json"))
    "resources/x.json can't be read or written (Permission denied): change its permissions or \
those of its folder, or use another folder."
    >>> not_allowed(ValueError("x")) is None
    True
    """
    for cause in causes_of(error):
        if isinstance(cause, OSError) and cause.errno in _NOT_ALLOWED and cause.filename:
            return (
                f"{os.fsdecode(cause.filename)} can't be read or written ({cause.strerror}): "
                "change its permissions or those of its folder, or use another folder."
            )
    return None


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
