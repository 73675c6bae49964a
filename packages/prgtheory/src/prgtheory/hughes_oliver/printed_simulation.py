"""What Hughes-Oliver says of Figures 7 to 11, beside the simulation study."""

import numpy as np

from prgtheory.hughes_oliver.model import jump_shares
from prgtheory.hughes_oliver.simulation_study import (
    RECALL,
    SKEWS,
    kolmogorov_distances,
    simulate_cell,
)
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import HUGHES_OLIVER


def simulation_rows() -> list[Row]:
    """Return what the text says of Figures 7 to 11, beside the study.

    Examples
    --------
    >>> row = simulation_rows()[0]
    >>> row.printed, row.found, row.verdict
    ('very nearly matches', '0.047', 'agrees')
    """
    a, c = (kolmogorov_distances(simulate_cell(case, 10, 500)) for case in "AC")
    largest = max(a[float(x)] for x in RECALL[1:9])
    d = kolmogorov_distances(simulate_cell("D", 4, 1000))
    f = simulate_cell("F", 1, 1000)
    shares = {recall: _sides(recall) for recall in (0.4, 0.6, 0.8)}
    sides = ", ".join(f"{x:g}: {left:.2f} and {right:.2f}" for x, (left, right) in shares.items())
    kolmogorov = "Kolmogorov distance of the simulated law from the normal one"
    return [
        HUGHES_OLIVER.claim(
            "section 3.2, Figure 7",
            f"case A, skew 10, n = 500, recall 0.2 to 0.9: largest {kolmogorov}",
            "very nearly matches",
            f"{largest:.3f}",
            holds=largest < 0.05,
        ),
        HUGHES_OLIVER.claim(
            "section 3.2, Figure 8",
            f"case C, skew 10, n = 500, recall 0.2: {kolmogorov} (case A in brackets)",
            "slower convergence",
            f"{c[0.2]:.3f} ({a[0.2]:.3f})",
            holds=c[0.2] > a[0.2],
        ),
        HUGHES_OLIVER.claim(
            "section 3.2, Figure 9",
            "case F, skew 1, n = 1000: shares of PRhat left and right of the jump at recall",
            "bimodal at .4, .6, .8",
            sides,
            holds=min(map(min, shares.values())) > 0.4,
        ),
        HUGHES_OLIVER.counterexample(
            "section 4",
            "case F, skew 1, n = 1000: standard deviation of PRhat at recall .4, and at .2",
            "PRhat is not consistent at points of positive probability of discrete scores",
            larger=float(f.values[:, 3].std()),
            smaller=float(f.values[:, 1].std()),
            why="PR is continuous at .2, as the two best scores are above all negatives': every "
            "sample has its precision, 1",
            holds=bool((f.values[:, 1] == 1).all()),
        ),
        HUGHES_OLIVER.claim(
            "section 3.2, Figure 10",
            f"case D, skew 4, n = 1000: {kolmogorov} at recall .5, .6, .7",
            "reasonable only for x > 0.5",
            f"{d[0.5]:.3f}, {d[0.6]:.3f}, {d[0.7]:.3f}",
            holds=d[0.5] > 0.1 > max(d[0.6], d[0.7]),
        ),
        *_case_b(kolmogorov),
        HUGHES_OLIVER.row(
            "section 3.2, Figures 7 to 11",
            "PRhat(1)",
            "drawn at x = 1",
            "n+/n",
            "remark",
            "the generalised inverse at 0 is minus infinity, so PRhat(1) is n+/n whatever the "
            "scores; in case D it does not estimate the curve's end",
        ),
    ]


def _case_b(kolmogorov: str) -> list[Row]:
    """Compare the skews where the limit has a variance to speak of, at recall .6 to .9."""
    recalls = (0.6, 0.7, 0.8, 0.9)
    gaps = {skew: kolmogorov_distances(simulate_cell("B", skew, 1000)) for skew in SKEWS}
    means = {skew: float(np.mean([gaps[skew][x] for x in recalls])) for skew in SKEWS}
    better = [(x, skew) for skew in (4, 10) for x in recalls if gaps[skew][x] <= gaps[1][x]]
    return [
        HUGHES_OLIVER.counterexample(
            "section 3.2, Figure 11",
            f"case B, n = 1000, recall .7: {kolmogorov} at skew 1, and at skew 4",
            "very poor; far worse for other skews",
            larger=gaps[1][0.7],
            smaller=gaps[4][0.7],
            why="the one exception at recall .6 to .9: there the errors on both sides of the "
            "steep part cancel; the means over these recalls at skew 1, 4 and 10 are "
            f"{', '.join(f'{means[skew]:.3f}' for skew in (1, 4, 10))}",
            holds=means[1] < means[4] < means[10] and better == [(0.7, 4)],
        ),
    ]


def _sides(recall: float) -> list[float]:
    values = simulate_cell("F", 1, 1000).values[:, round(recall * 10) - 1]
    return jump_shares("F", 0.5, recall, values)
