# One page to read.


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
