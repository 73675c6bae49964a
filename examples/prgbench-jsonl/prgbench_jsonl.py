"""A source of predictions in JSON lines: `archive: "jsonl:predictions.jsonl"`.

A line is an object with the keys dataset, model, y_true and y_score. What is not a table becomes
one here; a source that has tasks and runs of its own is a subclass of
`prgbench.sources.interface.Source`.
"""

import hashlib
from pathlib import Path

import pandas as pd

from prgbench import PrgbenchError
from prgbench.sources.table.source import TableSource


def jsonl(file: str, resources: Path) -> TableSource:
    """Return the source of a file; `resources` is the folder for what is made of it."""
    path = Path(file)
    if not path.is_file():
        raise PrgbenchError(f"{path} does not exist: correct the path behind jsonl:.")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    table = resources / f"jsonl-{path.stem}-{digest}.parquet"
    if not table.exists():
        resources.mkdir(parents=True, exist_ok=True)
        pd.read_json(path, lines=True).to_parquet(table)
    return TableSource(str(table), resources)
