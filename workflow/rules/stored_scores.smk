# OpenML's own measures of the planned runs, for an answer without downloads.


rule stored_scores:
    """Makes a table of the scores that OpenML stores of the planned runs, in each fold."""
    input:
        settings=settings_input("stored_scores"),
        plan=PLAN / "plan.json",
    output:
        scores=RESULTS / "stored_scores.parquet",
    log:
        LOGS / "stored_scores.log",
    localrule: True
    params:
        title="Asking for the scores that are stored",
        source=STUDY.source,
        code=fingerprint("stored_scores"),
    script:
        "../scripts/stored_scores.py"
