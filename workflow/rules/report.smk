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
        tables=[COMPARISON_TABLES] if PARTS else [],
    output:
        TABLES / "replication" / "statements.csv",
        TABLES / "replication" / "guesses.csv",
    log:
        LOGS / "replicated.log",
    benchmark:
        BENCHMARKS / "replicated.tsv"
    localrule: True
    params:
        settings=STUDY.as_params(),
        code=fingerprint("replicated.py"),
    script:
        "../scripts/replicated.py"


rule report:
    """Writes the report as one Markdown file."""
    input:
        plan=PLAN / "plan.json",
        models=RESULTS / "models.parquet",
        summary=TABLES / "agreement.csv",
        exclusions=TABLES / "exclusions.csv",
        answer=RESULTS / "answer.json",
        tables=[COMPARISON_TABLES] if PARTS else [],
        figures=expand(FIGURES / "{figure}.png", figure=[ANSWER_FIGURE, *PAPER_FIGURES]),
        sections=[RESULTS / "comparison.md"] if PARTS else [],
        replicated=REPLICATED,
    output:
        RESULTS / "report.md",
    log:
        LOGS / "report.log",
    benchmark:
        BENCHMARKS / "report.tsv"
    localrule: True
    params:
        settings=STUDY.as_params(),
        facts=FACTS,
        second_opinion=OPINION,
        code=fingerprint("report.py"),
    script:
        "../scripts/report.py"
