"""What predicts a disagreement, by a model over the tasks."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """What predicts a disagreement, by a model over the tasks."""
