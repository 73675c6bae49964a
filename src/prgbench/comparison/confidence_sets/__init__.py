"""Which models of a task could be the best one, by model confidence sets."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Which models of a task could be the best one, and which disagreements are certain."""
