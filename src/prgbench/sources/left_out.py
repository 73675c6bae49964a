"""What a table of scores or of results on items has and a comparison leaves out."""

from typing import NamedTuple


class LeftOut(NamedTuple):
    """A data set, the model that is left out there (None for all of them), and the reason."""

    dataset: str
    model: str | None
    reason: str
