"""Files written whole or not at all, read as text, and disks that are full."""

import errno
import fcntl
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import size

_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part", re.DOTALL)
_TAKEN = {errno.EAGAIN, errno.EACCES}
_tidied: set[Path] = set()


@contextmanager
def atomic_path(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary path beside ``path`` that takes its place when the block succeeds.

    The first time that a process writes into a folder, it removes what killed ones left there.

    Parameters
    ----------
    path : Path
        The file.
    durable : bool
        See that the file is on the disk before it takes its place, as a loss of power asks for.
        Files that are verified when they are read can do without.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = path.parent.absolute()
    if folder not in _tidied:
        _tidied.add(folder)
        remove_remains(path.parent)
    temporary, handle = _locked_temporary(path)
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
        os.close(handle)


def remove_remains(folder: Path) -> None:
    """Remove the temporary files of a folder that no living process holds.

    Where the file system has no locks, nobody can tell, and they stay.
    """
    for path in folder.glob(".*.part"):
        if _PART.fullmatch(path.name):
            with suppress(OSError), _opened(path) as handle:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()


def write_text(path: Path, text: str, *, durable: bool = True) -> None:
    """Write a text file atomically."""
    with atomic_path(path, durable=durable) as temporary:
        temporary.write_text(text, encoding="utf-8")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 checksum of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _locked_temporary(path: Path) -> tuple[Path, int]:
    """Make a temporary file and hold it; another process may remove it before it is held."""
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        if _held(handle) and os.fstat(handle).st_nlink:
            return Path(name), handle
        os.close(handle)


def _held(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _TAKEN
    return True


@contextmanager
def _opened(path: Path, flags: int = os.O_RDWR | os.O_NOFOLLOW) -> Iterator[int]:
    handle = os.open(path, flags)
    try:
        yield handle
    finally:
        os.close(handle)


def _flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    with _opened(path, os.O_RDONLY) as handle:
        try:
            os.fsync(handle)
        except OSError as error:
            # Some file systems can't flush folders.
            if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
                raise


DISK_IS_FULL = errno.ENOSPC
"""The status of a process that ends for want of space."""

NO_ROOM = "The disk is full: make room and start again; what is done stays."

_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
_WORDS = ("No space left on device", "Disk quota exceeded", "database or disk is full")


def full_disk(error: BaseException) -> str | None:
    """Return the sentence for a user if an error comes of a full disk, otherwise None.

    Examples
    --------
    >>> full_disk(OSError(errno.ENOSPC, "No space left on device", "x.csv"))
    "The disk is full ([Errno 28] No space left on device: 'x.csv'): make room and start again; \
what is done stays."
    >>> full_disk(ValueError("x")) is None
    True
    """
    for cause in _causes(error):
        if _is_full(cause):
            return f"The disk is full ({cause}): make room and start again; what is done stays."
    return None


def _is_full(error: BaseException) -> bool:
    return getattr(error, "errno", None) in _NO_SPACE or any(w in str(error) for w in _WORDS)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in seen:
        yield current
        seen.append(current)
        current = current.__cause__ or current.__context__


LARGEST = 1_000_000_000


def read_text_file(path: Path, largest: int = LARGEST) -> str:
    """Read a text in UTF-8, with or without a byte order mark.

    Parameters
    ----------
    path : Path
        The file.
    largest : int
        The number of bytes that it may have.

    Raises
    ------
    PrgbenchError
        If it is absent, no regular file (a pipe never ends), too big or no such text.
    """
    try:
        if not path.is_file():
            problem = "is no regular file" if path.exists() else "does not exist"
            raise PrgbenchError(f"{path} {problem}: correct its path.")
        with path.open("rb") as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            raise PrgbenchError(
                f"{path} has {size(path.stat().st_size)}, more than the {size(largest)} that are "
                "read: is it the right file?"
            )
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PrgbenchError(
            f"{path} is not in UTF-8 (byte {error.start}): save it in this encoding."
        ) from None
    except OSError as error:
        raise PrgbenchError(f"{path} can't be read ({error.strerror}): correct that.") from None
    if 0 in content:
        raise PrgbenchError(
            f"{path} is no text: byte {content.index(0)} is 0; is it the right file?"
        )
    return text
