"""What a data set is: where it comes from, and the instances of its tasks."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Features = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """The instances of a task: features ``x``, and ``y`` for those of the class ``label``.

    The other class is called ``rest`` where it stands for several, or for what is not above a
    mean.
    """

    x: Features
    y: Flags
    label: str
    rest: str = "rest"


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set with a source in one line; ``load`` returns the instances of each target.

    ``repeated`` says that it has tasks with the cross-validation ten times, too.
    """

    name: str
    source: str
    load: Callable[[], dict[str, Instances]]
    repeated: bool = False


def one_of_many(x: Features, y: NDArray[np.int_], *classes: int) -> dict[str, Instances]:
    """Return the tasks that tell one class of several from the rest.

    Examples
    --------
    >>> tasks = one_of_many(np.zeros((3, 1)), np.array([0, 1, 2]), 1, 2)
    >>> list(tasks), tasks["is_2"].y.tolist()
    (['is_1', 'is_2'], [False, False, True])
    """
    return {f"is_{label}": Instances(x, y == label, str(label)) for label in classes}


def above_mean(table: pd.DataFrame, target: str) -> dict[str, Instances]:
    """Return the task that tells whether a number is above its mean.

    Examples
    --------
    >>> task = above_mean(pd.DataFrame({"a": [5.0, 6, 7], "b": [1.0, 2, 9]}), "b")["b"]
    >>> task.x.ravel().tolist(), task.y.tolist()
    ([5.0, 6.0, 7.0], [False, False, True])
    """
    values = table[target]
    x = table.drop(columns=target).to_numpy(dtype=np.float64)
    return {target: Instances(x, (values > values.mean()).to_numpy(), "high", "low")}
