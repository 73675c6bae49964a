"""Every number that Boyd et al. (2012) print."""

import numpy as np

from prgbench import metrics
from prgbench.metrics import (
    min_aupr,
    min_average_precision,
    minimum_precision,
    normalize_aupr,
)
from prgbench.papers.boyd.model import (
    FIGURE_4_POINTS,
    FIGURE_4_PREVALENCE,
    lowest_achievable,
    modified_f1,
    prevalence_behind,
)
from prgbench.papers.printed_beside_found import Row, claim, formula, half_unit, number
from prgbench.papers.printed_data import (
    BOYD,
    DOWNSAMPLED,
    ORIGINAL_PREVALENCE,
    ORIGINAL_SKEW,
    PREDICATE_MEAN,
    PREDICATES,
    RATIOS,
    PrintedScore,
)


def rows() -> list[Row]:
    """Return every number that the paper prints."""
    return [*_region_rows(), *_table_2_rows(), *_table_3_rows(), *_f1_rows()]


def _region_rows() -> list[Row]:
    levels, lowest = lowest_achievable(30, 70)
    brute = np.abs(lowest - minimum_precision(levels, 0.3)).max()
    worst = [0] * 7 + [1] * 3
    descending = np.arange(10, 0, -1)
    return [
        number(BOYD, "table 1a", "recall of (20, 80, 80, 120)", "0.2", 20 / (20 + 80)),
        number(BOYD, "table 1a", "precision of (20, 80, 80, 120)", "0.2", 20 / (20 + 80)),
        number(
            BOYD,
            "table 1b",
            "true negatives at recall .6, precision .2",
            "-40",
            200 - 60 * 0.8 / 0.2,
        ),
        number(BOYD, "section 2.1", "false positives at recall .4, precision .2", "160", 40 * 4),
        number(
            BOYD,
            "section 2.1",
            "least precision at recall .5, 100 + 200 instances",
            "0.2",
            float(minimum_precision(0.5, 1 / 3)),
        ),
        claim(
            BOYD,
            "theorem 1",
            "largest difference to the lowest precision of all 2,130 confusion matrices, 30 + 70",
            "0",
            f"{brute:.1e}",
            holds=bool(brute < 1e-12),
        ),
        formula(
            BOYD,
            "theorem 2",
            "minimum area at prevalence 0.3, and the area of the worst ranking of 3 + 7",
            _minimum_area(0.3),
            metrics.aupr_score(worst, descending),
        ),
        formula(
            BOYD,
            "theorem 3",
            "minimum average precision of 3 + 7, and that of their worst ranking",
            min_average_precision(3, 7),
            metrics.average_precision_score(worst, descending),
        ),
        formula(
            BOYD,
            "corollary 4",
            "minimum area over recall [0.5, 1] at prevalence 1/2, and by a sum of 1e5 terms",
            _minimum_area(0.5, (0.5, 1.0)),
            _midpoint_area(0.5, 0.5),
        ),
        number(
            BOYD,
            "section 2.2",
            "rise of the minimum area from prevalence .01 to .5",
            "0.3",
            _minimum_area(0.5) - _minimum_area(0.01),
        ),
        number(BOYD, "section 4", "minimum area at prevalence .1", "0.05", _minimum_area(0.1)),
        number(
            BOYD,
            "section 4.2",
            "least AUCPR of gender (prevalence .5)",
            "0.31",
            _minimum_area(0.5),
        ),
        number(
            BOYD,
            "section 4.2",
            "least AUCPR of genre (prevalence .05)",
            "0.02",
            _minimum_area(0.05),
            verdict="misprint",
            why="equation 2 gives .0254, which rounds to .03; .02 is cut, not rounded",
        ),
    ]


def _minimum_area(prevalence: float, recall_range: tuple[float, float] = (0.0, 1.0)) -> float:
    return float(min_aupr(prevalence, recall_range))


def _midpoint_area(prevalence: float, low: float) -> float:
    edges = np.linspace(low, 1, 100_001)
    middles = (edges[1:] + edges[:-1]) / 2
    return float(minimum_precision(middles, prevalence).mean() * (1 - low))


