"""Optional dependencies: which of the package's extras brings what is missing."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra brings a module that is missing.

    Parameters
    ----------
    name : str
        The extra, as pip knows it.

    Raises
    ------
    ModuleNotFoundError
        If a module of somebody else is missing, in one sentence that says what to install.

    Examples
    --------
    >>> with extra("compare"):
    ...     import no_such_module
    Traceback (most recent call last):
    ModuleNotFoundError: no_such_module is not installed: pip install "prgbench[compare]"
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "prgbench"):
            raise
        raise ModuleNotFoundError(
            f'{missing} is not installed: pip install "prgbench[{name}]"', name=missing
        ) from None
