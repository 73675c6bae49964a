"""`evaluate`: any models by any measures, with weights, of two classes or more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, Protocol, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.batch import Batch, FromAreas, SharedFunction
from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_array,
    as_positive,
    as_score_matrix,
    as_scores,
    as_weights,
    refuse_missing,
    refuse_nan,
)
from prgbench.metrics.probabilities import OfProbabilities
from prgbench.metrics.registry import Measure, OfFunction, get_measure
from prgbench.typing import BoolArray

AnyMeasure: TypeAlias = str | Measure | Callable[..., float]
MultiClass: TypeAlias = Literal["ovr", "ovo"]
ClassAverage: TypeAlias = Literal["macro", "weighted", "micro"]


class Frame(Protocol):
    """A table with named columns, such as a pandas DataFrame."""

    columns: Any

    def __getitem__(self, name: Any, /) -> Any:
        """One column."""


Models: TypeAlias = "Mapping[Any, npt.ArrayLike] | Frame"


def evaluate(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike | Models,
    measures: AnyMeasure | Sequence[AnyMeasure],
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    multi_class: MultiClass | None = None,
    average: ClassAverage = "macro",
    labels: Sequence[Any] | None = None,
) -> Any:
    """Score models with measures; the result keeps the names of the models.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label` or `multi_class`.
    y_scores : array-like, mapping or DataFrame
        Scores; higher means more positive. An array of shape (models, n), or (n,) for one model;
        a mapping from the name of a model to its scores; or a frame with one column per model.
        With `multi_class`, each model has scores of shape (n, classes).
    measures : str, Measure, callable, or sequence of these
        What `get_measure` takes.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    pos_label : label, optional
        The positive label.
    multi_class : {"ovr", "ovo"}, optional
        Average over the classes, each against the rest [1]_, or over the pairs of classes, each
        pair by the scores of both [2]_, as in scikit-learn.
    average : {"macro", "weighted", "micro"}, default="macro"
        "macro" weighs classes or pairs equally, "weighted" by their instances; "micro" pools all
        (instance, class) pairs into one problem, with "ovr".
    labels : sequence, optional
        The classes in the order of the scores; by default the sorted labels of `y_true`.

    Returns
    -------
    ndarray, dict or DataFrame, as `y_scores`
        Models by measures: an ndarray of shape (models, len(measures)), a dict of dicts, or a
        DataFrame of pandas (a dict of dicts for other frames). One measure that is not in a
        sequence takes its axis away, as does one model of shape (n,): one model and one measure
        give a float. NaN where a measure is undefined.

    Raises
    ------
    ValueError, TypeError
        For bad input or an unknown measure.

    See Also
    --------
    measures : Names of the built-in measures.
    areas : The three areas only.
    confidence_interval : The uncertainty of a value.

    References
    ----------
    .. [1] F. Provost, P. Domingos (2000). Well-trained PETs: improving probability estimation
           trees. CeDER Working Paper IS-00-04, Stern School of Business, New York University. The
           weighted average.
    .. [2] D. J. Hand, R. J. Till (2001). A simple generalisation of the area under the ROC curve
           for multiple class classification problems. Machine Learning 45(2), 171-186.

    Examples
    --------
    >>> evaluate([0, 1, 1], [1, 2, 3], "auroc")
    1.0
    >>> evaluate([0, 1, 1], {"up": [1, 2, 3], "down": [3, 2, 1]}, ["auroc", "max_f1"])
    {'up': {'auroc': 1.0, 'max_f1': 1.0}, 'down': {'auroc': 0.0, 'max_f1': 0.8}}
    >>> evaluate(["a", "b", "c"], np.eye(3), "auroc", multi_class="ovo")
    1.0
    """
    check_averaging(multi_class, average)
    # What is no sequence is no measure either, which `get_measure` says.
    is_one = callable(measures) or not isinstance(measures, Iterable) or isinstance(measures, str)
    given: Any = [measures] if is_one else measures
    chosen = [get_measure(measure) for measure in given]
    models = named(y_scores)
    # The user's own word for a measure, such as scikit-learn's, is the key.
    names = [
        word if isinstance(word, str) else measure.name
        for word, measure in zip(given, chosen, strict=True)
    ]
    if isinstance(models, dict) and (twice := [name for name in names if names.count(name) > 1]):
        raise ValueError(f"measures has {twice[0]!r} twice: each needs its own name.")
    if multi_class is None:
        positive = as_positive(y_true, pos_label)
        weights = as_weights(sample_weight, positive.size)
        values = _values(chosen, positive, _binary_scores(models, positive.size), weights)
    else:
        if pos_label is not None:
            raise ValueError("pos_label is for two classes: leave it out with multi_class.")
        classes = Classes.of(y_true, labels)
        weights = as_weights(sample_weight, classes.codes.size)
        values = classes.average(chosen, classes.scores(models), weights, multi_class, average)
    if not isinstance(models, dict):
        has_models = np.ndim(models) == (2 if multi_class is None else 3)
        result = values if has_models else values[0]
        result = result[..., 0] if is_one else result
        return result if result.ndim else float(result)
    if type(y_scores).__module__.partition(".")[0] == "pandas":
        frame: Any = type(y_scores)
        table = frame(values, index=list(models), columns=names)
        return table[names[0]] if is_one else table
    rows = (dict(zip(names, row.tolist(), strict=True)) for row in values)
    if is_one:
        rows = (row[names[0]] for row in rows)
    return dict(zip(models, rows, strict=True))


def check_averaging(multi_class: str | None, average: str) -> None:
    """Raise ValueError unless classes, if any are averaged over, can be averaged so."""
    if multi_class is not None and multi_class not in get_args(MultiClass):
        raise ValueError(f"multi_class must be 'ovr' or 'ovo', not {multi_class!r}.")
    allowed = get_args(ClassAverage)[: 2 if multi_class == "ovo" else 3]
    if average not in allowed:
        names = ", ".join(map(repr, allowed))
        where = "" if multi_class is None else f" for {multi_class!r}"
        raise ValueError(f"average must be one of {names}{where}, not {average!r}.")


def named(y_scores: Any) -> Any:
    """Return a dict of scores by model, or an array of models without names."""
    if isinstance(y_scores, Mapping):
        return dict(y_scores)
    if not hasattr(y_scores, "columns"):
        return as_array(y_scores, "y_scores")
    names = list(y_scores.columns)
    if len(set(names)) < len(names):
        raise ValueError("y_scores has two columns of the same name: each model needs its own.")
    return {name: y_scores[name] for name in names}


def named_models(y_scores: Any) -> dict[Any, Any]:
    """Return the scores of two models or more by their names, or by their numbers without any."""
    models = named(y_scores)
    if not isinstance(models, dict):
        models = dict(enumerate(np.atleast_2d(models)))
    if len(models) < 2:
        raise ValueError("y_scores must have at least two models.")
    return models


def _binary_scores(models: Any, n: int) -> FloatArray:
    """Return scores (models, n)."""
    if isinstance(models, dict):
        rows = [as_scores(row, n, f"y_scores[{name!r}]") for name, row in models.items()]
        return np.array(rows, dtype=np.float64).reshape(len(rows), n)
    scores = as_score_matrix(models, n)
    refuse_nan(scores, "y_scores")
    return scores


def _values(
    measures: Sequence[Measure],
    positive: BoolArray,
    scores: FloatArray,
    weights: FloatArray | None,
) -> FloatArray:
    """Values of shape (models, measures)."""
    result = np.empty((len(scores), len(measures)))
    batch = Batch(positive, scores, weights)
    for column, measure in enumerate(measures):
        result[:, column] = _values_of(measure, batch)
    return result


def _values_of(measure: Measure, batch: Batch) -> FloatArray:
    """Values of shape (models,)."""
    function = measure.batch
    weights = batch.weights
    if isinstance(function, SharedFunction):
        values = function.of(batch)
        # Undefined for want of digits: an error, not a number.
        if isinstance(function, FromAreas) and np.isnan(values).any():
            integrals.refuse_odds(*batch.class_sizes, measure.label)
        return values
    if weights is None:
        values = np.asarray(function(batch.positive, batch.scores), dtype=np.float64)
        if values.shape != (len(batch.scores),):
            raise ValueError(
                f"The measure {measure.name!r} returned values of shape {values.shape}, "
                f"not one for each of the {len(batch.scores)} models."
            )
        return values
    if isinstance(function, OfProbabilities):
        row: FloatArray = function.under(batch.positive, batch.scores, weights[np.newaxis])[0]
        return row
    if isinstance(function, OfFunction):
        return function(batch.positive, batch.scores, weights)
    raise ValueError(f"The measure {measure.name!r} takes no sample_weight.")


class Classes:
    """The classes of the instances, as numbers that say which column of scores is theirs."""

    def __init__(self, codes: npt.NDArray[np.intp], n_classes: int) -> None:
        self.codes = codes
        self.n_classes = n_classes

    @classmethod
    def of(cls, y_true: npt.ArrayLike, labels: Sequence[Any] | None) -> Classes:
        """Check labels (n,)."""
        truth = as_array(y_true, "y_true")
        if truth.ndim != 1 or truth.size == 0:
            raise ValueError(
                f"y_true must be one-dimensional and not empty, its shape is {truth.shape}."
            )
        refuse_missing(truth, "y_true")
        classes = np.unique(truth) if labels is None else np.asarray(labels)
        if np.unique(classes).size < classes.size:
            raise ValueError("labels has a label twice: each class has one column of scores.")
        if classes.size < 2:
            raise ValueError("multi_class needs at least two classes: list them in labels.")
        matches = truth[:, np.newaxis] == classes
        if not (is_listed := matches.any(axis=1)).all():
            index = int(np.argmin(is_listed))
            raise ValueError(
                f"y_true[{index}] is {truth[index : index + 1].tolist()[0]!r}, which is not among "
                "labels."
            )
        return cls(np.argmax(matches, axis=1), classes.size)

    def scores(self, models: Any) -> FloatArray:
        """Check scores of all classes; return them as (models, n, classes)."""
        shape = self.codes.size, self.n_classes
        if isinstance(models, dict):
            named = {f"y_scores[{name!r}]": scores for name, scores in models.items()}
        elif models.ndim == 3:
            named = {f"y_scores[{model}]": scores for model, scores in enumerate(models)}
        else:
            named = {"y_scores": models}
        checked = []
        for name, scores in named.items():
            if np.shape(scores) != shape:
                raise ValueError(
                    f"{name} must have shape {shape}, one column for each of the "
                    f"{self.n_classes} classes, not {np.shape(scores)}."
                )
            flat = as_array(scores, name).ravel()
            checked.append(as_scores(flat, flat.size, name))
        return np.array(checked, dtype=np.float64).reshape(len(checked), *shape)

    def average(
        self,
        measures: Sequence[Measure],
        scores: FloatArray,
        weights: FloatArray | None,
        multi_class: str,
        average: str,
    ) -> FloatArray:
        """Average over classes or pairs: values of shape (models, measures)."""
        if average == "micro":
            positive = (self.codes[:, np.newaxis] == np.arange(self.n_classes)).ravel()
            repeated = None if weights is None else np.repeat(weights, self.n_classes)
            return _values(measures, positive, scores.reshape(len(scores), -1), repeated)
        parts = self._against_rest() if multi_class == "ovr" else self._pairs()
        values = []
        shares = []
        for rows, column, weighing in parts:
            row_weights = None if weights is None else weights[rows]
            positive = self.codes[rows] == column
            values.append(_values(measures, positive, scores[:, rows, column], row_weights))
            counted = np.ones(self.codes.size) if weights is None else weights
            shares.append(counted[weighing].sum() if average == "weighted" else 1.0)
        used = np.array(shares) > 0
        mean: FloatArray = np.average(
            np.array(values)[used], axis=0, weights=np.array(shares)[used]
        )
        return mean

    def _against_rest(self) -> Iterator[tuple[BoolArray, int, BoolArray]]:
        """Yield the instances, the class that is positive, and the instances that weigh it."""
        for column in range(self.n_classes):
            yield np.ones(self.codes.size, dtype=np.bool_), column, self.codes == column

    def _pairs(self) -> Iterator[tuple[BoolArray, int, BoolArray]]:
        """Yield each pair of classes twice: either class is positive once."""
        for pair in combinations(range(self.n_classes), 2):
            in_pair = np.isin(self.codes, pair)
            for column in pair:
                yield in_pair, column, in_pair
