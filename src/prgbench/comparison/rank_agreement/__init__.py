"""Rank correlations and top-weighted agreement in each task."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Rank correlations and top-weighted agreement in each task."""

    persistence: Annotated[float, Field(gt=0, lt=1)] = 0.9
    """The p of rank-biased overlap."""
