# One file of all that a study is computed from, for those who have no network.


rule freeze:
    """Writes plan, bundles and what was left out into one file: archive: <study>.zip."""
    input:
        settings=settings_input("freeze"),
        plan=PLAN / "taken.json",
        fetched=of_chunks(path_of("fetched", RESULTS)),
    output:
        archive=RESULTS / f"{RUN.study}.zip",
    log:
        LOGS / "freeze.log",
    localrule: True
    params:
        title="Freezing the study",
        source=STUDY.source,
        settings={"study": RUN.study, "settings": STUDY.as_params()},
        code=fingerprint("freeze"),
    script:
        "../scripts/freeze.py"
