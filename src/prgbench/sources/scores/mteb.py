"""Results of MTEB, a benchmark of text embeddings: a JSON file for each model and task."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.columns import SUBSET
from prgbench.sources.scores.paths import is_path, paths_of
from prgbench.sources.table.files import is_hidden

MTEB_META = "model_meta.json"
"""A file beside the results of a model, which describes it."""

MTEB_SCORE = "main_score"
"""The key of the measure that a task is ranked by."""


def mteb_files(table: Any) -> list[Path]:
    """Return the result files of MTEB in folders: ``<model>/<revision>/<task>.json``."""
    if not is_path(table):
        return []
    found: list[Path] = []
    for folder in map(Path, paths_of(table)):
        if folder.is_dir():
            files = sorted(folder.rglob("*.json"))
            found += [file for file in files if _may_be_result(file.relative_to(folder))]
    return found


def _may_be_result(file: Path) -> bool:
    """Say whether a file, by its path inside a folder of results, may be one of them."""
    return file.name != MTEB_META and len(file.parts) > 1 and not is_hidden(file)


def read_mteb(files: Iterable[Path]) -> tuple[pd.DataFrame, list[Path]]:
    """Return a row for each split and subset in results of MTEB, and the files that are none."""
    rows: list[dict[str, Any]] = []
    unread = []
    for path in files:
        try:
            of_file = list(_rows_of(path))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            of_file = []
        if not of_file:
            unread.append(path)
        rows += of_file
    if not rows:
        raise PrgbenchError(
            f"{unread[0]} is not a result of MTEB 1.11 or later, with the keys task_name and "
            "scores, and no other folders of JSON files are read: write the scores (for lm-eval, "
            "those under its key results) as a table with the columns dataset, model and one for "
            "each measure."
        )
    return pd.DataFrame(rows), unread


def _rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the scores of each split and subset of a result, with what tells these apart."""
    result = json.loads(path.read_text(encoding="utf-8"))
    task = str(result["task_name"])
    model = path.parts[-3].replace("__", "/")
    for split, of_split in result["scores"].items():
        for scores in of_split:
            numbers = {name: v for name, v in scores.items() if isinstance(v, float | int)}
            subset = f"{split}/{scores.get('hf_subset')}"
            yield numbers | {"dataset": task, "model": model, SUBSET: subset}
