"""Which files are tables: by their endings, in folders and partitions, hidden ones left out."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from glob import has_magic
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_text_file
from prgbench.run.safe_text import plain
from prgbench.sources.table.names import ONLY_DATASET

PARQUET = (".parquet", ".pq")
EXCEL = (".xlsx",)
_PACKED = ("", ".gz", ".bz2", ".zst")
CSV = tuple(f".{name}{packed}" for name in ("csv", "tsv") for packed in _PACKED)
TXT = tuple(f".txt{packed}" for packed in _PACKED)
"""Read as CSV, but only where a file is named: folders have other texts, too."""

ARFF = (".arff",)
"""Read only where a file is named: folders may have those of OpenML's runs."""

ENDINGS = (*PARQUET, *CSV, *EXCEL)
NAMED_ENDINGS = (*ENDINGS, *TXT, *ARFF)
SHOWN_ENDINGS = ".parquet, .pq, .csv, .tsv (packed: .csv.gz, .csv.bz2, .csv.zst), .xlsx or .arff"

LARGEST_JSON = 100_000_000
READ_BY_PANDAS = {
    (".json",): "read_json({})",
    (".jsonl", ".ndjson"): "read_json({}, lines=True)",
    (".feather", ".arrow"): "read_feather({})",
}
"""Not read, but offered to be written as CSV."""

_BENCHMARK_FILE = "predictions.csv"
_BENCHMARK_DEPTH = 4


def is_table(archive: str | Sequence[str]) -> bool:
    """Say whether an archive is a table: by its name, or by what is in the folder."""
    if not isinstance(archive, str) or has_magic(archive) or ends_in(archive, NAMED_ENDINGS):
        return True
    folder = Path(archive)
    if any((folder / name).exists() for name in ("archive.json", "tasks.csv", "runs.csv")):
        return False
    return any(True for _ in _tables_in(folder))


def find_files(archive: str | Sequence[str]) -> list[Path]:
    """Return the files of an archive, in an order that depends on their paths alone.

    A file that is named several times, even by other paths, is read once: its rows are not more.
    """
    files: dict[Path, Path] = {}
    for name in [archive] if isinstance(archive, str) else archive:
        path = Path(name)
        anchor = Path(Path(name).anchor)
        matches = [path]
        if has_magic(name) and not path.exists():
            paths = sorted(anchor.glob(str(path.relative_to(anchor))))
            matches = [match for match in paths if not is_hidden(Path(match.name))]
        inside = [
            file
            for match in matches
            for file in (sorted(_tables_in(match)) if match.is_dir() else [match])
        ]
        if not inside:
            raise PrgbenchError(
                f"{plain(name)} has no table: its files should end in {SHOWN_ENDINGS}"
                f"{_of_others(matches)}."
            )
        for path in inside:
            # Of links to one file, each may be of another data set or model, as its path says.
            files.setdefault(path.parent.resolve() / path.name, path)
    return list(files.values())


def to_csv(path: Path) -> str:
    """Return the end of a sentence on a file that is no table: how pandas writes it as CSV.

    Examples
    --------
    >>> to_csv(Path("my/rf.jsonl"))[:58]
    "; write it as CSV: pandas.read_json('my/rf.jsonl', lines=T"
    >>> to_csv(Path("rf.pdf"))
    ''
    """
    if _is_nested(path):
        return (
            "; its values are nested: write the scores of the models (for lm-eval, those under "
            "its key results) as a table with the columns dataset, model and one for each measure"
        )
    readers = (call for endings, call in READ_BY_PANDAS.items() if ends_in(path.name, endings))
    call = next(readers, "")
    if not call:
        return ""
    given, written = (plain(repr(str(name))) for name in (path, path.with_suffix(".csv")))
    return f"; write it as CSV: pandas.{call.format(given)}.to_csv({written}, index=False)"


def _is_nested(path: Path) -> bool:
    """Say whether a file of JSON is not the columns or rows of a table, as results are."""
    try:
        content = json.loads(read_text_file(path, LARGEST_JSON)) if path.suffix == ".json" else []
    except (OSError, ValueError, RecursionError, PrgbenchError):
        return False
    parts = content.values() if isinstance(content, dict) else ()
    return any(
        isinstance(cell, dict | list)
        for part in parts
        if isinstance(part, dict)
        for cell in part.values()
    )


