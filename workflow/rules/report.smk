# What is read: the page, index.html, and its answer as Markdown, report.md.


rule report:
    """Writes the page of the study, its answer as Markdown and the leaderboard."""
    input:
        FIGURE_FILES,
        [*LISTING, OPINION, OPINION_TABLE] if STUDY.second_opinion else [],
        **files_read("report"),
        settings=settings_input("report"),
    output:
        **files_written("report"),
    log:
        LOGS / "report.log",
    params:
        title="Writing the page",
        stages=names_of_stages("report"),
        settings=settings_of_job("report", SETTINGS),
        code=fingerprint("report"),
    script:
        "../scripts/report.py"
