# The page that can be questioned: index.html, with the curves of all models.


rule curves:
    """Prepares the curves of a chunk's models for the page."""
    input:
        scores=RESULTS / "scores" / "{chunk}.parquet",
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        curves=RESULTS / "curves" / "{chunk}.parquet",
    log:
        LOGS / "curves" / "{chunk}.log",
    params:
        stage="curves",
        store=STORE,
        progress=progress("curves", "Preparing the curves"),
        code=fingerprint("curves"),
    script:
        "../scripts/stage.py"


rule page:
    """Writes the page of the study, results/<study>/report/index.html."""
    input:
        FIGURE_FILES,
        plan=PLAN / "plan.json",
        models=RESULTS / "models.parquet",
        agreement=TABLES / "task_agreement.csv",
        summary=TABLES / "agreement.csv",
        exclusions=TABLES / "exclusions.csv",
        listed=TABLES / "exclusions_listed.csv",
        answer=RESULTS / "answer.json",
        tables=GROUPS,
        replicated=REPLICATED,
        curves=of_chunks(RESULTS / "curves" / "{chunk}.parquet"),
    output:
        page=RESULTS / "report" / "index.html",
    log:
        LOGS / "page.log",
    localrule: True
    params:
        stage="page",
        title="Writing the page",
        settings=STUDY.as_params(),
        facts=FACTS,
        parts=PARTS,
        figures=FIGURES,
        paper_figures=PAPER_FIGURES,
        formats=STUDY.figures.formats,
        second_opinion=OPINION,
        kept=RESULTS / "kept" / "page.json",
        code=fingerprint("page"),
    script:
        "../scripts/stage.py"
