"""Files that are written whole or not at all, texts, CSV files, and full disks."""

import csv
import errno
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from prgbench.run.errors import PrgbenchError, causes_of
from prgbench.run.foreign_text import plain
from prgbench.run.listener import size

if TYPE_CHECKING:
    import pandas as pd
    from filelock import FileLock

DISK_IS_FULL = errno.ENOSPC
"""The exit status of a process that a full disk has stopped."""

NO_ROOM = "The disk is full: make room and start again; finished work is kept."
LARGEST = 1_000_000_000
SHOWN_COLUMNS = 20
OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs"}

_REMEDIES = dict.fromkeys(
    [errno.EACCES, errno.EPERM, errno.EROFS],
    "change its permissions or those of its folder, or use another folder.",
) | dict.fromkeys(
    [errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY, errno.ELOOP],
    "remove or rename what is in its place or in that of its folder.",
)
_REMEDIES[errno.EFBIG] = "allow larger files here (`ulimit -f`)."
_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
_FULL = ("No space left on device", "Disk quota exceeded", "database or disk is full")
_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part", re.DOTALL)
_tidied: set[Path] = set()
# A process can read its umask only by setting it, which no thread may notice.
os.umask(_UMASK := os.umask(0o077))

# Where spreadsheets see a formula, in both widths: where a text begins, unless it is a number, and
# behind semicolons, which separate cells in many countries.
_FORMULA = re.compile(r"(^(?!'*[+-]?\d+(?:\.\d+)?$)|;)(?=[' ]*[=+\-@＝＋－＠])", re.ASCII)
_GUARDED = re.compile(_FORMULA.pattern.replace("|;)", "|;)'"), re.ASCII)


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
    handle, name = tempfile.mkstemp(
        dir=beside, prefix=f".{folder.absolute().name}.", suffix=".part"
    )
    os.close(handle)
    temporary = Path(name)
    lock = _lock_of(temporary)
    with suppress(NotImplementedError):  # a file system without locks
        lock.acquire(timeout=0)
    # The lock first: a folder without one is left alone, as it may be another's.
    temporary.unlink()
    temporary.mkdir()
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
                raise PrgbenchError(f"{place} is in the place of a folder: remove or rename it.")


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


def write_csv(table: "pd.DataFrame", path: Path) -> None:
    """Write a table, at full precision.

    Texts are plain, on one line. What a spreadsheet would take for a formula gets an apostrophe
    before it, as OWASP advises [1]_; `read_csv` takes it away.

    References
    ----------
    .. [1] OWASP. CSV Injection. https://owasp.org/www-community/attacks/CSV_Injection
    """
    with atomic_path(path) as temporary:
        _with_texts(table, _guarded).to_csv(temporary, index=False)


def read_csv(path: Path, dtypes: Mapping[str, Any] | None = None) -> "pd.DataFrame":
    """Read what `write_csv` has written; only an empty cell is a missing value.

    Columns get the types in ``dtypes``, or those that their cells look like. Names need ``str``: a
    flow may be called 1 or True.
    """
    import pandas as pd

    table = pd.read_csv(path, dtype=dict(dtypes or {}), keep_default_na=False, na_values=[""])
    return _with_texts(table, _bare)


def _with_texts(table: "pd.DataFrame", change: Callable[[str], str]) -> "pd.DataFrame":
    """Change the texts of a table and nothing else, types of columns included."""
    import pandas as pd

    texts = table.select_dtypes(exclude=["number", "bool"])
    return table.assign(
        **{
            str(name): pd.Series(
                [change(cell) if isinstance(cell, str) else cell for cell in column],
                index=column.index,
                dtype=object if isinstance(column.dtype, pd.CategoricalDtype) else column.dtype,
            )
            for name, column in texts.items()
        }
    )


def _guarded(text: str) -> str:
    return _FORMULA.sub(r"\1'", plain(text, None))


def _bare(text: str) -> str:
    return _GUARDED.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Columns of a CSV file, by name, and the line of the file on which each row ends."""

    path: Path
    lines: list[int]
    columns: dict[str, list[str]]

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Raise a `PrgbenchError` that says what is wrong in a row."""
        raise PrgbenchError(f"{self.path}, line {self.lines[row]}: {problem}.")


def read_csv_table(
    path: Path, needed: Sequence[str], more: Iterable[str] = (), largest: int = LARGEST
) -> CsvTable:
    """Read the needed columns of a CSV file, and more if present; others may hold anything."""
    reader = csv.reader(StringIO(read_text_file(path, largest), newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        positions = _positions(path, header, needed, more)
        table = CsvTable(path, [], {name: [] for name in positions})
        wanted = [(table.columns[name], position) for name, position in positions.items()]
        for cells in reader:
            if not cells:
                continue
            table.lines.append(reader.line_num)
            if len(cells) != len(header):
                table.refuse(
                    -1,
                    f"{len(cells)} cells under {len(header)} columns; decimals need points, and "
                    "cells with commas need quotes",
                )
            for column, position in wanted:
                column.append(cells[position])
    except csv.Error as error:
        raise PrgbenchError(
            f"{path}, line {reader.line_num} is not CSV ({plain(str(error))}): correct it."
        ) from None
    return table


def _positions(
    path: Path, header: Sequence[str], needed: Sequence[str], more: Iterable[str]
) -> dict[str, int]:
    """Return the positions of the columns to read: the needed ones, and others if present."""
    missing = [name for name in needed if name not in header]
    if missing:
        for separator, name in OTHER_SEPARATORS.items():
            if any(separator in cell for cell in header):
                raise PrgbenchError(f"{path} uses {name} as separators: use commas.")
        shown = ", ".join(header[:SHOWN_COLUMNS])
        raise PrgbenchError(
            f"{path} lacks the column {', '.join(missing)}; it needs {', '.join(needed)} and has "
            f"{plain(shown) or 'none'}{', ...' if len(header) > SHOWN_COLUMNS else ''}."
        )
    read = [name for name in (*needed, *more) if name in header]
    for name in read:
        if header.count(name) > 1:
            raise PrgbenchError(f"{path} has the column {name} twice: keep one of them.")
    return {name: header.index(name) for name in read}


def full_disk(error: BaseException) -> str | None:
    """Return the sentence for a user if a full disk caused an error, otherwise None."""
    for cause in causes_of(error):
        if getattr(cause, "errno", None) in _NO_SPACE or any(w in str(cause) for w in _FULL):
            problem = plain(str(cause))
            return (
                f"The disk is full ({problem}): make room and start again; finished work is kept."
            )
    return None


def not_allowed(error: BaseException) -> str | None:
    """Return the sentence for a user if a file that can't be used caused an error.

    It may be protected, or a folder where a file should be.
    """
    for cause in causes_of(error):
        if not isinstance(cause, OSError) or cause.errno not in _REMEDIES:
            continue
        remedy, file = _REMEDIES[cause.errno], cause.filename2 or cause.filename
        if file:
            return f"{os.fsdecode(file)} can't be read or written ({cause.strerror}): {remedy}"
        # Arrow names the file in its message alone; what writes into an open file has no name.
        if "file '" in str(cause.strerror) or cause.errno == errno.EFBIG:
            return f"{cause.strerror}: {remedy}"
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
