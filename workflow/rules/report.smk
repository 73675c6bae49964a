# One page to read; of a replication, what the paper states and leaves open.

REPLICATED = (
    expand(TABLES / "replication" / "{name}.csv", name=["statements", "guesses"])
    if STUDY.replication
    else []
)


rule replicated:
    """Compares a replication with what the paper states and leaves open."""
    input:
        models=RESULTS / "models.parquet",
        agreement=TABLES / "task_agreement.csv",
        summary=TABLES / "agreement.csv",
        scores=TABLES / "example_scores.parquet",
        tables=GROUPS,
    output:
        TABLES / "replication" / "statements.csv",
        TABLES / "replication" / "guesses.csv",
    log:
        LOGS / "replicated.log",
    localrule: True
    params:
        stage="replicated",
        title="Comparing with the paper",
        folder=TABLES / "replication",
        settings=STUDY.as_params(),
        code=fingerprint("replicated"),
    script:
        "../scripts/stage.py"


rule report:
    """Writes the report as one Markdown file."""
    input:
        plan=PLAN / "plan.json",
        models=RESULTS / "models.parquet",
        summary=TABLES / "agreement.csv",
        exclusions=TABLES / "exclusions.csv",
        answer=RESULTS / "answer.json",
        tables=GROUPS,
        figures=expand(FIGURES / "{figure}.png", figure=[ANSWER_FIGURE, *PAPER_FIGURES]),
        section=RESULTS / "comparison.md",
        replicated=REPLICATED,
    output:
        report=RESULTS / "report.md",
    log:
        LOGS / "report.log",
    localrule: True
    params:
        stage="report",
        title="Writing the report",
        settings=STUDY.as_params(),
        facts=FACTS,
        second_opinion=OPINION,
        code=fingerprint("report"),
    script:
        "../scripts/stage.py"
