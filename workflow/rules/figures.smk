# The figures are drawn from results/<study>/ alone, by one job.

from prgbench.report import ANSWER_FIGURE
from prgbench.report.figures import paper_figures

PAPER_FIGURES = paper_figures(STUDY.measures, replication=STUDY.replication)
CATEGORIES = {
    ANSWER_FIGURE: "Answer",
    **dict.fromkeys(PAPER_FIGURES, "Figures of the paper"),
    **dict.fromkeys(PART_FIGURES, "Comparison"),
}
FIGURE_FILES = expand(
    FIGURES / "{figure}.{ending}", figure=list(CATEGORIES), ending=ENDINGS
)


rule figures:
    """Draws all figures of the study."""
    input:
        models=RESULTS / "models.parquet",
        pairs=TABLES / "task_agreement.csv",
        choice=TABLES / "examples.json",
        scores=TABLES / "example_scores.parquet",
        answer=RESULTS / "answer.json",
        tables=GROUPS,
        style=STUDY.figures.style,
    output:
        [
            report(
                FIGURES / f"{figure}.png",
                category=category,
                labels=partial(labels_of, FIGURES / f"{figure}.png"),
                caption="../report/figure.rst",
            )
            for figure, category in CATEGORIES.items()
        ],
        [file for file in FIGURE_FILES if not file.endswith(".png")],
    log:
        LOGS / "figures.log",
    threads: 2
    params:
        stage="figures",
        title="Drawing the figures",
        folder=FIGURES,
        names=list(CATEGORIES),
        facts=FACTS,
        printed=STUDY.replication,
        formats=STUDY.figures.formats,
        processes=lambda _, threads: threads,
        code=fingerprint("figures"),
    script:
        "../scripts/stage.py"