def _of_others(folders: Sequence[Path]) -> str:
    files = (path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir()))
    return next(filter(None, map(to_csv, files)), "")


def ends_in(name: str, endings: tuple[str, ...]) -> bool:
    """Say whether a file's name has one of the endings, in letters of any size."""
    return name.lower().endswith(endings)


def partition_of(path: Path) -> dict[str, str]:
    """Return the columns that folders of the path state, such as ``dataset=heart``."""
    keys = (part.partition("=") for part in path.parts[:-1])
    return {key: unquote(value) for key, equals, value in keys if key and equals}


def datasets_of(files: Sequence[Path]) -> dict[Path, str]:
    """Name the data set of each file that does not state it: as the file.

    Files in other folders have these before their names, or are called as these if the files have
    one name. Parquet files of a partitioned table, or in a folder that is called as a file, are of
    one data set, which is called as the folder.
    """
    folders = {path: _table_folder(path) for path in files}
    alone = [path for path, name in folders.items() if name is None]
    names = folders | _what_differs(dict(zip(alone, _below_common(alone), strict=True)))
    return {path: name or ONLY_DATASET for path, name in names.items()}


def models_of(files: Sequence[Path]) -> dict[Path, str]:
    """Name the model of each file that does not state it: as the file.

    Files in other folders have these before their names, or are called as these if the files have
    one name. Folders that state a column are no part of it.
    """
    parts = {
        path: [*(folder for folder in folders if "=" not in folder), name]
        for path, (*folders, name) in zip(files, _below_common(files), strict=True)
    }
    return _what_differs(parts)


def _below_common(files: Sequence[Path]) -> list[list[str]]:
    """Return the folders of each file below those that all are in, and its name as the last."""
    home = os.path.commonpath([path.absolute().parent for path in files]) if files else ""
    below = (path.absolute().relative_to(home).parts for path in files)
    return [[*folders, _stem(name)] for *folders, name in below]


def _what_differs(parts: Mapping[Path, Sequence[str]]) -> dict[Path, str]:
    """Join the parts of each file's name, without those at the end that all have in common.

    Each keeps its first part: that of a file that lies above the others is its name. Where no
    file differs from another, all parts are kept.
    """
    reversed_parts = [of_file[::-1] for of_file in parts.values()]
    differ = len(set(map(tuple, reversed_parts))) > 1
    at_most = min(map(len, reversed_parts)) - 1 if differ else 0
    shared = 0
    while shared < at_most and len({of_file[shared] for of_file in reversed_parts}) == 1:
        shared += 1
    return {path: "/".join(of_file[: len(of_file) - shared]) for path, of_file in parts.items()}


def _table_folder(path: Path) -> str | None:
    """Return the name of the folder that is a table together with its other files, if one is."""
    folders = path.absolute().parts[:-1] if ends_in(path.name, PARQUET) else ()
    for above, folder in pairwise(folders):
        if ends_in(folder, PARQUET):
            return _stem(folder)
        if "=" in folder:
            return _stem(above)
    return None


def _stem(name: str) -> str:
    ending = next((ending for ending in NAMED_ENDINGS if ends_in(name, (ending,))), "")
    return name[: len(name) - len(ending)] or name


def is_benchmark_file(path: Path) -> bool:
    """Say whether a file lies where the AutoML Benchmark writes predictions."""
    parts = path.parts
    return (
        len(parts) > _BENCHMARK_DEPTH
        and parts[-1] == _BENCHMARK_FILE
        and parts[-4] == "predictions"
        and parts[-2].isdecimal()
    )


def _tables_in(folder: Path) -> Iterator[Path]:
    """Yield tables but hidden files and scores of the AutoML Benchmark beside its predictions."""
    for path in folder.rglob("*"):
        other = is_hidden(path.relative_to(folder)) or path.parent.name == "scores"
        if ends_in(path.name, ENDINGS) and not other and path.is_file():
            yield path


def is_hidden(path: Path) -> bool:
    """Say whether a file or one of its folders is hidden, or Excel's note of an open book."""
    return any(part.startswith((".", "~$")) for part in path.parts)
