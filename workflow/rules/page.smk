# The page that can be questioned: index.html, with the curves of all models.


rule curves:
    """Prepares the curves of a chunk's models for the page."""
    input:
        scores=RESULTS / "scores" / "{chunk}.parquet",
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        RESULTS / "curves" / "{chunk}.parquet",
    log:
        LOGS / "curves" / "{chunk}.log",
    benchmark:
        BENCHMARKS / "curves" / "{chunk}.tsv"
    params:
        store=STORE,
        progress=RESULTS / "progress" / "curves",
        code=fingerprint("curves.py"),
    script:
        "../scripts/curves.py"


rule page:
    """Writes the page of the study, results/<study>/report/index.html."""
    input:
        plan=PLAN / "plan.json",
        models=RESULTS / "models.parquet",
        agreement=TABLES / "task_agreement.csv",
        summary=TABLES / "agreement.csv",
        exclusions=TABLES / "exclusions.csv",
        listed=TABLES / "exclusions_listed.csv",
        answer=RESULTS / "answer.json",
        tables=[COMPARISON_TABLES] if PARTS else [],
        figures=FIGURE_FILES,
        replicated=REPLICATED,
        curves=of_chunks(RESULTS / "curves" / "{chunk}.parquet"),
    output:
        RESULTS / "report" / "index.html",
    log:
        LOGS / "page.log",
    benchmark:
        BENCHMARKS / "page.tsv"
    localrule: True
    params:
        settings=STUDY.as_params(),
        facts=FACTS,
        parts=list(OPTIONS),
        answer_figure=ANSWER_FIGURE,
        paper_figures=PAPER_FIGURES,
        formats=STUDY.figures.formats,
        second_opinion=OPINION,
        openml=SOURCE.has_pages,
        code=fingerprint("page.py", *part_modules(PARTS, "text")),
    script:
        "../scripts/page.py"
