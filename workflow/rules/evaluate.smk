# From the fetched predictions to the answer: one job a chunk, then one each.


# The chunk's plan is among the inputs so that the checkpoint renews these jobs too.
rule evaluate:
    """Computes all that takes a chunk's predictions: scores, evidence of the parts, curves."""
    input:
        PLAN / "chunks" / "{chunk}.json",
        **files_read("evaluate"),
        settings=settings_input("evaluate"),
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        **files_written("evaluate"),
    log:
        LOGS / "evaluate" / "{chunk}.log",
    params:
        stages=names_of_stages("evaluate"),
        settings=settings_of_job("evaluate", SETTINGS),
        code=fingerprint("evaluate"),
    script:
        "../scripts/evaluate.py"


rule rank:
    """Ranks the models, counts how far the measures disagree, and chooses the examples."""
    input:
        **files_read("rank"),
        settings=settings_input("rank"),
    output:
        **files_written("rank"),
    log:
        LOGS / "rank.log",
    params:
        title="Ranking the models",
        stages=names_of_stages("rank"),
        settings=settings_of_job("rank", SETTINGS),
        code=fingerprint("rank"),
    script:
        "../scripts/rank.py"


rule answer:
    """Computes the tables of the answer and collects it as JSON."""
    input:
        **files_read("answer"),
        settings=settings_input("answer"),
    output:
        **files_written("answer"),
    log:
        LOGS / "answer.log",
    threads: 2
    params:
        title="Computing the answer",
        stages=names_of_stages("answer"),
        settings=settings_of_job("answer", SETTINGS),
        code=fingerprint("answer"),
    script:
        "../scripts/answer.py"


if STUDY.robustness_options:

    rule robustness:
        """Computes the tables of the parts on robustness."""
        input:
            **files_read("robustness"),
            settings=settings_input("robustness"),
        output:
            **files_written("robustness"),
        log:
            LOGS / "robustness.log",
        threads: 2
        params:
            title="Computing the robustness",
            stages=names_of_stages("robustness"),
            settings=settings_of_job("robustness", SETTINGS),
            code=fingerprint("robustness"),
        script:
            "../scripts/robustness.py"
