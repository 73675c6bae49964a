"""Tables by name: written and read as folders, and gathered over tasks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pandas as pd

from prgbench.answer.interface import Tables
from prgbench.run.csv_files import read_csv, write_csv

# Columns of texts that may look like numbers.
NAMES = dict.fromkeys(
    (
        *("dataset_name", "influential", "model", "model_a", "model_b", "other", "procedures"),
        *("runner_up", "winner_a", "winner_b"),
    ),
    str,
)


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
