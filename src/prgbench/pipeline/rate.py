"""How fast work goes on, smoothed, so that what is left of it does not jump."""

import math
from dataclasses import dataclass

MEMORY = 60.0


@dataclass(frozen=True)
class Rate:
    """Work, bytes and time of the last minute or so; what is older fades.

    Attributes
    ----------
    seconds, work, n_bytes : float
        The faded sums.

    Examples
    --------
    >>> rate = Rate().after(10, work=20, n_bytes=1000)
    >>> rate.per_second(), rate.bytes_per_second()
    (2.0, 100.0)
    """

    seconds: float = 0.0
    work: float = 0.0
    n_bytes: float = 0.0

    def after(self, seconds: float, work: float, n_bytes: float) -> "Rate":
        """Return the rate once ``seconds`` more are over, in which so much was done."""
        kept = math.exp(-seconds / MEMORY)
        return Rate(
            kept * self.seconds + seconds, kept * self.work + work, kept * self.n_bytes + n_bytes
        )

    def per_second(self) -> float:
        """Return the units of work in a second, 0 if none is known."""
        return self.work / self.seconds if self.seconds > 0 else 0.0

    def bytes_per_second(self) -> float:
        """Return the bytes in a second, 0 if none are known."""
        return self.n_bytes / self.seconds if self.seconds > 0 else 0.0
