"""Folders of tables, one file each."""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.pipeline.csv_files import read_csv, write_csv

# Columns of foreign names, which may look like numbers.
NAMES = dict.fromkeys(("dataset_name", "flow", "first_a", "first_b", "moved_flow"), str)


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


def read_parquet_tables(folder: Path) -> Tables:
    """Read what `write_parquet_tables` has written."""
    return {path.stem: pd.read_parquet(path) for path in sorted(folder.glob("*.parquet"))}


def read_csv_tables(folder: Path) -> Tables:
    """Read what `write_csv_tables` has written; a table without columns comes back empty."""
    return {path.stem: _read_csv(path) for path in sorted(folder.glob("*.csv"))}


def gather(tables: Iterable[Tables]) -> Tables:
    """Put the tables of many tasks, or of many chunks, together."""
    collected: dict[str, list[pd.DataFrame]] = {}
    for own in tables:
        for name, table in own.items():
            collected.setdefault(name, []).append(table)
    return {
        name: pd.concat([part for part in parts if len(part)] or parts[:1], ignore_index=True)
        for name, parts in collected.items()
    }


def _read_csv(path: Path) -> pd.DataFrame:
    try:
        table = read_csv(path, NAMES)
    except pd.errors.EmptyDataError:
        return pd.DataFrame()
    for name in table.columns[table.columns.str.endswith("note")]:
        table[name] = table[name].astype(object).fillna("")
    return table
