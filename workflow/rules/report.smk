# One page to read.


rule report:
    input:
        models=RESULTS / "models.parquet",
        summary=TABLES / "agreement.csv",
        tasks=TABLES / "tasks.csv",
        exclusions=TABLES / "exclusions.csv",
        figures=expand(FIGURES / "{figure}.png", figure=PAPER_FIGURES),
        sections=[RESULTS / "comparison.md"] if PARTS else [],
    output:
        RESULTS / "report.md",
    log:
        LOGS / "report.log",
    benchmark:
        RESULTS / "benchmarks" / "report.tsv"
    params:
        title=STUDY["title"],
        archive=ARCHIVE_NAME,
        is_replication=config["study"] == "paper",
        code=fingerprint("report"),
    script:
        "../scripts/report.py"
