from prgbench.comparison.separability.text import paragraphs
from prgbench.plotting.facts import Facts


def test_every_number_is_named(tables):
    outcomes, tied = paragraphs(tables, Facts("made-up archive"))
    assert outcomes == (
        "- AUPR and AUPRG: of 10 disagreements, both measures separate their best models in 4, "
        "only the first in 3, only the second in 2, neither in 1."
    )
    assert tied.endswith("2 by AUPR and 3.5 by AUPRG.")
