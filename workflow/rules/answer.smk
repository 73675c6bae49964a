# The answer: what the parts found, in one record and one figure.

from prgbench.report import ANSWER_FIGURE


rule answer:
    """Collects the answer of the study as JSON."""
    input:
        plan=PLAN / "taken.json",
        models=RESULTS / "models.parquet",
        summary=TABLES / "agreement.csv",
        tables=TABLES / "answer",
    output:
        answer=RESULTS / "answer.json",
    log:
        LOGS / "answer.log",
    params:
        stage="answer",
        title="Collecting the answer",
        study=RUN.study,
        facts=FACTS,
        code=fingerprint("answer"),
    script:
        "../scripts/stage.py"


rule answer_figure:
    """Draws the answer."""
    input:
        answer=RESULTS / "answer.json",
        style=STUDY.figures.style,
    output:
        report(
            FIGURES / f"{ANSWER_FIGURE}.png",
            category="Answer",
            labels=partial(labels_of, FIGURES / f"{ANSWER_FIGURE}.png"),
            caption="../report/figure.rst",
        ),
        expand(
            FIGURES / f"{ANSWER_FIGURE}.{{ending}}",
            ending=[ending for ending in ENDINGS if ending != "png"],
        ),
    log:
        LOGS / "figures" / f"{ANSWER_FIGURE}.log",
    params:
        stage="answer_figure",
        title="Drawing the answer",
        folder=FIGURES,
        facts=FACTS,
        printed=STUDY.replication,
        formats=STUDY.figures.formats,
        code=fingerprint("answer_figure"),
    script:
        "../scripts/stage.py"
