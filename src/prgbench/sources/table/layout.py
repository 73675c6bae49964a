"""Tables by name: which files they are, which column means what, and names and labels as texts."""

import hashlib
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from glob import has_magic
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, plain

BITS = 53

_WHOLE = re.compile(r"([+-]?[0-9]+)\.0+")


def name_text(value: Any) -> str | None:
    """Return the name that a value is; None where there is none."""
    if value is None or value == "":
        return None
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() else repr(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def label_text(value: Any) -> str | None:
    """Return the label of a class that a value is: 1, 1.0, "1" and "1.0" are the same."""
    text = name_text(value)
    whole = None if text is None else _WHOLE.fullmatch(text)
    return text if whole is None else whole[1]


def id_of(kind: str, *names: str) -> int:
    """Return the id of a name, or of several together, at least 1; each kind has its own ids.

    Two of a million names have the same id with a probability of 1 in 18,000.

    Examples
    --------
    >>> id_of("model", "forest"), id_of("model", "forest", "")
    (2112713546930382, 4414029714286792)
    """
    text = "\0".join([kind, *(name.replace("\0", "\0\0") for name in names)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return (int.from_bytes(digest[:8], "big") >> (64 - BITS)) or 1


ROLES = {
    "dataset": ("dataset", "task"),
    "model": ("model",),
    "y_true": ("y_true",),
    "y_score": ("y_score",),
    "row_id": ("row_id",),
    "fold": ("fold",),
    "repeat": ("repeat",),
    "group": ("group",),
    "decision": ("decision",),
}
"""The roles of columns, and the names that a column may have without being mapped."""

SCORE = ""
"""The label of the scores in a table with one column of scores for both classes."""

INDEX_COLUMNS = ("", "Unnamed: 0", "__index_level_0__", "index")
"""What pandas calls an index that it writes as a column."""

WEIGHTS = frozenset(
    ("sample_weight", "sample_weights", "case_weight", "case_weights", "weight", "weights")
)
"""Columns of weights, which are no scores of a model."""

DATASET = "<dataset>"
"""The column with the name of the only data set, of a table that has no such column."""

SHOWN_COLUMNS = 20
MOST_SCORE_COLUMNS = 10_000


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a table by role, and those of scores.

    ``scores`` are by label (`SCORE` for the only one), in a ``wide`` table by model; ``fixed`` are
    columns that the table does not have, as its path says what all rows hold there. ``unused``
    are the columns of a long table that are not read.
    """

    roles: Mapping[str, str]
    scores: Mapping[str, str]
    wide: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)
    unused: Sequence[str] = ()

    @property
    def columns(self) -> list[str]:
        """Return the columns that are used."""
        return list(dict.fromkeys([*self.roles.values(), *self.scores.values()]))

    @property
    def by_class(self) -> bool:
        """Return whether classes have scores of their own."""
        return not self.wide and SCORE not in self.scores

    def text(self, role: str) -> str | None:
        """Return what all rows hold in a role, if the path says so."""
        return self.fixed.get(self.roles.get(role, ""))


def find_layout(
    table: str,
    names: Sequence[str],
    mapping: Mapping[str, str],
    stated: Mapping[str, str] | None = None,
    dataset: str = "data",
) -> Layout:
    """Find the columns of a table, which error messages call ``table``, by their names.

    ``mapping`` has columns by role, where they are not called as their roles; ``stated`` has
    columns that the path of the table states. Without a column of data sets there is one,
    ``dataset``.
    """
    if not names:
        raise PrgbenchError(f"{table} is empty: write a table, or leave it out.")
    twice = first_repeated(name for name in names if name not in INDEX_COLUMNS)
    if twice is not None:
        raise PrgbenchError(f"{table} has the column {plain(twice)} twice: keep one of them.")
    stated = {name: text for name, text in (stated or {}).items() if name not in names}
    columns = [*names, *stated]
    roles = {role: column for role in ROLES if (column := _column(table, role, columns, mapping))}
    by_label = _by_label(names, mapping)
    score = roles.pop("y_score", None)
    scored = score is not None or bool(by_label)
    wide = not scored and "model" not in roles
    needed = ("y_true",) if wide else ("model", "y_true")
    missing = [role for role in needed if role not in roles]
    if not (wide or scored):
        missing.append("y_score")
    if missing:
        several = "s" * (len(missing) > 1)
        raise PrgbenchError(
            f"{table} lacks the column{several} {' and '.join(missing)}; it has {shown(names)}: "
            "rename columns, or assign them with `columns`."
        )
    if score is not None and by_label:
        first = next(iter(by_label.values()))
        raise PrgbenchError(
            f"{table} has the columns {plain(score)} and {plain(first)}: keep either one column "
            "of scores or one for each class."
        )
    if wide:
        scores = _models(table, names, roles)
    else:
        scores = by_label if score is None else {SCORE: score}
    if len(scores) > MOST_SCORE_COLUMNS:
        raise PrgbenchError(f"{table} has {len(scores):,} columns of scores: use a long table.")
    fixed = {column: stated[column] for column in roles.values() if column in stated}
    if "dataset" not in roles:
        roles["dataset"], fixed[DATASET] = DATASET, dataset
    # Of a wide table, only weights are left.
    used = {*roles.values(), *scores.values(), *INDEX_COLUMNS}
    return Layout(roles, scores, wide, fixed, [name for name in names if name not in used])


def _by_label(names: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """Return the columns of scores by class: ``y_score.<label>``, or as `columns` begins them."""
    mapped = mapping.get("y_score")
    prefixes = [f"{mapped or 'y_score'}."]
    if mapped and mapped not in names:
        prefixes.append(mapped)
    by_label = ({n[len(p) :]: n for n in names if n.startswith(p) and n != p} for p in prefixes)
    return next(filter(None, by_label), {})


def _models(table: str, names: Sequence[str], roles: Mapping[str, str]) -> dict[str, str]:
    """Return the columns of models in a wide table: all that mean nothing else."""
    taken = {*roles.values(), *INDEX_COLUMNS, *ROLES["dataset"]}
    models = {
        name: name
        for name in names
        if name not in taken and name.strip().lower().replace(" ", "_") not in WEIGHTS
    }
    if "decision" in roles:
        raise PrgbenchError(
            f"{table} has a column {plain(roles['decision'])} and one for each model: decisions "
            "need a long table, with a column model."
        )
    if not models:
        raise PrgbenchError(
            f"{table} has no scores but {shown(names)}: add the columns model and y_score, or a "
            "column of scores for each model."
        )
    return models


def _column(table: str, role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    mapped = mapping.get(role)
    if mapped is None:
        taken = set(mapping.values())
        return next((name for name in ROLES[role] if name in names and name not in taken), None)
    by_class = role == "y_score" and bool(_by_label(names, mapping))
    if mapped not in names and not by_class:
        raise PrgbenchError(
            f"{table} lacks the column {plain(mapped)}, which `columns` maps "
            f"to {role}; it has {shown(names)}: correct one of them."
        )
    return mapped if mapped in names else None


def shown(names: Sequence[str]) -> str:
    """Return the names of columns for a sentence."""
    more = ", ..." if len(names) > SHOWN_COLUMNS else ""
    return plain(", ".join(names[:SHOWN_COLUMNS])) + more


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
    """Return the files of an archive, in an order that depends on their paths alone."""
    files: dict[Path, None] = {}
    for name in [archive] if isinstance(archive, str) else archive:
        path, anchor = Path(name), Path(Path(name).anchor)
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
                f"{plain(name)} has no table: its files should end in {SHOWN_ENDINGS}."
            )
        files |= dict.fromkeys(inside)
    return list(files)


def ends_in(name: str, endings: tuple[str, ...]) -> bool:
    """Say whether a file's name has one of the endings, in letters of any size."""
    return name.lower().endswith(endings)


def partition_of(path: Path) -> dict[str, str]:
    """Return the columns that folders of the path state, such as ``dataset=heart``."""
    keys = (part.partition("=") for part in path.parts[:-1])
    return {key: unquote(value) for key, equals, value in keys if key and equals}


def datasets_of(files: Sequence[Path]) -> dict[Path, str]:
    """Name the data set of each file that does not state it: as the file.

    Files in other folders have these before their names. Parquet files of a partitioned table, or
    in a folder that is called as a file, are of one data set, which is called as the folder.
    """
    names = {path: _table_folder(path) for path in files}
    alone = [path.absolute() for path, name in names.items() if name is None]
    home = os.path.commonpath([path.parent for path in alone]) if alone else ""
    for path, name in names.items():
        if name is None:
            below = path.absolute().relative_to(home)
            names[path] = below.with_name(_stem(path.name)).as_posix()
    return {path: name or "data" for path, name in names.items()}


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
