# The figures are drawn from results/<study>/ alone, by one job.

from prgbench.report import ANSWER_FIGURE
from prgbench.report.parts import figures_of

PAPER_FIGURES = SETTINGS["paper_figures"]
PART_FIGURES = figures_of(SETTINGS["parts"])
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
        settings=settings_input("figures"),
        models=RESULTS / "models.parquet",
        task_agreement=TABLES / "task_agreement.csv",
        examples=TABLES / "examples.json",
        example_scores=TABLES / "example_scores.parquet",
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
    # With all cores, it would not begin beside another job, which may be waiting for a server.
    threads: max(2, (workflow.resource_settings.cores or 0) // 2)
    params:
        title="Drawing the figures",
        settings={
            "folder": FIGURES,
            "names": list(CATEGORIES),
            "facts": FACTS,
            "printed": STUDY.replication,
            "settings": STUDY.figures.as_params(),
        },
        code=fingerprint("figures"),
    script:
        "../scripts/figures.py"
