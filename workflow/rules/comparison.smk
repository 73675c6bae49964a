# What goes beyond the paper: the answer, and how far it depends on choices.

from prgbench.report.sections import figures_of

SETTING = STUDY.setting.as_params()
OPTIONS = {
    group: {name: options.as_params() for name, options in chosen.items()}
    for group, chosen in {
        "answer": STUDY.answer_options,
        "robustness": STUDY.robustness_options,
    }.items()
    if chosen
}
PARTS = [name for options in OPTIONS.values() for name in options]
PART_FIGURES = figures_of(PARTS)
GROUPS = [TABLES / group for group in OPTIONS]


rule comparison:
    """What goes beyond the paper: section and figures of all parts."""
    input:
        RESULTS / "comparison.md",
        expand(FIGURES / "{figure}.{ending}", figure=PART_FIGURES, ending=ENDINGS),


# The answer has jobs of its own, so that asking for more does not compute it again.
for group, options in OPTIONS.items():

    rule:
        """Computes, task by task, what parts need of the predictions."""
        name:
            f"{group}_per_task"
        input:
            scores=RESULTS / "scores" / "{chunk}.parquet",
            n_tasks=ancient(PLAN / "n_tasks.txt"),
        output:
            per_task=directory(RESULTS / "comparison" / group / "{chunk}"),
        log:
            LOGS / "comparison" / f"{group}-{{chunk}}.log",
        params:
            stage=f"{group}_per_task",
            store=STORE,
            setting=SETTING,
            options=options,
            kept=RESULTS / "kept" / group,
            progress=progress(f"{group}_per_task", f"Computing the {group}"),
            code=fingerprint(f"{group}_per_task"),
        script:
            "../scripts/stage.py"

    rule:
        """Makes the tables of the parts."""
        name:
            f"{group}_tables"
        input:
            models=RESULTS / "models.parquet",
            pairs=TABLES / "task_agreement.csv",
            per_task=of_chunks(RESULTS / "comparison" / group / "{chunk}"),
        output:
            tables=directory(TABLES / group),
        log:
            LOGS / "comparison" / f"{group}-tables.log",
        threads: 2
        params:
            stage=f"{group}_tables",
            title=f"Computing the tables of the {group}",
            setting=SETTING,
            options=options,
            resampling=STUDY.resampling,
            processes=lambda _, threads: threads,
            code=fingerprint(f"{group}_tables"),
        script:
            "../scripts/stage.py"


rule section:
    """Writes the report's section on all parts, and the leaderboard."""
    input:
        expand(FIGURES / "{figure}.png", figure=PART_FIGURES),
        tables=GROUPS,
    output:
        section=RESULTS / "comparison.md",
        leaderboard=RESULTS / "leaderboard.csv",
        listed=RESULTS / "leaderboard.md",
        badge=RESULTS / "winner.svg",
    log:
        LOGS / "comparison" / "section.log",
    params:
        stage="section",
        title="Writing the comparison",
        parts=PARTS,
        facts=FACTS,
        code=fingerprint("section"),
    script:
        "../scripts/stage.py"
