"""Peptides that MHC class II molecules present: 20 allotypes, five predictors.

A systematic assessment of MHC II peptide presentation prediction methods (2023); the
repository is ``qingzi3/MHC-prediction``. Its archives of what each predictor wrote have a file for
each allotype and length of peptides, presented ones and others. Read are the five predictors that
cover all 20 allotypes, with the score that the authors compute AUC of.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

OUTPUTS = "Supplementary Data S3"
_FILE = re.compile(r"(\d+)_(HLA-\w+)$")


class Column(NamedTuple):
    """Where a predictor writes a peptide and its score, and whether high scores are better."""

    peptide: int
    score: int
    high_is_better: bool = True
    separator: str | None = None


PREDICTORS = {
    "MHCnuggets": Column(0, 1, high_is_better=False, separator=","),
    "MixMHC2pred": Column(0, 3, high_is_better=False, separator="\t"),
    "NetMHCIIpan-3.2": Column(2, 7),
    "NetMHCIIpan-4.0": Column(2, 8, high_is_better=False),
    "NetMHCIIpan-4.1": Column(2, 8, high_is_better=False),
}
"""The concentration of half inhibition, ranks in per cent, or 1 - log50k of the affinity."""


def predictions(clone: Path) -> pd.DataFrame:
    """Return the scores of the peptides that all five predictors score, by allotype.

    Raises ImportError without the package libarchive-c, which reads the archives.
    """
    table = pd.DataFrame(_rows(clone / OUTPUTS))
    keys = ["dataset", "row_id", "model"]
    # Some peptides are listed twice, with the same truth.
    table = table.drop_duplicates(keys)
    n_models = table.groupby(["dataset", "row_id"])["model"].transform("size")
    return table[n_models == len(PREDICTORS)].sort_values(keys, ignore_index=True)


def _rows(folder: Path) -> Iterator[dict[str, object]]:
    for model, column in PREDICTORS.items():
        for path, text in _files(folder / f"{model}.rar"):
            if named := _FILE.search(path.stem):
                length, allotype = int(named[1]), named[2]
                for peptide, score in scores_of(text, column, length):
                    yield {
                        "dataset": allotype,
                        "model": model,
                        "row_id": peptide,
                        "y_true": int(path.parent.name == "positive"),
                        "y_score": score,
                    }


def scores_of(text: str, column: Column, length: int) -> Iterator[tuple[str, float]]:
    r"""Yield the peptides of a length that a predictor's output has, with scores to rank by.

    Examples
    --------
    >>> list(scores_of("peptide,ic50\nAAIYNI,1798.3\n", PREDICTORS["MHCnuggets"], 6))
    [('AAIYNI', -1798.3)]
    """
    peptide_of_length = re.compile(rf"[A-Z]{{{length}}}")
    for line in text.splitlines():
        cells = line.split(column.separator)
        if len(cells) <= column.score or not peptide_of_length.fullmatch(cells[column.peptide]):
            continue
        try:
            score = float(cells[column.score])
        except ValueError:  # a head, or a peptide that the predictor can't score
            continue
        yield cells[column.peptide], score if column.high_is_better else -score


def _files(archive: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each file of an archive."""
    import libarchive

    with libarchive.file_reader(str(archive)) as entries:
        for entry in entries:
            if entry.isfile:
                content = b"".join(entry.get_blocks())
                yield Path(entry.pathname), content.decode("utf-8", "replace")
