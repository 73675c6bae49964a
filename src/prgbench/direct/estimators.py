"""Estimators of scikit-learn, cross-validated into a table of predictions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike

from prgbench.direct.arrays import (
    Array,
    check_index,
    check_names,
    classes_of,
    groups_of,
    labels_of,
    long_table,
)
from prgbench.run.errors import PrgbenchError, extra
from prgbench.run.listener import ProgressBars
from prgbench.run.safe_text import plain
from prgbench.sources.table.names import label_text

Estimators = Mapping[str, Any] | Sequence[tuple[str, Any]] | Sequence[Any]
DataSets = Mapping[str, tuple[Any, ArrayLike]]
"""The features and labels of each data set."""

Split = tuple[Array, Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossValidation:
    """How estimators are cross-validated.

    ``cv`` is a number of folds or what `sklearn.model_selection.check_cv` takes; the seed shuffles
    the instances before they are cut into a number of folds.
    """

    cv: Any
    groups: ArrayLike | None
    seed: int
    n_jobs: int


def are_estimators(values: Any) -> bool:
    """Say whether these are estimators: in a dict, in a list with or without names, or one."""
    if isinstance(values, Mapping):
        return bool(values) and all(hasattr(value, "fit") for value in values.values())
    if isinstance(values, Sequence) and not isinstance(values, str) and values:
        first = values[0]
        pair = isinstance(first, tuple) and len(first) == 2
        return hasattr(first[1] if pair else first, "fit")
    return hasattr(values, "fit")


def _named_estimators(estimators: Any) -> dict[str, Any]:
    """Return estimators by name; one without a name has that of its class, numbered."""
    if isinstance(estimators, Mapping):
        check_names(estimators)
        return {str(name): estimator for name, estimator in estimators.items()}
    by_name: dict[str, Any] = {}
    for item in estimators if isinstance(estimators, Sequence) else [estimators]:
        name, estimator = item if isinstance(item, tuple) else (type(_last(item)).__name__, item)
        n_alike = sum(earlier.partition(" ")[0] == name for earlier in by_name)
        if isinstance(item, tuple) and n_alike:
            raise PrgbenchError(f"Two estimators are called {name}: rename one.")
        by_name[f"{name} {n_alike + 1}" if n_alike else str(name)] = estimator
    return by_name


def _last(estimator: Any) -> Any:
    """Return what gives an estimator its name: of a pipeline, the last step."""
    steps = getattr(estimator, "steps", None)
    return steps[-1][1] if steps else estimator


def _tells_pairs_apart(estimator: Any) -> bool:
    """Say whether columns of decisions are pairs of classes; three classes have three pairs."""
    inner = estimator
    while inner is not None:
        estimator = inner
        steps = getattr(estimator, "steps", None)
        inner = steps[-1][1] if steps else getattr(estimator, "estimator", None)
    return getattr(estimator, "decision_function_shape", None) == "ovo"


def table_of_estimators(
    estimators: Any, data: Any, y: Any, how: CrossValidation, bars: ProgressBars, dataset: str
) -> pa.Table:
    """Return the table of the estimators' out-of-fold scores, on one data set or several."""
    if y is not None:
        sets = [_data_set(dataset, "X", data, y, how=how)]
    elif not (
        isinstance(data, Mapping)
        and data
        and all(isinstance(data_set, tuple) and len(data_set) == 2 for data_set in data.values())
    ):
        raise TypeError(
            "Estimators need data: compare(estimators, X, y), with groups=groups where rows have "
            'any, or compare(estimators, {"name": (X, y), ...}) for several data sets.'
        )
    elif how.groups is not None:
        raise TypeError("groups are for a single data set: give X and y.")
    else:
        sets = [
            _data_set(str(name), f"X of {name}", *data_set, how=how)
            for name, data_set in data.items()
        ]
    named = _named_estimators(estimators)
    # One bar for all fits, as these take nearly all of the time.
    calls = ((data_set, name, estimator) for data_set in sets for name, estimator in named.items())
    scores: dict[str, dict[str, Array]] = {data_set.name: {} for data_set in sets}
    n_fits = len(sets) * len(named)
    for data_set, name, estimator in bars.each(calls, "cross-validating", n_fits, "model"):
        scores[data_set.name][name] = data_set.out_of_fold(name, estimator, how.n_jobs)
    tables = [
        long_table(
            data_set.name, data_set.shared(), scores[data_set.name], classes_of(data_set.labels)
        )
        for data_set in sets
    ]
    return pa.concat_tables(tables, promote_options="default").unify_dictionaries()


