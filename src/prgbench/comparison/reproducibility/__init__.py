"""How often a measure picks the same model again, on halves, quarters and eighths."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """How often a measure picks the same model again, on halves, quarters and eighths."""
