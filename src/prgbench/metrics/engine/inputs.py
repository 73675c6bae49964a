"""Checks of what the user passes in: labels, scores and sample weights."""

from __future__ import annotations

import sys
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.typing import BoolArray

FloatArray = npt.NDArray[np.float64]

# Beyond it doubles merge neighbouring whole numbers: two scores would become a tie.
_LARGEST_EXACT_INTEGER = 2**53
_FAR_FROM_ONE = 100
_NARROWEST = 1e-9
# Its square is still a double.
_LARGEST_BETA = 1e150
_ROUNDING = 1e-9
_DOUBLE = np.dtype(np.float64)
_MERGED = "{} contains numbers that doubles cannot distinguish: pass their ranks."
WHOLE = (0.0, 1.0)
"""The range that most callers leave as it is: `check_range` need not look at it."""


def as_positive(y_true: npt.ArrayLike, pos_label: Any = None) -> BoolArray:
    """Return which labels are positive: those equal to `pos_label`.

    Without it, labels must be 0/1, -1/1 or booleans, and 1 is positive.
    """
    if pos_label is not None and np.ndim(pos_label) > 0:
        raise TypeError(f"pos_label must be one label, not the array {pos_label!r}.")
    labels = as_array(y_true, "y_true")
    refuse_other_shapes(labels, "y_true")
    if labels.size == 0:
        raise ValueError("y_true is empty: there is nothing to evaluate.")
    if labels.dtype.kind == "b" and pos_label is None:
        # A byte of a boolean may be neither 0 nor 1, as in a view of integers: the kernels add it.
        return np.not_equal(labels.view(np.uint8), 0, dtype=np.bool_)
    if labels.dtype.kind not in "iu":
        refuse_missing(labels, "y_true")
    # -1/1 are recoded here: summed as they are, they would give negative counts.
    positive = np.asarray(labels == (1 if pos_label is None else pos_label), dtype=np.bool_)
    if pos_label is None and _all_zero_or_one(labels, positive):
        return positive
    negatives = labels[~positive]
    if pos_label is None:
        if negatives.size and not np.all(negatives == 0) and not np.all(negatives == -1):
            _refuse_labels(labels)
    elif negatives.size == labels.size and not np.all(negatives == negatives[0]):
        raise ValueError(
            f"pos_label={pos_label!r} is not a valid label. It should be one of {_some(labels)}."
        )
    return positive


def _refuse_labels(labels: npt.NDArray[Any]) -> None:
    """Refuse labels that need `pos_label`, in the words of scikit-learn."""
    if labels.dtype.kind == "S" or isinstance(labels.flat[0], bytes):
        raise TypeError(
            "Support for labels represented as bytes is not supported: decode them, or give the "
            "positive one as pos_label."
        )
    distinct = sorted(set(labels.tolist()), key=lambda label: (type(label).__name__, label))
    if len(distinct) > 2:
        raise ValueError(
            f"y_true has the labels {_some(labels)}: multiclass format is not supported, unless "
            "you give the positive one as pos_label."
        )
    shown = ", ".join(map(repr, distinct))
    raise ValueError(
        f"y_true takes value in {{{shown}}} and pos_label is not specified: either make y_true "
        "take value in {0, 1} or {-1, 1} or pass pos_label explicitly."
    )