@dataclass(frozen=True, slots=True)
class _DataSet:
    """Features and labels, with the splits of each repeat."""

    name: str
    features: Any
    labels: Array
    groups: Array | None
    repeats: Sequence[Sequence[Split]]

    def out_of_fold(self, name: str, estimator: Any, n_jobs: int) -> Array:
        """Return the scores of an estimator, one repeat after another."""
        from sklearn.base import is_outlier_detector
        from sklearn.model_selection import cross_val_predict

        methods = ("predict_proba", "decision_function")
        method = next((offered for offered in methods if hasattr(estimator, offered)), None)
        if method is None or is_outlier_detector(estimator):
            raise PrgbenchError(
                f"{name} has neither predict_proba nor the decision_function of a classifier: "
                "leave it out, or take another estimator."
            )
        n_classes = len(np.unique(self.labels))
        if method == "decision_function" and n_classes > 2 and _tells_pairs_apart(estimator):
            raise PrgbenchError(
                f"{name} has a score for each pair of classes: set its decision_function_shape to "
                '"ovr", for one of each class.'
            )
        try:
            parts = [
                cross_val_predict(
                    estimator, self.features, self.labels, cv=splits, method=method, n_jobs=n_jobs
                )
                for splits in self.repeats
            ]
        except Exception as error:
            # Nothing else says which of several estimators and data sets it is.
            error.add_note(f"{name} failed in the cross-validation on the data set {self.name}.")
            raise
        scores = np.concatenate(parts)
        if not np.isfinite(scores).all():
            row = np.argwhere(~np.isfinite(scores))[0, 0] % len(self.labels)
            raise PrgbenchError(
                f"{name} has no finite score for row {row} of the data set {self.name}: leave it "
                "out, or take another estimator."
            )
        # A matrix says whose scores they are.
        return scores if scores.ndim == 2 else np.column_stack([-scores, scores])

    def shared(self) -> dict[str, Array]:
        """Return the columns that all models have, one repeat after another."""
        n = len(self.labels)
        times = len(self.repeats)
        # Which fold tested a row: scores of two folds come from two fits and differ in scale.
        fold = np.empty((times, n), dtype=np.int64)
        for folds_of_repeat, splits in zip(fold, self.repeats, strict=True):
            for number, (_, test) in enumerate(splits):
                folds_of_repeat[test] = number
        classes, codes = np.unique(self.labels, return_inverse=True)
        texts = np.array([label_text(label) for label in classes], dtype=object)
        shared = {
            "row_id": np.tile(np.arange(n), times),
            "y_true": np.tile(texts[codes], times),
            "fold": fold.ravel(),
        }
        if times > 1:
            shared["repeat"] = np.repeat(np.arange(times), n)
        if self.groups is not None:
            shared["group"] = np.tile(self.groups, times)
        return shared


def _data_set(name: str, called: str, features: Any, y: Any, *, how: CrossValidation) -> _DataSet:
    """Return a data set with its splits; messages call its features ``called``."""
    labels = labels_of(y, "y")
    check_index(called, features, y, argument="y")
    n = features.shape[0] if hasattr(features, "shape") else len(features)
    if n != len(labels):
        raise PrgbenchError(f"{called} has {n:,} rows, y has {len(labels):,} labels.")
    if len(np.unique(labels)) < 2:
        raise PrgbenchError(
            f"y of the data set {name} has only one class: give labels of two, or leave it out."
        )
    groups = None if how.groups is None else groups_of(how.groups, n)
    try:
        splits = _splits(features, labels, groups, how)
    except (ValueError, TypeError) as error:
        raise PrgbenchError(
            f"cv does not split the data set {name}: {plain(str(error), None).rstrip('.')}. Give "
            "another number of folds or another cross-validator, or correct y."
        ) from None
    # A group on both sides would let models be tested on what they have seen.
    for train, test in splits:
        if groups is not None and (shared := set(groups[train]) & set(groups[test])):
            raise PrgbenchError(
                f"cv has rows of the group {min(shared, key=str)} in training and test sets: give "
                "a number of folds, or a cross-validator that keeps groups together."
            )
    return _DataSet(name, features, labels, groups, list(_repeats(splits, n)))


def _splits(features: Any, y: Array, groups: Array | None, how: CrossValidation) -> list[Split]:
    with extra("compare"):
        from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold, check_cv
    cv = how.cv
    if isinstance(cv, int):
        folds = StratifiedKFold if groups is None else StratifiedGroupKFold
        cv = folds(cv, shuffle=True, random_state=how.seed)
    return list(check_cv(cv, y, classifier=True).split(features, y, groups))


def _repeats(splits: Sequence[Split], n: int) -> Iterator[list[Split]]:
    """Cut splits into repeats that test every row once."""
    repeat: list[Split] = []
    tested = np.zeros(n, dtype=bool)
    for train, test in splits:
        repeat.append((train, test))
        # A row tested twice before others are tested once: such splits are no repeats.
        if tested[test].any():
            break
        tested[test] = True
        if tested.all():
            yield repeat
            repeat = []
            tested = np.zeros(n, dtype=bool)
    if repeat:
        raise PrgbenchError(
            "cv does not test every row once: use k-fold cross-validation, repeated or not."
        )
