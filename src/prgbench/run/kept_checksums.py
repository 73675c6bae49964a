"""Checksums of files, kept between runs: a file is read again only if it may have changed.

At each start, the pipeline asks whether an archive is the one that its results were made from.
Only its content tells: copying, unpacking or touching a file changes its times. To read gigabytes
at each start would take too long, so a checksum is kept with the size, the inode and the times of
the file, and counts as long as none of these has changed.

One of the times is that of the last change of anything, ``st_ctime``. Any program can set back the
time of a file's content, but not this one; so other content of the same size with the former time
is seen, too. A clock that is set back could hide it, and so could a file system that does not keep
this time, such as FAT.
"""

import json
import re
import time
from contextlib import suppress
from pathlib import Path

from prgbench.run.files import sha256_of, write_text

SETTLED = 2.0
"""What was changed within the last seconds may change again at the same time of a coarse clock."""

_LARGEST = 1_000_000_000
_N_FACTS = 4
_is_checksum = re.compile(r"[0-9a-f]{64}").fullmatch

Facts = tuple[int, ...]


class KeptChecksums:
    """The checksums of files, kept in another file with the facts by which a change is seen.

    Parameters
    ----------
    kept : Path
        Where they are kept; if it is missing or damaged, files are read once more.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table = Path(folder, "table.csv")
    ...     _ = table.write_text("model,score")
    ...     checksums = KeptChecksums(Path(folder, "checksums.json"))
    ...     before = checksums.of(table)
    ...     table.touch()
    ...     checksums.of(table) == before
    True
    """

    def __init__(self, kept: Path) -> None:
        self._file = kept
        self._kept: dict[str, tuple[Facts, str]] | None = None
        self._has_new = False

    def of(self, path: Path) -> str:
        """Return the SHA-256 checksum of a regular file; OSError if it can't be read."""
        if self._kept is None:
            self._kept = _read(self._file)
        # Before it is read: what is changed meanwhile has other facts afterwards.
        facts = _facts_of(path)
        known = self._kept.get(str(path))
        if known is not None and known[0] == facts:
            return known[1]
        settled = _is_settled(facts)
        checksum = sha256_of(path)
        if settled:
            self._kept[str(path)] = (facts, checksum)
            self._has_new = True
        return checksum

    def keep(self) -> None:
        """Keep for later runs what is new, where that is possible: the folder may be another's."""
        if self._has_new and self._kept is not None:
            lines = {path: [*facts, checksum] for path, (facts, checksum) in self._kept.items()}
            # Where Snakemake is alone, as in a catalog, what writing needs is not installed.
            with suppress(OSError, ModuleNotFoundError):
                write_text(self._file, f"{json.dumps(lines, indent=0)}\n", durable=False)
            self._has_new = False


def _facts_of(path: Path) -> Facts:
    """Return what of a file changes with its content: size, inode and times."""
    facts = path.stat()
    return facts.st_size, facts.st_ino, facts.st_mtime_ns, facts.st_ctime_ns


def _is_settled(facts: Facts) -> bool:
    """Tell whether a file was last changed so long ago that a new change has another time."""
    *_, changed = facts
    return time.time() - changed / 1e9 > SETTLED


def _read(file: Path) -> dict[str, tuple[Facts, str]]:
    """Return what is kept in a file, without what is damaged."""
    try:
        # A pipe in its place would be waited for, and /dev/zero has no end.
        if not file.is_file() or file.stat().st_size > _LARGEST:
            return {}
        kept = json.loads(file.read_bytes())
        return {
            path: (tuple(facts), checksum)
            for path, (*facts, checksum) in kept.items()
            if len(facts) == _N_FACTS and _is_checksum(checksum)
        }
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
