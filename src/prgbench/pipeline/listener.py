"""Who is told what a long stage does: the command line, or nobody."""

from pathlib import Path

from prgbench.pipeline.pace import Pace
from prgbench.pipeline.terminal import say, show
from prgbench.pipeline.units import duration


class Listener:
    """Hear what a source does; this one keeps quiet."""

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Hear that ``done`` of ``total`` calls (None where that is open) of a kind are over.

        Parameters
        ----------
        what : str
            What is done.
        done : int
            How much of it is over.
        total : int, optional
            Of how much, where that is known.
        unit : str
            What is counted, if not calls.
        """

    def waiting(self, why: str, seconds: float) -> None:
        """Hear that a request has no answer yet, what came instead, and until when it is tried.

        Parameters
        ----------
        why : str
            The request, and what the server said or did.
        seconds : float
            The time from now after which it is given up.
        """


class WaitingListener(Listener):
    """Say why nothing goes on, once for all processes that wait.

    Parameters
    ----------
    label : str
        The stage, as "Fetching".
    folder : Path
        What the processes share.
    seconds : float
        The least time between two lines.
    """

    def __init__(self, label: str, folder: Path, seconds: float = 10.0) -> None:
        self._label = label
        self._waits = Pace(folder / ".waiting", seconds)

    def waiting(self, why: str, seconds: float) -> None:
        """Say why there is no answer yet, and for how long it is tried."""
        if self._waits.due():
            tried = f"it is tried again for {duration(seconds)}" if seconds > 0 else "given up now"
            say(f"{self._label}: still waiting ({why}); {tried}")


class SpeakingListener(WaitingListener):
    """Say what a source does, too.

    Parameters
    ----------
    label : str
        The stage, as "Planning".
    folder : Path
        What the processes share.
    seconds : float
        The least time between two lines.
    """

    def __init__(self, label: str, folder: Path, seconds: float = 2.0) -> None:
        super().__init__(label, folder)
        self._steps = Pace(folder / ".step", seconds)

    def step(self, what: str, done: int, total: int | None = None, unit: str = "call") -> None:
        """Say what is asked for, and how many calls are over."""
        if self._steps.due():
            count = f"{done:,}" if total is None else f"{done:,} of {total:,}"
            plural = "" if (done if total is None else total) == 1 else "s"
            show(f"{self._label}: {what}, {count} {unit}{plural}")