def _table_2_rows() -> list[Row]:
    given = (
        "the predicates' prevalences are not printed; found is the one at which the two printed "
        "areas belong together"
    )
    scores = [score for score in PREDICATES if score.aucpr != "1.000"]
    perfect = [score for score in PREDICATES if score.aucpr == "1.000"]
    table = "table 2"
    return [
        *(
            number(
                BOYD,
                table,
                f"AUCNPR of {score.name} (AUCPR 1)",
                score.aucnpr,
                float(normalize_aupr(1.0, 0.06)),
            )
            for score in perfect
        ),
        *(
            Row(
                BOYD,
                table,
                f"AUCPR, AUCNPR of {score.name}",
                f"{score.aucpr}, {score.aucnpr}",
                f"prevalence {prevalence_behind(score):.3f}",
                "data not printed",
                given,
            )
            for score in scores
        ),
        number(
            BOYD,
            table,
            "mean AUCPR",
            PREDICATE_MEAN.aucpr,
            float(np.mean([float(score.aucpr) for score in PREDICATES])),
        ),
        number(
            BOYD,
            table,
            "mean AUCNPR",
            PREDICATE_MEAN.aucnpr,
            float(np.mean([float(score.aucnpr) for score in PREDICATES])),
        ),
    ]


def _table_3_rows() -> list[Row]:
    downsampled = [
        _normalised(score, 1 / (1 + ratio), "downsampled")
        for score, ratio in zip(DOWNSAMPLED, RATIOS, strict=True)
    ]
    original = [
        _normalised(score, ORIGINAL_PREVALENCE, "original skew") for score in ORIGINAL_SKEW
    ]
    spread = {
        name: float(np.std([float(getattr(score, name)) for score in DOWNSAMPLED]))
        for name in ("aucpr", "aucnpr")
    }
    ratio = float(DOWNSAMPLED[0].aucnpr) / float(ORIGINAL_SKEW[0].aucnpr)
    return [
        *downsampled,
        *original,
        claim(
            BOYD,
            "section 4.3",
            "AUCNPR varies less than AUCPR over the down-sampled test sets (standard deviations)",
            "less",
            f"{spread['aucnpr']:.4f} < {spread['aucpr']:.4f}",
            holds=spread["aucnpr"] < spread["aucpr"],
        ),
        claim(
            BOYD,
            "section 4.3",
            "AUCNPR at 1:1 over that at the original skew",
            "more than 2",
            f"{ratio:.3f}",
            holds=ratio > 2,
        ),
    ]


def _normalised(score: PrintedScore, prevalence: float, which: str) -> Row:
    """AUCNPR from the printed AUCPR, whose own rounding the tolerance allows for."""
    scale = 1 - _minimum_area(prevalence)
    return number(
        BOYD,
        "table 3",
        f"AUCNPR, {which}, train set {score.name}, from AUCPR {score.aucpr}",
        score.aucnpr,
        float(normalize_aupr(float(score.aucpr), prevalence)),
        tolerance=half_unit(score.aucnpr) + half_unit(score.aucpr) / scale,
    )


def _f1_rows() -> list[Row]:
    recall, precision = 0.4, 0.7
    pi = FIGURE_4_PREVALENCE
    scaled = (precision - pi) / (1 - pi)
    harmonic = 2 * scaled * recall / (scaled + recall)
    return [
        Row(
            BOYD,
            "figure 4",
            "points A, B, C of F1 0.45 at prevalence 0.33",
            "no coordinates",
            "; ".join(f"{p.name} ({p.recall:.2f}, {p.precision:.3f})" for p in FIGURE_4_POINTS),
            "data not printed",
            "found are points of the contour placed as the text describes them: A below the "
            "minimum PR curve, B hardly above random guessing, C at good precision",
        ),
        formula(
            BOYD,
            "section 4.4",
            "modified F1, and the harmonic mean of recall .4 and normalised precision, pi .33",
            float(modified_f1(precision, recall, pi)),
            harmonic,
        ),
    ]
