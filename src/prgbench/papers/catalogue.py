"""Every figure of the theory with its caption."""

from collections.abc import Callable
from typing import NamedTuple

from matplotlib.figure import Figure

from prgbench.papers.beyond import figures as sampling
from prgbench.papers.boyd import figures as boyd
from prgbench.papers.demo import figures as demo_drawings
from prgbench.papers.demo.model import Demo
from prgbench.papers.flach_kull import figures as flach_kull
from prgbench.papers.hughes_oliver import figures as hughes_oliver
from prgbench.papers.hughes_oliver import histograms
from prgbench.papers.introduction import figures as introduction


class Drawing(NamedTuple):
    """How a figure is drawn, and what its caption says."""

    draw: Callable[[], Figure]
    caption: str


_EXAMPLE = (
    "The 25-point example of the authors' code stands for the figure's own data, which is printed "
    "nowhere."
)
_HISTOGRAMS = (
    "Rows are sample sizes, columns recalls; 5,000 samples each; grey: histogram, black: kernel "
    "density and the values that occur, purple dashed: normal approximation of theorem 1. Heights "
    "leave out the bin at precision 1, which runs off the panel where most samples fall into it."
)

DRAWINGS: dict[str, Drawing] = {
    "flach_kull_1": Drawing(
        flach_kull.roc_and_pr,
        "Left: ROC curve (blue) with its non-dominated points and convex hull (orange): all of "
        "the hull can be reached. Right: the PR curve of the same scores; its non-dominated "
        f"points lie on no convex curve. After Flach & Kull (2015), Figure 1. {_EXAMPLE}",
    ),
    "flach_kull_2": Drawing(
        flach_kull.pr_and_prg,
        "Left: PR curve with F1 isometrics (dotted hyperbolas) and the F1 of the always-positive "
        "classifier (green). Right: the PRG curve of the same scores, where isometrics and that "
        "baseline are parallel lines of slope -1 and the front (orange) is convex; parts of the "
        f"curve below 0 are not drawn. After Flach & Kull (2015), Figure 2. {_EXAMPLE}",
    ),
    "flach_kull_3": Drawing(
        flach_kull.calibrated_scores,
        "Left: ROC hull, each segment with its accuracy-calibrated score c; green: a regular grid "
        "of PRG space. Right: PRG hull, each segment with its F-calibrated score "
        "d = 1/(1 + beta^2); green: a regular grid of ROC space, crowded at high recall. Segments "
        "left of recall gain 0 and the vertical one of the ROC hull carry no label. After Flach & "
        f"Kull (2015), Figure 3. {_EXAMPLE}",
    ),
    "introduction_curve": Drawing(
        introduction.building_a_curve,
        "How a PR curve is built from thresholds: the first precision is carried back to recall "
        "0; between two points the curve bends below the line, through (.625, .625) instead of "
        "(.625, .633); it ends at recall 1 and the prevalence. After the introduction to the PR "
        "plot, with its example of 4 positives and 4 negatives.",
    ),
    "introduction_area": Drawing(
        introduction.trapezoids,
        "The area by trapezoids, with 2/3 for the page's .67 (which makes it 0.63125), and the "
        "exact area under the interpolated curve. After the introduction to the PR plot.",
    ),
    "introduction_baselines": Drawing(
        introduction.baselines,
        "Random and perfect classifiers at two prevalences: the random one's precision is the "
        "prevalence, the perfect one ends there. After the introduction to the PR plot.",
    ),
    "introduction_models": Drawing(
        introduction.two_models,
        "Two models of which one is better at every recall, and the perfect one. The page's "
        "rankings are not given; these are bi-normal populations with the areas that it prints.",
    ),
    "introduction_one_to_one": Drawing(
        introduction.one_to_one,
        "The same four thresholds in ROC and in PR space: a point of one is a point of the other. "
        "After the introduction to the PR plot, with its own example.",
    ),
    "introduction_equal_auroc": Drawing(
        introduction.equal_auroc,
        "Two rankings with AUROC .61 whose AUPR differ as on the page (.62, .53), and whose AUPRG "
        "are in the other order. The page's rankings are not given; these two of 10 positives and "
        "10 negatives were found among all that have this AUROC.",
    ),
    "boyd_1": Drawing(
        boyd.minimum_curve,
        "Left: minimum PR curve and random guessing at one positive for two negatives; no "
        "ranking reaches the grey region. Right: all confusion matrices of 15 positives and 35 "
        "negatives; none lies below the curve of theorem 1, and every recall has one on it. After "
        "Boyd et al. (2012), Figure 1 and theorem 1.",
    ),
    "boyd_2": Drawing(
        boyd.minimum_curves,
        "Minimum PR curves at several prevalences; each ends at the prevalence. After Boyd et al. "
        "(2012), Figure 2, whose prevalences the text does not list.",
    ),
    "boyd_3": Drawing(
        boyd.minimum_areas,
        "Minimum area under the PR curve over all of recall, [0.5, 1] and [0.8, 1]; on the right "
        "as a share of the largest possible. The higher the recalls, the larger the share that "
        "every ranking gets for free. After Boyd et al. (2012), Figure 3 and corollary 4.",
    ),
    "boyd_4": Drawing(
        boyd.f1_contours,
        "Left: contours of F1 with three points of F1 .45 at prevalence .33: A cannot be reached "
        "(below the minimum PR curve, orange), B is hardly better than random guessing, C is "
        "good. Right: the modified F1 of section 4.4 tells them apart. After Boyd et al. (2012), "
        "Figure 4; the places of the points are ours.",
    ),
    "boyd_downsampling": Drawing(
        boyd.downsampled_areas,
        "One bi-normal model whose test set keeps fewer or more negatives: AUPR changes by .58 "
        "between 1:1 and 1:24, AUCNPR by .52. The normalisation takes out the unachievable part, "
        "not the dependence on skew. After Boyd et al. (2012), section 4.3.",
    ),
    "hughes_oliver_1_2": Drawing(
        hughes_oliver.separated_classes,
        "ROC and PR curves of classes that are perfectly and reversely separated, as functions of "
        "the threshold; the reverse PR curve is the lower bound of all. After Hughes-Oliver, "
        "Figures 1 and 2 (P5, P6).",
    ),
    "hughes_oliver_3": Drawing(
        hughes_oliver.cases_a_and_b,
        "Cases A (bi-normal) and B (normal against shifted lognormal): densities, ROC curves, PR "
        "curves at two prevalences, with eight thresholds of our choice. Grey: chance and the "
        "lower bound. B is better at low recall, falls below chance at low thresholds and rises "
        "again to its end. After Hughes-Oliver, Figure 3.",
    ),
    "hughes_oliver_4": Drawing(
        hughes_oliver.case_c,
        "Case C (bi-beta): concave ROC curve, hence falling PR curve (P3). After Hughes-Oliver, "
        "Figure 4.",
    ),
    "hughes_oliver_5": Drawing(
        hughes_oliver.cases_d_and_e,
        "Cases D and E (overlapping uniforms, both ways): D's ROC curve starts at (0, .5) and its "
        "PR curve ends above the prevalence, at 2/3 and 1/6 (P1, P2). The densities are drawn a "
        "little apart. After Hughes-Oliver, Figure 5.",
    ),
    "hughes_oliver_6": Drawing(
        hughes_oliver.case_f,
        "Case F (discrete scores): the PR curve jumps at recall .4, .6 and .8, rises between, and "
        "ends at .625 and 1/7. After Hughes-Oliver, Figure 6.",
    ),
    "hughes_oliver_7": Drawing(
        histograms.FIGURE_7, f"PRhat in case A at skew 10. {_HISTOGRAMS} Hughes-Oliver, Figure 7."
    ),
    "hughes_oliver_8": Drawing(
        histograms.FIGURE_8,
        f"PRhat in case C at skew 10: slower than case A. {_HISTOGRAMS} Hughes-Oliver, Figure 8.",
    ),
    "hughes_oliver_9": Drawing(
        histograms.FIGURE_9,
        "PRhat in case F at skew 1: two humps at the jumps .4, .6, .8 for every n, so that PRhat "
        f"is not consistent there. {_HISTOGRAMS} Hughes-Oliver, Figure 9.",
    ),
    "hughes_oliver_10": Drawing(
        histograms.FIGURE_10,
        "PRhat in case D at skew 4: degenerate below recall .5, normal above; at recall 1 it is "
        f"n+/n and not the curve's end. {_HISTOGRAMS} Hughes-Oliver, Figure 10.",
    ),
    "hughes_oliver_11": Drawing(
        histograms.FIGURE_11,
        "PRhat in case B at skew 1: the normal approximation fails up to recall .8. "
        f"{_HISTOGRAMS} Hughes-Oliver, Figure 11.",
    ),
    "population_prg": Drawing(
        sampling.prg_of_populations,
        "Exact PRG curves of cases A to F of Hughes-Oliver at two prevalences, with their areas. "
        "As a function of recall the precision gain does not depend on the prevalence; the recall "
        "gain does. Case E lies below 0 throughout; F is drawn as equation 5 has it, without "
        "randomised thresholds. Beyond the sources.",
    ),
    "population_errors": Drawing(
        sampling.errors_of_areas,
        "Case A at prevalence 1/5. Above: the law of the three areas in 2,000 samples, and the "
        "exact area (dashed). Below: their standard errors (diamonds) and those that the "
        "bootstrap finds in 20 single samples (grey). Beyond the sources.",
    ),
    "population_coverage": Drawing(
        sampling.coverage_of_bands,
        "How often nominal 95% bands cover the true precision, 500 samples of n = 1,000 each. "
        "Open marks: recalls at which `normal_approximation` names a failure beforehand. Beyond "
        "the sources.",
    ),
}


def demo_drawings_of(demo: Demo) -> dict[str, Drawing]:
    """Return the figures that need the demo's results."""
    return {
        "demo_averages": Drawing(
            lambda: demo_drawings.averages(demo),
            "The demo's tasks by prevalence with mean AUPR and AUCNPR of their models, and the "
            "ranks of the flows by both means over the tasks. After Boyd et al. (2012), section "
            "4.2, on the demo.",
        ),
        "demo_model": Drawing(
            lambda: demo_drawings.one_model(demo),
            f"{demo.model.name}. Left: what keeping fewer negatives does to its areas. Right: "
            "coverage of nominal 95% bands (logit scale) in samples of 1,000 from its own scores; "
            "open marks: recalls at which the band of its own curve names a failure.",
        ),
    }
