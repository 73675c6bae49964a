"""Files that are either complete or absent, and their checksums."""

import errno
import fcntl
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
