"""What captions and sentences say of a study besides its numbers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """Settings of a study that its captions and sentences name.

    Attributes
    ----------
    source : str
        The source of its predictions, as Markdown.
    confidence_level : float
        The level of its intervals; its tests are at 1 minus this level.
    tied_rank : str
        Which rank tied models get.
    """

    source: str
    confidence_level: float
    tied_rank: str

    @property
    def significance_level(self) -> float:
        """Return the p-value below which a difference counts.

        Examples
        --------
        >>> Facts("OpenML", 0.9, "").significance_level
        0.1
        """
        return round(1 - self.confidence_level, 12)

    @property
    def interval(self) -> str:
        """Name an interval.

        Examples
        --------
        >>> Facts("OpenML", 0.9, "").interval, Facts("OpenML", 0.995, "").interval
        ('90% interval', '99.5% interval')
        """
        return f"{100 * self.confidence_level:.10g}% interval"
