"""Every number that Boyd et al. (2012) print."""

import numpy as np

from prgbench import metrics
from prgbench.metrics.theory import (
    min_aupr,
    min_average_precision,
    minimum_precision,
    normalize_aupr,
)
from prgtheory.boyd.model import (
    FIGURE_4_POINTS,
    FIGURE_4_PREVALENCE,
    lowest_achievable,
    modified_fbeta,
    point_of_cells,
    prevalence_behind,
    prevalence_of_minimum,
    true_negatives,
)
from prgtheory.boyd.printed_statements import statement_rows
from prgtheory.printed_beside_found import Row, half_unit
from prgtheory.printed_data import (
    BOYD,
    DOWNSAMPLED,
    ORIGINAL_PREVALENCE,
    ORIGINAL_SKEW,
    PREDICATE_MEAN,
    PREDICATES,
    RATIOS,
    Points,
    PrintedScore,
    labels_and_scores,
)


def rows() -> list[Row]:
    """Return every checkable statement that we found in the paper.

    Examples
    --------
    >>> row = next(row for row in rows() if row.why)
    >>> row.printed, row.found, row.verdict
    ('0.509, 0.325', 'prevalence 0.454', 'data not printed')
    """
    return [*_region_rows(), *_table_2_rows(), *_table_3_rows(), *_f1_rows(), *statement_rows()]


def _region_rows() -> list[Row]:
    levels, lowest = lowest_achievable(30, 70)
    brute = np.abs(lowest - minimum_precision(levels, 0.3)).max()
    worst = [0] * 7 + [1] * 3
    valid = point_of_cells(20, 80, 80, 120)
    descending = np.arange(10, 0, -1)
    middles = 0.2 + 0.5 * (np.arange(100_000) + 0.5) / 100_000
    return [
        BOYD.number("table 1a", f"recall of ({valid.name})", "0.2", valid.recall),
        BOYD.number("table 1a", f"precision of ({valid.name})", "0.2", valid.precision),
        BOYD.number(
            "table 1b",
            "true negatives at recall .6, precision .2",
            "-40",
            true_negatives(0.2, 0.6, 100, 200),
        ),
        BOYD.number(
            "section 2.1",
            "false positives at recall .4, precision .2",
            "160",
            200 - true_negatives(0.2, 0.4, 100, 200),
        ),
        BOYD.number(
            "section 2.1",
            "least precision at recall .5, 100 + 200 instances",
            "0.2",
            float(minimum_precision(0.5, 1 / 3)),
        ),
        BOYD.claim(
            "theorem 1",
            "largest difference to the lowest precision of all 2,130 confusion matrices of 30 "
            "+ 70 with a true positive",
            "0",
            f"{brute:.1e}",
            holds=bool(brute < 1e-12),
        ),
        BOYD.formula(
            "theorem 2",
            "minimum area at prevalence 0.3, and the area of the worst ranking of 3 + 7",
            float(min_aupr(0.3)),
            metrics.aupr_score(worst, descending),
        ),
        BOYD.formula(
            "theorem 3",
            "minimum average precision of 3 + 7, and that of their worst ranking",
            min_average_precision(3, 7),
            metrics.average_precision_score(worst, descending),
        ),
        BOYD.formula(
            "corollary 4",
            "minimum area over recall [0.2, 0.7] at prevalence 1/2, and by a sum of 1e5 terms",
            float(min_aupr(0.5, (0.2, 0.7))),
            float(minimum_precision(middles, 0.5).mean() * 0.5),
        ),
        BOYD.number(
            "section 2.2",
            "rise of the minimum area from prevalence .01 to .5",
            "0.3",
            float(min_aupr(0.5)) - float(min_aupr(0.01)),
        ),
        BOYD.number("section 4", "minimum area at prevalence .1", "0.05", float(min_aupr(0.1))),
        BOYD.number(
            "section 4.2", "least AUCPR of gender (prevalence .5)", "0.31", float(min_aupr(0.5))
        ),
        *_genre_rows(),
        *_convention_rows(),
    ]


