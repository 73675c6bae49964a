"""The files that an archive names: one, several, those of a pattern or of a folder.

Results of the AutoML Benchmark are recognised by their paths:
``<run>/predictions/<dataset>/<fold>/predictions.csv``.
"""

from collections.abc import Iterator, Sequence
from glob import has_magic
from pathlib import Path

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain

PARQUET = (".parquet", ".pq")
CSV = (".csv", ".csv.gz", ".csv.bz2", ".csv.zst")
ENDINGS = (*PARQUET, *CSV)

_BENCHMARK_FILE = "predictions.csv"
_BENCHMARK_DEPTH = 4


def is_table(archive: str | Sequence[str]) -> bool:
    """Say whether an archive is a table: by its name, or by what is in the folder.

    Examples
    --------
    >>> is_table("my/predictions.csv.gz"), is_table("runs/*.parquet"), is_table("openml")
    (True, True, False)
    """
    if not isinstance(archive, str) or has_magic(archive) or archive.endswith(ENDINGS):
        return True
    folder = Path(archive)
    if any((folder / name).exists() for name in ("archive.json", "tasks.csv", "runs.csv")):
        return False
    return any(True for _ in _tables_in(folder))


def find_files(archive: str | Sequence[str]) -> list[Path]:
    """Return the files of an archive, in an order that depends on their paths alone.

    Raises
    ------
    PrgbenchError
        If a path or a pattern has none.
    """
    found: dict[Path, None] = {}
    for place in [archive] if isinstance(archive, str) else archive:
        path = Path(place)
        matches = sorted(_matching(path)) if has_magic(place) and not path.exists() else [path]
        files = [
            file
            for match in matches
            for file in (sorted(_tables_in(match)) if match.is_dir() else [match])
        ]
        if not files:
            raise PrgbenchError(
                f"{plain(place)} has no table: its files should end in {', '.join(ENDINGS)}."
            )
        found |= dict.fromkeys(files)
    return list(found)


def is_benchmark_file(path: Path) -> bool:
    """Say whether a file lies where the AutoML Benchmark writes predictions.

    Examples
    --------
    >>> is_benchmark_file(Path("run/predictions/credit-g/0/predictions.csv"))
    True
    """
    parts = path.parts
    return (
        len(parts) > _BENCHMARK_DEPTH
        and parts[-1] == _BENCHMARK_FILE
        and parts[-4] == "predictions"
        and parts[-2].isdecimal()
    )


def _tables_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.name.endswith(ENDINGS) and _wanted(path))


def _matching(pattern: Path) -> Iterator[Path]:
    anchor = Path(pattern.anchor)
    return anchor.glob(str(pattern.relative_to(anchor)))


def _wanted(path: Path) -> bool:
    """Leave out hidden files, and scores of the AutoML Benchmark beside its predictions."""
    return path.is_file() and not path.name.startswith(".") and path.parent.name != "scores"
