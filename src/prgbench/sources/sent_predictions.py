"""What a source hands on of a run, as it was sent and as arrays, and the truth it states."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.fields import Checksum, CountOrZero, Id


@dataclass(frozen=True, slots=True)
class SentPredictions:
    """The identity and size of a run's predictions as the source has sent them.

    Attributes
    ----------
    run_id, file_id : int
        The run, and its prediction file in the archive.
    sha256 : str
        The checksum of the bytes that were sent.
    n_bytes : int
        How many these were.

    Examples
    --------
    >>> SentPredictions(run_id=5, file_id=9, sha256="0" * 64, n_bytes=4500).n_bytes
    4500
    """

    run_id: Id
    file_id: Id
    sha256: Checksum
    n_bytes: CountOrZero


@dataclass(frozen=True, slots=True)
class PredictionFile(SentPredictions):
    """A complete prediction file on this machine, as the source sent it.

    Attributes
    ----------
    path : Path
        Where it is until it is released.

    Examples
    --------
    >>> file = PredictionFile(
    ...     run_id=5, file_id=9, sha256="0" * 64, n_bytes=4500, path=Path("staged/5.arff")
    ... )
    >>> file.path.name, file.n_bytes
    ('5.arff', 4500)
    """

    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """The rows of a run's predictions in the order of the source.

    Attributes
    ----------
    repeat : int16 array of shape (n_rows,)
        0 if the source does not say.
    fold : int16 array of shape (n_rows,)
        -1 if the source does not say.
    row_id : int64 array of shape (n_rows,)
        The instance of the data set.
    truth : int8 array of shape (n_rows,) or None
        Index of the true class, -1 if unknown; None if the source does not say.
    predicted : int8 array of shape (n_rows,) or None
        Index of the predicted class, -1 if it is none of them; None if the source does not say.
    confidences : float64 array of shape (n_classes, n_rows)
        The scores, finite, as the source has them.
    group : int64 array of shape (n_rows,) or None
        Which rows depend on each other; None if the source does not say.

    Examples
    --------
    Two rows, whose second class is the likelier one in the first of them.

    >>> zeros = np.zeros(2)
    >>> confidences = np.array([[0.2, 0.9], [0.8, 0.1]])
    >>> len(Predictions(zeros, zeros, np.arange(2), None, None, confidences))
    2
    """

    repeat: NDArray[np.int16]
    fold: NDArray[np.int16]
    row_id: NDArray[np.int64]
    truth: NDArray[np.int8] | None
    predicted: NDArray[np.int8] | None
    confidences: NDArray[np.float64]
    group: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return self.row_id.size


@dataclass(frozen=True, slots=True)
class Truth:
    """The class of every instance, stated by the source apart from predictions.

    Attributes
    ----------
    classes : tuple of str
        The labels.
    row_ids : ndarray of int64, shape (n_instances,)
        The instances.
    codes : ndarray of int8, shape (n_instances,)
        ``codes[i]`` indexes ``classes`` for the instance ``row_ids[i]``.

    Examples
    --------
    >>> truth = Truth(("no", "yes"), np.arange(3), np.array([0, 1, 1], dtype=np.int8))
    >>> truth.classes[truth.codes[2]]
    'yes'
    """

    classes: tuple[str, ...]
    row_ids: NDArray[np.int64]
    codes: NDArray[np.int8]
