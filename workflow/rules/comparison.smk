# What goes beyond the paper: is it more than noise, and what does the wrong measure cost?

from prgbench.comparison.parts import NEEDS, parts_named, part_modules

PARTS = parts_named(STUDY.parts)
COMPARISON_FIGURES = [figure for part in PARTS for figure in part.figures]
COMPARISON_TABLES = TABLES / "comparison"
PER_TASK = RESULTS / "comparison"
SETTING = STUDY.setting.as_params()
OPTIONS = {name: options.as_params() for name, options in STUDY.parts.items()}


rule comparison:
    """What goes beyond the paper: section and figures of all parts."""
    input:
        RESULTS / "comparison.md",
        expand(FIGURES / "{figure}.{ending}", figure=COMPARISON_FIGURES, ending=ENDINGS),


# One rule a need: the replicates take longest, and other settings renew them.
for need in NEEDS:

    rule:
        """Computes, task by task, what parts need of the predictions."""
        name:
            f"comparison_{need}"
        input:
            scores=RESULTS / "scores" / "{chunk}.parquet",
            n_tasks=ancient(PLAN / "n_tasks.txt"),
        output:
            directory(PER_TASK / need / "{chunk}"),
        log:
            LOGS / "comparison" / f"{need}-{{chunk}}.log",
        benchmark:
            BENCHMARKS / "comparison" / need / "{chunk}.tsv"
        params:
            store=STORE,
            setting=SETTING,
            options={
                part.name: OPTIONS[part.name] for part in PARTS if part.needs == need
            },
            kept=RESULTS / "kept" / need,
            title=f"Comparing by {need}",
            progress=RESULTS / "progress" / f"comparison_{need}",
            code=fingerprint(
                "comparison_per_task.py",
                *part_modules([p for p in PARTS if p.needs == need], "per_task"),
            ),
        script:
            "../scripts/comparison_per_task.py"


rule comparison_tables:
    """Makes the tables of all parts."""
    input:
        models=RESULTS / "models.parquet",
        pairs=TABLES / "task_agreement.csv",
        per_task=of_chunks(
            [
                PER_TASK / need / "{chunk}"
                for need in NEEDS
                if any(part.needs == need for part in PARTS)
            ]
        ),
    output:
        directory(COMPARISON_TABLES),
    log:
        LOGS / "comparison" / "tables.log",
    benchmark:
        BENCHMARKS / "comparison" / "tables.tsv"
    threads: 2
    params:
        setting=SETTING,
        options=OPTIONS,
        resampling=STUDY.resampling,
        code=fingerprint("comparison_tables.py", *part_modules(PARTS, "tables")),
    script:
        "../scripts/comparison_tables.py"


rule comparison_figures:
    """Draws the figures of all parts."""
    input:
        tables=COMPARISON_TABLES,
        style=STUDY.figures.style,
    output:
        [
            report(
                FIGURES / f"{figure}.png",
                category="Comparison",
                labels=partial(labels_of, FIGURES / f"{figure}.png"),
                caption="../report/figure.rst",
            )
            for figure in COMPARISON_FIGURES
        ],
        expand(
            FIGURES / "{figure}.{ending}",
            figure=COMPARISON_FIGURES,
            ending=[ending for ending in ENDINGS if ending != "png"],
        ),
    log:
        LOGS / "comparison" / "figures.log",
    benchmark:
        BENCHMARKS / "comparison" / "figures.tsv"
    threads: 2
    params:
        parts=list(OPTIONS),
        formats=STUDY.figures.formats,
        facts=FACTS,
        code=fingerprint(
            "comparison_figures.py",
            *part_modules([part for part in PARTS if part.figures], "figure"),
        ),
    script:
        "../scripts/comparison_figures.py"


rule comparison_section:
    """Writes the report's section of all parts."""
    input:
        tables=COMPARISON_TABLES,
        figures=expand(FIGURES / "{figure}.png", figure=COMPARISON_FIGURES),
    output:
        RESULTS / "comparison.md",
    log:
        LOGS / "comparison" / "section.log",
    params:
        parts=list(OPTIONS),
        facts=FACTS,
        code=fingerprint("comparison_section.py", *part_modules(PARTS, "text")),
    script:
        "../scripts/comparison_section.py"
