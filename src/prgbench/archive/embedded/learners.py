"""What the flows of the embedded archive are made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

Labels = NDArray[np.int8]
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flow:
    """A learner; ``setups`` are the seeds with which the archive has run it."""

    name: str
    make: Callable[[int], Any]
    setups: tuple[int, ...] = (1,)


class Reversed(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner whose two confidences are swapped, hence worse than chance."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, x: Features, y: Labels) -> "Reversed":
        """Fit the learner."""
        self.classes_ = np.unique(y)
        self.estimator.fit(x, y)
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences in the other class's place."""
        probabilities: NDArray[np.float64] = self.estimator.predict_proba(x)
        return probabilities[:, ::-1]

    def predict(self, x: Features) -> Labels:
        """Return the class with the greater swapped confidence."""
        labels: Labels = self.classes_[self.predict_proba(x).argmax(axis=1)]
        return labels


class Subsampled(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner that sees a few instances only, hence a weak one."""

    def __init__(self, estimator: Any, n_instances: int, random_state: int) -> None:
        self.estimator = estimator
        self.n_instances = n_instances
        self.random_state = random_state

    def fit(self, x: Features, y: Labels) -> "Subsampled":
        """Fit the learner on instances drawn from each class in proportion, two at least."""
        rng = np.random.default_rng(self.random_state)
        self.classes_, sizes = np.unique(y, return_counts=True)
        shares = np.maximum(2, np.round(self.n_instances * sizes / len(y)).astype(int))
        drawn = [
            rng.choice(np.flatnonzero(y == label), size=share, replace=False)
            for label, share in zip(self.classes_, shares, strict=True)
        ]
        rows = np.concatenate(drawn)
        self.estimator.fit(x[rows], y[rows])
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences."""
        probabilities: NDArray[np.float64] = self.estimator.predict_proba(x)
        return probabilities

    def predict(self, x: Features) -> Labels:
        """Return the learner's classes."""
        labels: Labels = self.estimator.predict(x)
        return labels


def scaled(*steps: Any) -> Any:
    """Return a pipeline of the steps behind a standard scaler."""
    return make_pipeline(StandardScaler(), *steps)


def tree(**parameters: Any) -> Callable[[int], Any]:
    """Return a maker of decision trees."""
    return lambda seed: DecisionTreeClassifier(random_state=seed, **parameters)
