# Before hours of work.


rule check:
    """Tries the server: one answer of each kind, one file, and what the study takes."""
    log:
        LOGS / "check.log",
    localrule: True
    params:
        title="Checking",
        settings={
            "archive": STUDY.source,
            "network": NETWORK,
            "study": RUN.study,
            "selection": STUDY.selection.as_params(),
            "plans": [str(PLAN / "plan.json"), *filter(None, [STUDY.plan])],
        },
    script:
        "../scripts/check.py"