def _genre_rows() -> list[Row]:
    low, high = (prevalence_of_minimum(float(edge)) for edge in (0.015, 0.025))
    gender, genre = (float(normalize_aupr(0.4, pi)) for pi in (0.5, 0.05))
    return [
        BOYD.claim(
            "section 4.2",
            "prevalences, closer to .05, at which the least AUCPR of genre is 0.02",
            "0.02",
            f"{low:.4f} to {high:.4f}",
            holds=low < high and abs(high - 0.05) < 0.001,
        ),
        BOYD.claim(
            "section 4.2",
            "AUCNPR of an AUCPR of 0.4 on gender (prevalence .5) and on genre (.05)",
            "worse than random guessing; reasonably high",
            f"{gender:.3f}, random guessing {float(normalize_aupr(0.5, 0.5)):.3f}; {genre:.3f}, "
            f"random guessing {float(normalize_aupr(0.05, 0.05)):.3f}",
            holds=gender < float(normalize_aupr(0.5, 0.5))
            and genre > 10 * float(normalize_aupr(0.05, 0.05)),
        ),
    ]


def _convention_rows() -> list[Row]:
    below = (0.2 - 0.3) / (1 - 0.3)
    return [
        BOYD.number("section 2.2", "minimum area at prevalence 0", "0", float(min_aupr(0.0))),
        BOYD.number("section 2.2", "minimum area at prevalence 1", "1", float(min_aupr(1.0))),
        BOYD.formula(
            "section 2.2",
            "minimum area over recall [0.2, 0.7] at prevalence 1, where precision is always 1",
            0.7 - 0.2,
            float(min_aupr(1.0, (0.2, 0.7))),
        ),
        BOYD.number("section 3", "AUCNPR at prevalence 0", "0", float(normalize_aupr(0.0, 0.0))),
        BOYD.number("section 3", "AUCNPR at prevalence 1", "1", float(normalize_aupr(1.0, 1.0))),
        BOYD.claim(
            "section 3",
            "area 0.2 at prevalence .3 normalised by random guessing, and AUCNPR",
            "can result in a negative score",
            f"{below:.3f}, {float(normalize_aupr(0.2, 0.3)):.3f}",
            holds=below < 0 <= float(normalize_aupr(0.2, 0.3)),
        ),
        *_averaging_rows(),
    ]


