"""Whether averages over folds or repeats have other best models than pooled predictions."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Pooled predictions against means over folds and repeats."""
