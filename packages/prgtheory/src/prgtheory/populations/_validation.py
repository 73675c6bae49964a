"""Checks of arguments that every function of this room shares."""

from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
ClassSizes = Literal["random", "fixed"]


def check_prevalence(prevalence: float) -> float:
    """Return the prevalence as a float, or say that it lies outside (0, 1).

    Raises ValueError outside of it, and for NaN.

    Examples
    --------
    >>> check_prevalence(1)
    Traceback (most recent call last):
    ValueError: prevalence must lie strictly between 0 and 1, got 1
    """
    value = float(prevalence)
    if not 0.0 < value < 1.0:
        raise ValueError(f"prevalence must lie strictly between 0 and 1, got {prevalence!r}")
    return value


def check_unit(values: npt.ArrayLike, name: str, *, zero: bool = True) -> Floats:
    """Return `values` as an array in [0, 1], or in (0, 1] with ``zero=False``.

    Raises ValueError if one of them lies outside the interval or is NaN.

    Examples
    --------
    >>> check_unit([0.5, 0.0], "recall", zero=False)
    Traceback (most recent call last):
    ValueError: recall must lie in (0, 1], got 0.0
    """
    array = np.asarray(values, dtype=np.float64)
    inside = (array >= 0.0 if zero else array > 0.0) & (array <= 1.0)
    if not inside.all():
        interval = "[0, 1]" if zero else "(0, 1]"
        raise ValueError(f"{name} must lie in {interval}, got {array[~inside].flat[0]}")
    return array


def check_count(value: int, name: str, minimum: int) -> int:
    """Return `value` as an int, or say that it is no whole number of at least `minimum`.

    Raises ValueError if it is smaller or no whole number.

    Examples
    --------
    >>> check_count(5.0, "n", 2)
    5
    """
    if int(value) != value or value < minimum:
        raise ValueError(f"{name} must be a whole number of at least {minimum}, got {value!r}")
    return int(value)


def check_class_sizes(class_sizes: str) -> bool:
    """Return whether class sizes are random, or say that the word is unknown.

    Raises ValueError for any other word.

    Examples
    --------
    >>> check_class_sizes("fixed")
    False
    """
    if class_sizes not in ("random", "fixed"):
        raise ValueError(f"class_sizes must be 'random' or 'fixed', got {class_sizes!r}")
    return class_sizes == "random"


def floor_count(fraction: npt.ArrayLike, total: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return floor(fraction * total), exact where fraction is the float nearest to k / total.

    A product of floats may fall just short of the whole number that is meant
    (1/49 * 49 < 1); anything within 1e-9 of a whole number counts as that number.

    Examples
    --------
    >>> int(floor_count(1 / 49, 49)), int(floor_count(0.99, 10))
    (1, 9)
    """
    product = np.asarray(fraction, dtype=np.float64) * np.asarray(total, dtype=np.float64)
    nearest = np.rint(product)
    whole = np.abs(product - nearest) <= 1e-9
    return np.where(whole, nearest, np.floor(product)).astype(np.int64)
