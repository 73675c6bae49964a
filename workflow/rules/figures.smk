# The figures are drawn from results/<study>/ alone.

from prgbench.report.figures import paper_figures

PAPER_FIGURES = paper_figures(STUDY.measures, replication=STUDY.replication)
FIGURE_FILES = expand(
    FIGURES / "{figure}.{ending}",
    figure=[ANSWER_FIGURE, *PAPER_FIGURES, *PART_FIGURES],
    ending=ENDINGS,
)


rule figures:
    """Draws all figures of the study."""
    input:
        FIGURE_FILES,


rule figure:
    """Draws a figure of the paper."""
    input:
        models=RESULTS / "models.parquet",
        pairs=TABLES / "task_agreement.csv",
        choice=TABLES / "examples.json",
        scores=TABLES / "example_scores.parquet",
        style=STUDY.figures.style,
    output:
        report(
            FIGURES / "{figure}.png",
            category="Figures of the paper",
            labels=lambda wildcards: labels_of(FIGURES / f"{wildcards.figure}.png"),
            caption="../report/figure.rst",
        ),
        [FIGURES / f"{{figure}}.{ending}" for ending in ENDINGS if ending != "png"],
    log:
        LOGS / "figures" / "{figure}.log",
    wildcard_constraints:
        figure="|".join(PAPER_FIGURES),
    params:
        stage="figure",
        title=lambda wildcards: f"Drawing {wildcards.figure}",
        name=lambda wildcards: wildcards.figure,
        folder=FIGURES,
        facts=FACTS,
        formats=STUDY.figures.formats,
        code=fingerprint("figure"),
    script:
        "../scripts/stage.py"
