"""Other real learners of known truth, on other populations than those of the demo's archive."""

from collections.abc import Callable

import numpy as np
from demo_archive.flows import Flow, Setup
from demo_archive.generators import Instances
from scipy.special import expit
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, SplineTransformer
from sklearn.tree import DecisionTreeClassifier

from prgbench.typing import Floats
from worlds.real import Population

LEARNERS: dict[str, Callable[[int], object]] = {
    "logistic, C = .01": lambda _: LogisticRegression(C=0.01),
    "logistic, C = 100": lambda _: LogisticRegression(C=100.0, max_iter=500),
    "logistic of squares": lambda _: make_pipeline(
        PolynomialFeatures(2), LogisticRegression(C=0.1, max_iter=500)
    ),
    "logistic of splines": lambda _: make_pipeline(
        SplineTransformer(5), LogisticRegression(C=1.0, max_iter=500)
    ),
    "logistic of a kernel": lambda seed: make_pipeline(
        Nystroem(n_components=60, random_state=seed), LogisticRegression(C=10.0, max_iter=500)
    ),
    "stochastic gradient": lambda seed: SGDClassifier(loss="log_loss", random_state=seed),
    "quadratic, shrunk": lambda _: QuadraticDiscriminantAnalysis(reg_param=0.5),
    "Bernoulli Bayes": lambda _: BernoulliNB(),
    "3 neighbours": lambda _: KNeighborsClassifier(3),
    "51 neighbours": lambda _: KNeighborsClassifier(51),
    "tree, depth 4": lambda seed: DecisionTreeClassifier(max_depth=4, random_state=seed),
    "tree, leaves of 20": lambda seed: DecisionTreeClassifier(
        min_samples_leaf=20, random_state=seed
    ),
    "bagged trees": lambda seed: BaggingClassifier(n_estimators=15, random_state=seed),
    "forest, leaves of 5": lambda seed: RandomForestClassifier(
        40, min_samples_leaf=5, random_state=seed
    ),
    "forest, balanced": lambda seed: RandomForestClassifier(
        40, class_weight="balanced", max_depth=8, random_state=seed
    ),
    "extra trees": lambda seed: ExtraTreesClassifier(40, max_depth=8, random_state=seed),
    "AdaBoost": lambda seed: AdaBoostClassifier(n_estimators=30, random_state=seed),
    "boosted trees": lambda seed: GradientBoostingClassifier(n_estimators=40, random_state=seed),
    "boosted histograms": lambda seed: HistGradientBoostingClassifier(
        max_iter=30, random_state=seed
    ),
    "network of 20": lambda seed: MLPClassifier((20,), max_iter=80, random_state=seed),
}


def _checkerboard(x: Floats) -> Floats:
    return np.asarray(np.sin(2 * x[:, 0]) * np.sin(2 * x[:, 1]))


def _linear(x: Floats) -> Floats:
    return np.asarray(x[:, :5] @ np.array([1.0, -0.8, 0.6, -0.4, 0.2]))


def _signs(x: Floats) -> Floats:
    return np.asarray(np.sign(x[:, 0] * x[:, 1]) + 0.3 * x[:, 2])


def _ring(x: Floats) -> Floats:
    return np.asarray(-np.abs(np.hypot(x[:, 0], x[:, 1]) - 1.2) + 0.3 * x[:, 2])


def _steps(x: Floats) -> Floats:
    return np.asarray((x[:, 0] > 0.5) + (x[:, 1] > 0) * (x[:, 2] > 0) + 0.2 * x[:, 3])


FUNCTIONS = (_checkerboard, _linear, _signs, _ring, _steps)
FEATURES = (6, 12, 30)
SIZES = ((300, 0.3), (500, 0.1), (800, 0.5), (1000, 0.05))
TASKS = range(1, 41)
_SAMPLE = 20_000


def other_setups() -> tuple[Setup, ...]:
    """Return the learners."""
    return tuple(
        Setup(number, number, Flow(name, make), number)
        for number, (name, make) in enumerate(LEARNERS.items())
    )


def draw_others(number: int, rows: int) -> Instances:
    """Draw rows of the population of a task.

    The log-odds are a function of few of the features, which are normal, heavy-tailed or rounded
    to halves, so that rows tie.
    """
    rng = np.random.default_rng([number, 77])
    function = FUNCTIONS[number % len(FUNCTIONS)]
    size = (rows + _SAMPLE, FEATURES[number % len(FEATURES)])
    x = rng.standard_t(3, size) if number % 7 in (1, 4) else rng.normal(size=size)
    x = np.round(2 * x) / 2 if number % 7 in (2, 5) else x
    strength = function(x)
    strength = 3 * (strength - strength.mean()) / strength.std()
    # The intercept that gives the prevalence in a sample, by bisection.
    low, high = -20.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        too_many = expit(strength[rows:] + middle).mean() > SIZES[number % len(SIZES)][1]
        low, high = (low, middle) if too_many else (middle, high)
    y = rng.random(rows) < expit(strength[:rows] + low)
    return Instances(x[:rows], y, "positive")


OTHERS = Population(draw_others, SIZES)
