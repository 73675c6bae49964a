"""What the flows of the embedded archive are made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

Labels = NDArray[np.int8]
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flow:
    """A learner of standardised features; ``seeds`` are those with which the archive runs it."""

    name: str
    make: Callable[[int], Any]
    seeds: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Setup:
    """A flow with one of its seeds."""

    setup_id: int
    flow_id: int
    flow: Flow
    seed: int


class Reversed:
    """A learner whose two confidences are swapped, hence worse than chance."""

    def __init__(self, estimator: Any) -> None:
        self._estimator = estimator

    def fit(self, x: Features, y: Labels) -> "Reversed":
        """Fit the learner."""
        self._estimator.fit(x, y)
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences in the other class's place."""
        probabilities: NDArray[np.float64] = self._estimator.predict_proba(x)
        return probabilities[:, ::-1]


class Subsampled:
    """A learner that sees a few instances only, hence a weak one."""

    def __init__(self, estimator: Any, n_instances: int, seed: int) -> None:
        self._estimator = estimator
        self._n_instances = n_instances
        self._seed = seed

    def fit(self, x: Features, y: Labels) -> "Subsampled":
        """Fit the learner on instances drawn from each class in proportion, if there are so many.

        Of each class two at least.
        """
        rng = np.random.default_rng(self._seed)
        labels, sizes = np.unique(y, return_counts=True)
        shares = np.round(self._n_instances * sizes / len(y)).astype(int)
        shares = np.minimum(np.maximum(2, shares), sizes)
        drawn = [
            rng.choice(np.flatnonzero(y == label), size=share, replace=False)
            for label, share in zip(labels, shares, strict=True)
        ]
        rows = np.concatenate(drawn)
        self._estimator.fit(x[rows], y[rows])
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences."""
        probabilities: NDArray[np.float64] = self._estimator.predict_proba(x)
        return probabilities


def tree(**parameters: Any) -> Callable[[int], Any]:
    """Return a maker of decision trees."""
    return lambda seed: DecisionTreeClassifier(random_state=seed, **parameters)


def logistic(**parameters: Any) -> Any:
    """Return a logistic regression, solved by Newton's method: the fastest for few features."""
    return LogisticRegression(solver="newton-cholesky", **parameters)
