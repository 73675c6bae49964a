# The answer: what the parts found, in one record.


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
