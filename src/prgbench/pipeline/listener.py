"""Who is told what a long stage does: the command line, or nobody."""


class Listener:
    """Hear what a source does; this one keeps quiet."""

    def step(self, what: str, done: int, total: int | None = None) -> None:
        """Hear that ``done`` of ``total`` calls (None where that is open) of a kind are over."""

    def waiting(self, why: str, seconds: float) -> None:
        """Hear that a request has no answer yet, what came instead, and until when it is tried.

        Parameters
        ----------
        why : str
            The request, and what the server said or did.
        seconds : float
            The time from now after which it is given up.
        """
