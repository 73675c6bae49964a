"""What a source raises: for one run, or where the study can't go on."""

from prgbench.run.errors import PrgbenchError
from prgbench.sources.exclusions import Reason


class RunUnusableError(Exception):
    """A run without usable predictions; the study goes on with the next candidate.

    Parameters
    ----------
    reason : Reason
        Why, as exclusions are counted.
    detail : str
        What was found.

    Examples
    --------
    >>> str(RunUnusableError(Reason.NO_FILE, "run 5"))
    'without a prediction file: run 5'
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


class ArchiveUnreachableError(PrgbenchError):
    """The source does not answer; what has been fetched is kept for a later run.

    Examples
    --------
    A user reads it as one sentence, as any `PrgbenchError`.

    >>> try:
    ...     raise ArchiveUnreachableError("openml.org does not answer: run it again later.")
    ... except PrgbenchError as error:
    ...     print(error)
    openml.org does not answer: run it again later.
    """


class NoSuchTaskError(PrgbenchError):
    """The source has none of the tasks that it is asked for by their ids.

    Examples
    --------
    >>> raise NoSuchTaskError("openml.org has no task 0: correct `tasks`.")
    Traceback (most recent call last):
    prgbench.sources.errors.NoSuchTaskError: openml.org has no task 0: correct `tasks`.
    """