def _averaging_rows() -> list[Row]:
    """Vertical averages of two folds of different prevalence."""
    folds = [Points((0, 4, 6), (0, 1, 3)), Points((0, 0, 2), (0, 9, 18))]
    samples = [labels_and_scores(points) for points in folds]
    curves = [metrics.precision_recall_curve(*sample) for sample in samples]
    edges = np.linspace(0.0, 1.0, 200_001)
    mean_curve = metrics.average_curve(curves, grid=(edges[1:] + edges[:-1]) / 2).y
    mean_area = np.mean([metrics.aupr_score(*sample) for sample in samples])
    worst = [float(minimum_precision(0.5, pi)) for pi in (0.5, 0.1)]
    return [
        BOYD.claim(
            "section 4.1",
            "area under the vertical average of two folds, prevalences 2/3 and 1/10, and the mean "
            "of their areas",
            "the mean of the AUCPR from each fold",
            f"{mean_curve.mean():.8f}, {mean_area:.8f}",
            holds=bool(abs(mean_curve.mean() - mean_area) < 1e-7),
        ),
        BOYD.claim(
            "section 4.1",
            "vertical average at recall .5 of two worst rankings, prevalences .5 and .1, and the "
            "least precision at their joint prevalence",
            "can cause a higher vertically averaged PR curve",
            f"{np.mean(worst):.4f}, {float(minimum_precision(0.5, 0.3)):.4f}",
            holds=float(np.mean(worst)) > float(minimum_precision(0.5, 0.3)),
        ),
    ]


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
            BOYD.number(
                table,
                f"AUCNPR of {score.name} (AUCPR 1)",
                score.aucnpr,
                float(normalize_aupr(1.0, 0.06)),
            )
            for score in perfect
        ),
        *(
            BOYD.row(
                table,
                f"AUCPR, AUCNPR of {score.name}",
                f"{score.aucpr}, {score.aucnpr}",
                f"prevalence {prevalence_behind(score):.3f}",
                "data not printed",
                given,
            )
            for score in scores
        ),
        *(
            BOYD.number(
                table,
                f"mean {name.upper()}",
                getattr(PREDICATE_MEAN, name),
                float(np.mean([float(getattr(score, name)) for score in PREDICATES])),
                verdict="consistent",
            )
            for name in ("aucpr", "aucnpr")
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
    return [*downsampled, *original, *_spread_rows()]


def _spread_rows() -> list[Row]:
    """Read table 3 as section 4.3 does, from its AUCPR alone and this library's AUCNPR."""
    prevalence = 1 / (1 + np.array(RATIOS))
    area = np.array([float(score.aucpr) for score in DOWNSAMPLED])
    normal = normalize_aupr(area, prevalence)
    original = normalize_aupr(
        np.array([float(score.aucpr) for score in ORIGINAL_SKEW]), ORIGINAL_PREVALENCE
    )
    return [
        BOYD.claim(
            "section 4.3",
            "AUCNPR varies less than AUCPR over the down-sampled test sets (standard deviations)",
            "less",
            f"{normal.std():.4f} < {area.std():.4f}",
            holds=bool(normal.std() < area.std()),
        ),
        BOYD.claim(
            "section 4.3",
            "AUCNPR at 1:1 over that at the original skew",
            "more than 2",
            f"{normal[0] / original[0]:.3f}",
            holds=bool(normal[0] > 2 * original[0]),
        ),
    ]


def _normalised(score: PrintedScore, prevalence: float, which: str) -> Row:
    """AUCNPR from the printed AUCPR, whose own rounding the tolerance allows for."""
    scale = 1 - float(min_aupr(prevalence))
    tolerance = half_unit(score.aucnpr) + half_unit(score.aucpr) / scale
    return BOYD.number(
        "table 3",
        f"AUCNPR, {which}, train set {score.name}, from AUCPR {score.aucpr}",
        score.aucnpr,
        float(normalize_aupr(float(score.aucpr), prevalence)),
        allowance=(tolerance, "the printed AUCPR is itself rounded to three digits"),
    )


def _f1_rows() -> list[Row]:
    recall, precision = 0.4, 0.7
    pi = FIGURE_4_PREVALENCE
    scaled = (precision - pi) / (1 - pi)
    ends = [float(minimum_precision(r, pi)) for r in (0.0, 1.0)]
    return [
        BOYD.row(
            "figure 4",
            "points A, B, C of F1 0.45 at prevalence 0.33",
            "no coordinates",
            "; ".join(f"{p.name} ({p.recall:.2f}, {p.precision:.3f})" for p in FIGURE_4_POINTS),
            "data not printed",
            "found are points of the contour placed as the text describes them: A below the "
            "minimum PR curve, B hardly above random guessing, C at good precision",
        ),
        *(
            BOYD.formula(
                "section 4.4",
                f"modified F{beta:g}, and the harmonic mean of recall .4 and normalised precision",
                float(modified_fbeta(precision, recall, pi, beta)),
                (1 + beta**2) / (1 / scaled + beta**2 / recall),
            )
            for beta in (1.0, 2.0)
        ),
        BOYD.formula(
            "section 4.4",
            "the printed modified F1, 2 (p - pi) r/(p - pi + (1 - pi) r), and ours",
            2 * (precision - pi) * recall / (precision - pi + (1 - pi) * recall),
            float(modified_fbeta(precision, recall, pi)),
        ),
        BOYD.claim(
            "section 4.4, equations 3 to 5",
            "least precision at recall 0 and 1, prevalence .33: f' is 0 at both, but has to rise "
            "from (0, 0) over (0, pi) to (1, pi)",
            "impossible to satisfy",
            f"{ends[0]:g}, {ends[1]:g}",
            holds=ends == [0.0, pi],
        ),
    ]
