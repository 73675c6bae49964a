"""Write published predictions as a table: ``published_predictions.py NAME CLONE TABLE.parquet``.

A name is a module of the folder ``published``, which says whose predictions these are.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

NAMES = ("kover", "nab", "mhc_ii")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read a clone, write its table, and say what it has."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("clone", type=Path, help="a clone of the repository")
    parser.add_argument("table", type=Path, help="the table to write, a file .parquet")
    parser.add_argument("--models", nargs="+", help="these models alone")
    parser.add_argument("--without", nargs="+", default=[], help="columns to leave out")
    given = parser.parse_args(arguments)
    table = import_module(f"published.{given.name}").predictions(given.clone)
    if given.models:
        table = table[table["model"].isin(given.models)]
    table = table.drop(columns=given.without)
    given.table.parent.mkdir(parents=True, exist_ok=True)
    table.to_parquet(given.table, index=False)
    print(
        f"{given.table}: {len(table):,} rows, {table['dataset'].nunique()} data sets, "
        f"{table['model'].nunique()} models"
    )


if __name__ == "__main__":
    main()
