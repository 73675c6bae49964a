"""Antibiotic resistance of bacteria from their genomes: 107 binary data sets, nine models.

Drouin et al. (2019), Interpretable genotype-to-phenotype classifiers with performance guarantees,
Scientific Reports 9, 4071; their repository is ``aldro61/kover2_paper``. A ``results.json`` has
the probabilities of all genomes by position, or the names of those that are classified rightly,
but neither the truth nor which genome a position is. Both follow from how Kover, the authors'
software, splits a data set: it sorts the genomes by `numpy.argsort` of their labels and shuffles
the positions with the repeat as the seed. What follows is checked against every confusion matrix
and every list of genomes in the files.
"""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

GRADED = ("l1_logistic", "l2_logistic", "poly_svm")
"""The models with probabilities."""

MODELS = (*GRADED, "cart_b", "cart_cv", "majority", "naive_bayes", "scm_b", "scm_cv")
REPEATS = 10
TRAINING_SHARE = 0.8


class Genomes(NamedTuple):
    """The genomes of a data set in Kover's order, and whether they are resistant."""

    names: np.ndarray
    resistant: np.ndarray


def predictions(clone: Path) -> pd.DataFrame:
    """Return the scores of the test sets: of graded models probabilities, else decisions.

    Raises ValueError if a confusion matrix or a list of genomes is not that of the authors.
    """
    tables = []
    for description in sorted(clone.glob("data/*/*/metadata.tsv")):
        species, antibiotic = description.parts[-3:-1]
        genomes = genomes_of(description.read_text(encoding="utf-8"))
        tables += list(_of_data_set(clone, species, antibiotic, genomes))
    return pd.concat(tables, ignore_index=True)


def genomes_of(description: str) -> Genomes:
    r"""Return the genomes of a ``metadata.tsv`` in Kover's order.

    Examples
    --------
    >>> genomes_of("a resistant\nb susceptible\n").names.tolist()
    ['b', 'a']
    """
    rows = [line.split() for line in description.splitlines() if line.strip()]
    names = np.array([row[0] for row in rows])
    resistant = np.array([row[1] == "resistant" for row in rows])
    # Kover sorts unsigned bytes by NumPy's default, which is not stable: the same call.
    order = np.argsort(resistant.astype(np.uint8), kind="quicksort")
    return Genomes(names[order], resistant[order])


def split(n: int, repeat: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions of the training and of the test set of a repeat, counted from 0.

    Examples
    --------
    >>> train, test = split(5, 0)
    >>> train.tolist(), test.tolist()
    ([0, 1, 2, 3], [4])
    """
    positions = np.arange(n)
    np.random.RandomState(repeat).shuffle(positions)
    n_training = math.ceil(TRAINING_SHARE * n)
    return np.sort(positions[:n_training]), np.sort(positions[n_training:])


def _of_data_set(
    clone: Path, species: str, antibiotic: str, genomes: Genomes
) -> Iterator[pd.DataFrame]:
    for repeat in range(REPEATS):
        parts = dict(zip(("train", "test"), split(genomes.names.size, repeat), strict=True))
        for model in MODELS:
            folder = clone / "results" / model / species / antibiotic / f"repeat_{repeat + 1}"
            result = json.loads((folder / "results.json").read_text(encoding="utf-8"))
            decided = _decisions(result, genomes)
            _check(result, genomes, decided, parts, folder)
            score = decided
            if model in GRADED:
                score = np.array(result["predictions"]["proba"][: genomes.names.size])
            test = parts["test"]
            yield pd.DataFrame(
                {
                    "dataset": f"{species}/{antibiotic}",
                    "model": model,
                    "repeat": repeat,
                    "row_id": test,
                    "y_true": genomes.resistant[test].astype(int),
                    "y_score": score[test].astype(float),
                }
            )


def _decisions(result: dict[str, Any], genomes: Genomes) -> np.ndarray:
    """Return which genomes a model calls resistant, in Kover's order."""
    if "classifications" in result:
        lists = result["classifications"]
        wrong = np.isin(genomes.names, [*lists["train_errors"], *lists["test_errors"]])
        return genomes.resistant ^ wrong
    found = result["predictions"]
    decided = found["binary"] if isinstance(found, dict) else found
    return np.array(decided[: genomes.names.size]).astype(bool)


def _check(
    result: dict[str, Any],
    genomes: Genomes,
    decided: np.ndarray,
    parts: dict[str, np.ndarray],
    folder: Path,
) -> None:
    """Compare the split and the decisions with the authors' lists and confusion matrices."""
    for part, positions in parts.items():
        truth, decision = genomes.resistant[positions], decided[positions]
        if "classifications" in result:
            lists = result["classifications"]
            named = {*lists[f"{part}_correct"], *lists[f"{part}_errors"]}
            if named != set(genomes.names[positions].tolist()):
                raise ValueError(f"{folder}: the {part} set has other genomes than the authors'")
        cells = {
            "tp": truth & decision,
            "fp": ~truth & decision,
            "fn": truth & ~decision,
            "tn": ~truth & ~decision,
        }
        for name, cell in cells.items():
            if result["metrics"][part][name][0] != cell.sum():
                raise ValueError(f"{folder}: {name} of the {part} set is not the authors'")
