"""Folders of tables, and the tables of tasks that are kept for a later run."""

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pyarrow as pa

from prgbench.answer.interface import Tables
from prgbench.run.csv_files import read_csv, write_csv
from prgbench.run.files import atomic_path
from prgbench.run.records import to_json
from prgbench.sources.store.layout import BundleHeader

# Columns of texts that may look like numbers.
NAMES = dict.fromkeys(
    (
        *("dataset_name", "influential", "model", "model_a", "model_b", "other", "procedures"),
        *("runner_up", "winner_a", "winner_b"),
    ),
    str,
)
_NAME = b"table"
_DIGEST = 32


def write_parquet_tables(folder: Path, tables: Tables) -> None:
    """Write each table as ``<name>.parquet``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.to_parquet(folder / f"{name}.parquet", index=False)


def write_csv_tables(folder: Path, tables: Tables) -> None:
    """Write each table as ``<name>.csv``, at full precision."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        write_csv(table, folder / f"{name}.csv")


class GatheredTables(Mapping[str, pd.DataFrame]):
    """The tables that `write_parquet_tables` has written to some folders, each read when used."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def __getitem__(self, name: str) -> pd.DataFrame:
        paths = (folder / f"{name}.parquet" for folder in self._folders)
        parts = [pd.read_parquet(path) for path in paths if path.exists()]
        if not parts:
            raise KeyError(name)
        return by_task(parts)

    def __iter__(self) -> Iterator[str]:
        paths = (path for folder in self._folders for path in sorted(folder.glob("[!.]*.parquet")))
        return iter(dict.fromkeys(path.stem for path in paths))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def read_csv_tables(folder: Path) -> Tables:
    """Read what `write_csv_tables` has written; a table without columns comes back empty."""
    return {path.stem: _read_csv(path) for path in sorted(folder.glob("[!.]*.csv"))}


def gather(tables: Iterable[Tables]) -> Tables:
    """Put the tables of many tasks, or of many chunks, together."""
    collected: dict[str, list[pd.DataFrame]] = {}
    for tables_of_task in tables:
        for name, table in tables_of_task.items():
            collected.setdefault(name, []).append(table)
    return {name: _together(parts) for name, parts in collected.items()}


def by_task(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Put the rows of chunks together in the order of their tasks.

    Sums over the tasks then round alike however many chunks there are.
    """
    table = _together(parts)
    if "task_id" not in table:
        return table
    return table.sort_values("task_id", kind="stable", ignore_index=True)


def _together(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat([part for part in parts if len(part)] or parts[:1], ignore_index=True)


def _read_csv(path: Path) -> pd.DataFrame:
    try:
        table = read_csv(path, NAMES)
    except pd.errors.EmptyDataError:
        return pd.DataFrame()
    for name in table.columns[table.columns.str.endswith("note")]:
        table[name] = table[name].astype(object).fillna("")
    for name in table.columns.intersection(list(NAMES)):
        table[name] = table[name].fillna("")
    return table


class KeptTables:
    """The tables of tasks in a folder.

    ``settings`` is what the tables of all tasks depend on, code included, as JSON can hold it.
    """

    def __init__(self, folder: Path, settings: object) -> None:
        self._folder = folder
        self._settings = json.dumps(settings, sort_keys=True)

    def get_or_make(
        self, header: BundleHeader, models: pd.DataFrame, make: Callable[[], Tables]
    ) -> Tables:
        """Return the tables of a task, made now unless they are there."""
        path = self._folder / f"{header.task.task_id}.tables"
        of_task = (to_json(header.shared), header.positive)
        parts = (self._settings, *of_task, models.to_csv(index=False))
        key = sha256("\0".join(parts).encode()).digest()
        if (kept := _read(path, key)) is not None:
            return kept
        made = make()
        content = _packed(made)
        with atomic_path(path, durable=False) as temporary:
            temporary.write_bytes(key + sha256(content).digest() + content)
        return made


def _packed(tables: Tables) -> bytes:
    sink = io.BytesIO()
    for name, frame in tables.items():
        table = pa.Table.from_pandas(frame, preserve_index=False, nthreads=1)
        metadata = {**table.schema.metadata, _NAME: name.encode()}
        with pa.ipc.new_stream(sink, table.schema.with_metadata(metadata)) as stream:
            stream.write_table(table)
    return sink.getvalue()


def _read(path: Path, key: bytes) -> Tables | None:
    with suppress(OSError):
        whole = path.read_bytes()
        content = whole[2 * _DIGEST :]
        if whole[: 2 * _DIGEST] == key + sha256(content).digest():
            tables: Tables = {}
            source = pa.BufferReader(content)
            while source.tell() < len(content):
                table = pa.ipc.open_stream(source).read_all()
                tables[table.schema.metadata[_NAME].decode()] = table.to_pandas()
            return tables
    return None
