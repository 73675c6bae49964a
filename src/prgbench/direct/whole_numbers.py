"""Checks of the whole numbers that `compare`, `score`, `power` and `null` are called with."""

from prgbench.metrics.engine.inputs import is_whole
from prgbench.run.errors import PrgbenchError


def check_whole(name: str, number: int, least: int) -> None:
    """Refuse what is no whole number, or too small a one."""
    if not is_whole(number):
        raise PrgbenchError(f"{name} must be a whole number, not {number!r}.")
    if number < least:
        raise PrgbenchError(f"{name} must be at least {least}, not {number}.")


def check_jobs(n_jobs: int) -> None:
    """Refuse a number of processes that joblib does not know."""
    if not is_whole(n_jobs) or n_jobs == 0:
        raise PrgbenchError(f"n_jobs must be 1 or more, or -1 for all processors, not {n_jobs!r}.")
