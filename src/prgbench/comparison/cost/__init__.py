"""What choosing by a measure costs, chosen on one half and judged on the other."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """What choosing by a measure costs: chosen on one half, judged on the other."""