def as_array(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    """Make an array; raise ValueError if a value is masked, TypeError if there are no values."""
    if type(values) is np.ndarray:
        return values
    _refuse_masked(values, name)
    if isinstance(values, list | tuple):
        _refuse_masked_rows(values, name)
    if isinstance(values, bytes | bytearray):
        raise TypeError(f"{name} must be a list or an array, not bytes.")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is ragged: its rows have different lengths.") from None
    # NumPy wraps what it cannot read, such as None, a generator or a sparse matrix, in one object.
    if array.ndim == 0 and array.dtype.kind == "O" and not hasattr(values, "__float__"):
        raise TypeError(f"{name} must be a list or an array, not {type(values).__name__}.")
    if array.dtype.kind in "US" and isinstance(values, list | tuple):
        kind = str if array.dtype.kind == "U" else bytes
        if array.ndim == 1 and not all(isinstance(value, kind) for value in values):
            raise TypeError(f"{name} mixes strings with other values: make them all of one type.")
    return array


def _refuse_masked(values: Any, name: str) -> None:
    if _is_masked_type(type(values)) and np.ma.getmaskarray(values).any():
        index = ", ".join(str(int(i)) for i in np.argwhere(np.ma.getmaskarray(values))[0])
        place = f"{name}[{index}]" if index else name
        raise ValueError(f"{place} is masked: leave masked instances out.")


def _refuse_masked_rows(rows: list[Any] | tuple[Any, ...], name: str) -> None:
    """Refuse a masked value in any row of a list: NumPy would take what is under the mask."""
    # By types, of which even a long list of numbers has few.
    if any(map(_is_masked_type, set(map(type, rows)))):
        for index, row in enumerate(rows):
            _refuse_masked(row, f"{name}[{index}]")


def _is_masked_type(kind: type) -> bool:
    masked = sys.modules.get("numpy.ma")  # not imported by NumPy itself: it takes long
    return masked is not None and issubclass(kind, masked.MaskedArray)


def _all_zero_or_one(labels: npt.NDArray[Any], is_one: BoolArray) -> bool:
    return labels.dtype.kind in "iuf" and np.count_nonzero(labels) == np.count_nonzero(is_one)


def refuse_other_shapes(values: npt.NDArray[Any], name: str) -> None:
    """Raise ValueError unless values are one-dimensional."""
    if values.ndim != 1:
        is_column = values.ndim == 2 and values.shape[1] == 1
        remedy = f": pass np.ravel({name})" if is_column else ""
        raise ValueError(f"{name} must be one-dimensional, its shape is {values.shape}{remedy}.")


def refuse_missing(labels: npt.NDArray[Any], name: str) -> None:
    """Raise ValueError if a label is NaN, NaT or None; the message has its index."""
    if labels.dtype.kind in "fc":
        missing = np.isnan(labels)
    elif labels.dtype.kind in "Mm":
        missing = np.isnat(labels)
    elif labels.dtype.kind == "O":
        missing = np.array([_is_missing(label) for label in labels], dtype=np.bool_)
    else:
        return
    if missing.any():
        raise ValueError(f"{name}[{int(np.argmax(missing))}] is missing (NaN, NaT or None).")


def codes_of(
    values: npt.ArrayLike, n: int, name: str
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """Check names of groups or folds, shape (n,); return the distinct ones and their numbers."""
    names = as_array(values, name)
    if names.shape != (n,):
        raise ValueError(f"{name} must have shape ({n},), not {names.shape}.")
    refuse_missing(names, name)
    try:
        return np.unique(names, return_inverse=True)
    except TypeError:
        raise TypeError(f"{name} must be of one type, such as all strings.") from None


def _is_missing(label: Any) -> bool:
    return label is None or type(label).__name__ == "NAType" or bool(label != label)


def _some(labels: npt.NDArray[Any], most: int = 5) -> str:
    """Write some labels as NumPy writes a list of them."""
    distinct = list(dict.fromkeys(labels.tolist()))
    shown = " ".join(repr(label) for label in distinct[:most])
    return f"[{shown}{' ...' if len(distinct) > most else ''}]"


def as_scores(y_score: npt.ArrayLike, n: int, name: str = "y_score") -> FloatArray:
    """Check the scores of one model: shape (n,), numbers, no NaN."""
    scores = as_score_row(y_score, n, name)
    refuse_nan(scores, name)
    return scores


def as_score_row(
    y_score: npt.ArrayLike, n: int, name: str = "y_score", *, singles: bool = False
) -> FloatArray:
    """Check the scores of one model, shape (n,), but for NaN."""
    scores = as_numbers(y_score, name, singles=singles)
    if scores.ndim == 2 and scores.shape == (n, 2):
        raise ValueError(
            f"{name} has two columns: pass that of the positive class, "
            "for example predict_proba(X)[:, 1]."
        )
    refuse_other_shapes(scores, name)
    if scores.size != n:
        raise ValueError(
            f"y_true has {n} labels but {name} has {scores.size} scores: inconsistent numbers of "
            "samples."
        )
    return scores


def as_score_matrix(y_scores: npt.ArrayLike, n: int, *, singles: bool = False) -> FloatArray:
    """Check the scores of a batch, shape (models, n), but for NaN; (n,) is one model."""
    scores = as_numbers(y_scores, "y_scores", singles=singles)
    if scores.ndim == 1:
        scores = scores[np.newaxis]
    if scores.ndim != 2:
        raise ValueError(f"y_scores must have shape (models, {n}), not {scores.shape}.")
    if scores.shape[1] != n:
        remedy = ": pass np.transpose(y_scores)" if scores.shape[0] == n else ""
        raise ValueError(
            f"y_true has {n} labels but y_scores has {scores.shape[1]} scores per model "
            f"(its shape is {scores.shape}, with one row per model){remedy}."
        )
    return scores


def as_weights(sample_weight: npt.ArrayLike | None, n: int) -> FloatArray | None:
    """Check sample weights (n,): finite, >= 0, not all 0; scale them by `scaled_weights`."""
    if sample_weight is None:
        return None
    weights = as_numbers(sample_weight, "sample_weight")
    if weights.shape != (n,):
        raise ValueError(f"sample_weight must have shape ({n},), not {weights.shape}.")
    if not (weights.min() >= 0 and weights.max() < np.inf):
        index = int(np.argmin(np.isfinite(weights) & (weights >= 0)))
        raise ValueError(
            f"sample_weight[{index}] is {weights[index]}: weights must be finite and >= 0."
        )
    if not weights.any():
        raise ValueError("sample_weight is zero everywhere: there is nothing to evaluate.")
    scaled = scaled_weights(weights)
    # A weight that underflows to 0 would drop its instance without a word.
    if scaled is not weights and (lost := (scaled == 0) & (weights > 0)).any():
        index = int(np.argmax(lost))
        raise ValueError(
            f"sample_weight[{index}] is {weights[index]}, too small relative to the largest, "
            f"{weights.max()}: make it 0 or larger."
        )
    return scaled


def class_weights(positive: BoolArray, weights: FloatArray) -> tuple[float, float]:
    """Total weights of the positives and of the negatives."""
    return float((weights * positive).sum()), float((weights * ~positive).sum())


def scaled_weights(weights: FloatArray) -> FloatArray:
    """Divide each row of weights by a power of two if its largest is far from 1.

    Areas and rates stay the same to the last digit, and products of weights do not overflow. Far
    means below 2**-100 or at least 2**100.
    """
    # Powers of two change the exponent only, so that no digit of an area moves.
    exponent = np.frexp(weights.max(axis=-1, keepdims=True, initial=0.0))[1]
    far = np.abs(exponent) > _FAR_FROM_ONE
    return np.ldexp(weights, np.where(far, -exponent, 0)) if far.any() else weights


def as_numbers(values: npt.ArrayLike, name: str, *, singles: bool = False) -> FloatArray:
    """Make doubles of numbers; raise TypeError for others, ValueError where doubles merge two.

    Numbers of single precision may stay as they are.
    """
    array = as_array(values, name)
    if array is values and array.dtype is _DOUBLE and array.flags.aligned:
        return array
    if singles and array.dtype == np.float32 and array.flags.aligned:
        return array
    if array.dtype.kind == "f" and not hasattr(values, "dtype") and _has_large(array):
        # A list that mixes integers with floats.
        array = np.array(values, dtype=object)
    if array.dtype.kind == "O":
        array = _unboxed(array, name)
    if array.dtype.kind in "US":
        kind = "strings" if array.dtype.kind == "U" else "bytes"
        raise TypeError(f"{name} must contain numbers, not {kind}.")
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} must contain numbers, not {array.dtype}.")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size:
        _refuse_large(max(int(array.max()), -int(array.min())), name)
    # The kernels read memory that is aligned.
    numbers = np.require(array, np.float64, "A")
    is_long = array.dtype.kind == "f" and array.dtype.itemsize > _DOUBLE.itemsize
    if is_long and np.unique(numbers).size < np.unique(array).size:
        raise ValueError(_MERGED.format(name))
    return numbers


def _has_large(array: npt.NDArray[Any]) -> bool:
    # As doubles: 2**53 is infinite in half precision.
    return bool((np.abs(array, dtype=np.float64) >= _LARGEST_EXACT_INTEGER).any())


def _unboxed(array: npt.NDArray[Any], name: str) -> FloatArray:
    """Make doubles of Python objects."""
    given = array.ravel().tolist()
    for kind, plural in ((str, "strings"), ((bytes, bytearray), "bytes")):
        if any(isinstance(value, kind) for value in given):
            raise TypeError(f"{name} must contain numbers, not {plural}.")
    integers = (int(v) for v in given if isinstance(v, int | np.integer))
    _refuse_large(max(map(abs, integers), default=0), name)
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must contain numbers: {error}.") from None


def _refuse_large(largest: int, name: str) -> None:
    if largest > _LARGEST_EXACT_INTEGER:
        raise ValueError(
            f"{name} contains integers beyond 2**53, which doubles cannot distinguish: pass their "
            "ranks."
        )


def refuse_nan(scores: FloatArray, name: str) -> None:
    """Raise ValueError if a score is NaN; the message has its index."""
    if np.isnan(scores).any():
        index = ", ".join(str(int(i)) for i in np.argwhere(np.isnan(scores))[0])
        raise ValueError(f"{name}[{index}] is NaN: every instance needs a score.")


def check_level(confidence_level: float) -> None:
    """Raise ValueError unless the level lies inside (0, 1)."""
    if not is_number(confidence_level):
        raise TypeError(f"confidence_level must be a number, not {confidence_level!r}.")
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level must lie inside (0, 1), not {confidence_level}.")


def check_resamples(n_resamples: int, least: int = 2) -> None:
    """Raise TypeError unless the resamples are a whole number, ValueError if they are too few."""
    if not is_whole(n_resamples):
        raise TypeError(f"n_resamples must be a whole number, not {n_resamples!r}.")
    if n_resamples < least:
        raise ValueError(f"n_resamples must be >= {least}, not {n_resamples}.")


def as_generator(random_state: int | np.random.Generator | None) -> np.random.Generator:
    """Make a generator of a seed; raise ValueError or TypeError that names the argument."""
    try:
        return np.random.default_rng(random_state)
    except (TypeError, ValueError) as error:
        raise type(error)(
            "random_state must be a whole number >= 0, a numpy.random.Generator or None, not "
            f"{random_state!r}."
        ) from None


def check_prevalence(prevalence: npt.ArrayLike) -> None:
    """Raise ValueError for a prevalence outside [0, 1], TypeError for no numbers."""
    pi = as_numbers(prevalence, "prevalence")
    if not np.all((pi >= 0) & (pi <= 1)):
        raise ValueError(f"The prevalence must lie in [0, 1], not {pi}.")


def check_stated(prevalence: float | None) -> None:
    """Raise ValueError unless a stated prevalence is None or a number inside (0, 1)."""
    if prevalence is not None and not (is_number(prevalence) and 0 < prevalence < 1):
        raise ValueError(f"prevalence must be a number inside (0, 1), not {prevalence!r}.")


def weights_at_prevalence(
    positive: BoolArray, weights: npt.NDArray[Any], prevalence: float
) -> FloatArray:
    """Reweigh the negatives so that positives have a stated share in each row of weights.

    A row (n,), or a row of weights for each of several resamples (weightings, n). Rows with one
    class only stay as they are.

    Examples
    --------
    >>> positive = np.array([True, False, False])
    >>> weights_at_prevalence(positive, np.ones(3), 0.5).tolist()
    [1.0, 0.5, 0.5]
    """
    n_pos = np.asarray(weights @ positive, dtype=np.float64)
    n_neg = np.asarray(weights @ ~positive, dtype=np.float64)
    both = (n_pos > 0) & (n_neg > 0)
    wanted = n_pos * ((1 - prevalence) / prevalence)
    factor = np.divide(wanted, n_neg, out=np.ones_like(n_neg), where=both)
    result: FloatArray = np.where(positive, weights, weights * factor[..., np.newaxis])
    return result


def check_share(values: FloatArray, name: str, low: float = 0.0, high: float = 1.0) -> FloatArray:
    """Return values in [low, high] up to rounding, or NaN; raise ValueError for others."""
    outside = (values < low - _ROUNDING) | (values > high + _ROUNDING)
    if outside.any():
        interval = f"[{low:g}, {high:g}]" if low > -np.inf else f"(-inf, {high:g}]"
        raise ValueError(f"{name} must lie in {interval}, not {values[outside].item(0)}.")
    return values


def is_number(value: Any) -> bool:
    """Return whether a value is one real number, but no boolean."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole(value: Any) -> bool:
    """Return whether a value is one whole number of an integer type, but no boolean."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_number(value: Any, name: str) -> None:
    """Raise TypeError unless a value is one number."""
    if not is_number(value):
        raise TypeError(f"{name} must be a number, not {value!r}.")


def check_beta(beta: float) -> None:
    """Raise ValueError unless beta is a number from 0 to 1e150, whose square is finite."""
    if not (is_number(beta) and 0 <= beta <= _LARGEST_BETA):
        raise ValueError(f"beta must be a number from 0 to 1e150, not {beta!r}.")


def check_range(bounds: tuple[float, float], name: str) -> tuple[float, float]:
    """Check that 0 <= a < b <= 1, and that b - a is wide enough for an accurate area."""
    if bounds is WHOLE:
        return WHOLE
    if np.shape(bounds) != (2,):
        raise ValueError(f"{name} must be (a, b), not {bounds!r}.")
    low, high = bounds
    if not (is_number(low) and is_number(high)):
        raise TypeError(f"{name} must be two numbers (a, b), not {bounds!r}.")
    if not 0 <= low < high <= 1:
        raise ValueError(f"{name} must be (a, b) with 0 <= a < b <= 1, not {bounds}.")
    if high - low < _NARROWEST:
        raise ValueError(f"{name} must be wider than {_NARROWEST:g}, {bounds} is not.")
    return float(low), float(high)
