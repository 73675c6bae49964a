# How far the measures disagree; what was left out; which examples the figures show.


rule compare:
    input:
        models=RESULTS / "models.parquet",
    output:
        summary=TABLES / "agreement.csv",
        pairs=TABLES / "task_agreement.csv",
        tasks=TABLES / "tasks.csv",
    log:
        LOGS / "compare.log",
    benchmark:
        RESULTS / "benchmarks" / "compare.tsv"
    params:
        measures=STUDY["measures"],
        code=fingerprint("analysis/agreement.py"),
    script:
        "../scripts/compare.py"


rule exclusions:
    input:
        plan=RESULTS / "plan" / "plan.json",
        fetched=expand(RESULTS / "fetch" / "{chunk}.json", chunk=CHUNKS),
    output:
        counts=TABLES / "exclusions.csv",
        listed=TABLES / "exclusions_listed.csv",
    log:
        LOGS / "exclusions.log",
    benchmark:
        RESULTS / "benchmarks" / "exclusions.tsv"
    params:
        code=fingerprint("analysis/exclusions.py"),
    script:
        "../scripts/exclusions.py"


rule examples:
    input:
        models=RESULTS / "models.parquet",
        pairs=TABLES / "task_agreement.csv",
    output:
        choice=TABLES / "examples.json",
        scores=TABLES / "example_scores.parquet",
    log:
        LOGS / "examples.log",
    benchmark:
        RESULTS / "benchmarks" / "examples.tsv"
    params:
        store=str(STORE),
        repeats=STUDY["repeats"],
        figures={
            key: STUDY["figures"][key]
            for key in ("scatter_tasks", "curve_task", "curve_runs")
        },
        code=fingerprint("analysis/examples.py"),
    script:
        "../scripts/examples.py"
