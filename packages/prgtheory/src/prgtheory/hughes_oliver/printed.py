"""Every number that the text of Hughes-Oliver prints."""

import numpy as np
from scipy import stats

from prgtheory.hughes_oliver.model import crossing_of_a_and_b
from prgtheory.hughes_oliver.printed_asymptotics import asymptotic_rows
from prgtheory.hughes_oliver.printed_cases import case_rows
from prgtheory.hughes_oliver.printed_properties import property_rows
from prgtheory.hughes_oliver.printed_simulation import simulation_rows
from prgtheory.populations import (
    DiscreteScores,
    Population,
    hughes_oliver_case,
    pr_limits,
    roc_limits,
)
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import HUGHES_OLIVER


def rows() -> list[Row]:
    """Return every checkable statement that we found in the text.

    Examples
    --------
    >>> row = rows()[-1]
    >>> row.quantity, row.found, row.verdict
    ('PRhat(1)', 'n+/n', 'remark')
    """
    return [*exact_rows(), *simulation_rows()]


def exact_rows() -> list[Row]:
    """Return the rows that need no simulation study, in a second.

    Examples
    --------
    >>> row = exact_rows()[2]
    >>> row.quantity, row.printed, row.found
    ('false positive rate at which A overtakes B', '0.2', '0.203238')
    """
    return [*_introduction(), *case_rows(), *_ends(), *property_rows(), *asymptotic_rows()]


def _introduction() -> list[Row]:
    # A negative scores 1 in one of 100 cases, a positive in 99.
    population = Population(
        DiscreteScores([0, 1], [1, 99]), DiscreteScores([0, 1], [99, 1]), 0.001
    )
    e = hughes_oliver_case("E", 0.2)
    return [
        HUGHES_OLIVER.counterexample(
            "section 2.1",
            "fpr of case E at t = 1.1, and at 1.4; tpr, precision and pi are 0, 0 and 1/5 at both",
            "tpr, precision and pi represent the table uniquely",
            larger=float(e.roc_point(1.1)[0]),
            smaller=float(e.roc_point(1.4)[0]),
            why="without a true positive the precision is 0 whatever the false positives",
            holds=not np.any([e.pr_point(1.1), e.pr_point(1.4)]),
        ),
        HUGHES_OLIVER.number(
            "section 1",
            "precision of (fpr, tpr) = (.01, .99) at prevalence .001",
            ".09",
            float(population.pr_point(0.5)[1]),
        ),
        HUGHES_OLIVER.number(
            "section 1", "false positive rate at which A overtakes B", "0.2", crossing_of_a_and_b()
        ),
    ]


# Case, end of the curve, and the printed coordinates at prevalences 1/2 and 1/11.
_PR_ENDS = {
    "A": (("1", "1"), ("1/2", "1/11")),
    "B": (("0", "0"), ("1/2", "1/11")),
    "C": (("1", "1"), ("1/2", "1/11")),
    "D": (("1", "1"), ("2/3", "1/6")),
    "E": (("0", "0"), ("1/2", "1/11")),
    "F": (("1", "1"), ("0.625", "0.143")),
}
_ROC_ENDS = {
    "A": ("0", "1"),
    "B": ("0", "1"),
    "C": ("0", "1"),
    "D": ("0.5", "1"),
    "E": ("0", "0.5"),
    "F": ("0.4", "1"),
}


def _ends() -> list[Row]:
    rows = []
    for case, printed in _ROC_ENDS.items():
        limits = roc_limits(hughes_oliver_case(case, 0.5))
        for side, text, value in zip(("start", "end"), printed, limits, strict=True):
            rows.append(
                HUGHES_OLIVER.number(f"case {case} (P1)", f"tpr at the {side} of ROC", text, value)
            )
    for case, sides in _PR_ENDS.items():
        for index, (side, texts) in enumerate(zip(("start", "end"), sides, strict=True)):
            for text, (name, prevalence) in zip(
                texts, (("1/2", 0.5), ("1/11", 1 / 11)), strict=True
            ):
                limit = pr_limits(hughes_oliver_case(case, prevalence))[index]
                quantity = f"precision at the {side} of PR, prevalence {name}"
                rows.append(HUGHES_OLIVER.number(f"case {case} (P2)", quantity, text, limit))
    end = pr_limits(hughes_oliver_case("F", 0.5)).at_one
    rows.append(
        HUGHES_OLIVER.misprint(
            "case F",
            "formula of the PR end point",
            "pi/(pi + 0.6)",
            "pi/(pi + 0.6 (1 - pi))",
            as_printed=0.5 / 1.1,
            recomputed=end,
            words="The PR curve endpoint is (1, 0.625) for balanced classes",
            why="precision at recall 1, pi = 1/2, by P2",
        )
    )
    halves = Population(DiscreteScores([0, 1]), stats.uniform(0, 1), 0.5)
    rows.append(
        HUGHES_OLIVER.counterexample(
            "P1 (a)",
            "tpr as fpr falls to 0, of positives that score 0 or 1, half of them each, and "
            "negatives uniform on (0, 1); and 1 - F+(M-)",
            "1 - F+(M-)",
            larger=roc_limits(halves).at_zero,
            smaller=float(halves.roc_point(halves.negative.support()[1])[1]),
            why="the proof moves the limit into F+; where F+ has an atom at M- and F- has none, "
            "thresholds rise to M- without reaching it, and the limit is Pr(S+ >= M-)",
        )
    )
    return rows
