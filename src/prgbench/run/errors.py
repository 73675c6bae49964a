"""Errors that are one sentence, and extras that are not installed."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class PrgbenchError(Exception):
    """A mistake or failure that one sentence explains, without a traceback.

    The message names the file, task, run or key concerned and says what to do.

    Examples
    --------
    >>> raise PrgbenchError("mine.csv lacks the column y_true: add it.")
    Traceback (most recent call last):
    prgbench.run.errors.PrgbenchError: mine.csv lacks the column y_true: add it.
    """


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """Ask whether the nearest of the known words was meant; "" if none is near.

    One in capitals, as pages and tables write AUROC, is near to its small letters.

    Examples
    --------
    >>> did_you_mean("compre", ["compare", "score"]), did_you_mean("x", ["compare", "score"])
    (' Did you mean compare?', '')
    >>> did_you_mean("AUROC", ["auroc", "aupr"])
    ' Did you mean auroc?'
    """
    from difflib import get_close_matches

    known = list(words)
    text = str(word)
    nearest = get_close_matches(text, known, n=1) or get_close_matches(text.lower(), known, n=1)
    return f" Did you mean {nearest[0]}?" if nearest else ""


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, what caused it, and so on."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        yield cause
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__


@contextmanager
def one_sentence() -> Iterator[None]:
    """End the process with the sentence of a `PrgbenchError`, before any job has begun."""
    try:
        yield
    except PrgbenchError as error:
        raise SystemExit(str(error)) from None


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra brings a module that is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "prgbench"):
            raise
        raise ModuleNotFoundError(
            f'{missing} is not installed: pip install "prgbench[{name}]"', name=missing
        ) from None
