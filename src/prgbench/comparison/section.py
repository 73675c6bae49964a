"""The report's section on what goes beyond the paper: how sure, how costly, where."""

from collections.abc import Callable, Mapping, Sequence

from prgbench.comparison.table_files import Tables
from prgbench.report import certainty, sensitivity
from prgbench.report.page import ReportFigure

PARTS: dict[str, tuple[str, Callable[[Tables], list[str]]]] = {
    "intervals": ("How sure are the percentages?", certainty.intervals),
    "noise_floor": ("Is it more than noise?", certainty.noise_floor),
    "separability": ("Can the winners be told apart?", certainty.separability),
    "regret": ("What does the wrong measure cost?", certainty.regret),
    "ties": ("What counts as a tie?", sensitivity.ties),
    "draws": ("Other models, fewer models", sensitivity.draws),
    "rank_agreement": ("Whole rankings and their tops", sensitivity.rank_agreement),
    "duplicates": ("Without duplicates and hard labels", sensitivity.duplicates),
    "aggregation": ("Pooled or averaged over folds", sensitivity.aggregation),
    "breakdown": ("Where do measures disagree?", sensitivity.breakdown),
    "attribution": ("Which part of the curve decides?", sensitivity.attribution),
    "measure_matrix": ("All measures against each other", sensitivity.measure_matrix),
    "prevalence": ("If positives were rarer or more frequent", sensitivity.prevalence),
    "predictors": ("What predicts a disagreement?", sensitivity.predictors),
}


def comparison_section(tables: Tables, figures: Mapping[str, Sequence[ReportFigure]]) -> str:
    """Return the section as Markdown.

    Parameters
    ----------
    tables : dict of str to DataFrame
        The tables of the comparison, as `compare` returns them.
    figures : mapping of str to sequence of ReportFigure
        The figures of each part that is switched on.

    Returns
    -------
    str
        A sub-section per part, in the order of `PARTS`; empty if there is no part.
    """
    if not figures:
        return ""
    blocks = ["## More than noise? At what cost?"]
    for part, (title, paragraphs) in PARTS.items():
        if part in figures:
            blocks += [f"### {title}", *paragraphs(tables)]
            for figure in figures[part]:
                blocks += [f"![{figure.alt}]({figure.path})", f"*{figure.caption}*"]
    blocks.append("The numbers behind this section: `tables/comparison/`.")
    return "\n\n".join(blocks) + "\n"
