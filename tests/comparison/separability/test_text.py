from made_up_facts import make_facts
from prgbench.comparison.separability.text import paragraphs


def test_every_number_is_named(tables):
    outcomes, tied = paragraphs(tables, make_facts("made-up archive"))
    assert outcomes == (
        "- AUPR and AUPRG: of 10 disagreements, both measures separate their best models in 4, "
        "only the first in 3, only the second in 2, neither in 1."
    )
    assert tied.endswith("2 by AUPR and 3.5 by AUPRG.")
