# How far the measures disagree; what was left out; which examples the figures show.


rule compare:
    """Counts how far the measures disagree."""
    input:
        models=RESULTS / "models.parquet",
    output:
        summary=TABLES / "agreement.csv",
        pairs=TABLES / "task_agreement.csv",
        tasks=TABLES / "tasks.csv",
        macro=TABLES / "macro.csv",
    log:
        LOGS / "compare.log",
    params:
        stage="compare",
        title="Comparing the measures",
        measures=STUDY.measures,
        top=STUDY.ranking.top,
        code=fingerprint("compare"),
    script:
        "../scripts/stage.py"


rule exclusions:
    """Counts and lists what was left out, and why."""
    input:
        plan=PLAN / "taken.json",
        fetched=of_chunks(RESULTS / "fetch" / "{chunk}.json"),
    output:
        counts=TABLES / "exclusions.csv",
        listed=TABLES / "exclusions_listed.csv",
    log:
        LOGS / "exclusions.log",
    localrule: True
    params:
        stage="exclusions",
        title="Counting what was left out",
        code=fingerprint("exclusions"),
    script:
        "../scripts/stage.py"


rule examples:
    """Chooses the tasks and models that the figures show."""
    input:
        models=RESULTS / "models.parquet",
        pairs=TABLES / "task_agreement.csv",
    output:
        choice=TABLES / "examples.json",
        scores=TABLES / "example_scores.parquet",
    log:
        LOGS / "examples.log",
    params:
        stage="examples",
        title="Choosing the examples",
        store=STORE,
        scatter_tasks=STUDY.figures.scatter_tasks,
        curve_task=STUDY.figures.curve_task,
        curve_runs=STUDY.figures.curve_runs,
        code=fingerprint("examples"),
    script:
        "../scripts/stage.py"
