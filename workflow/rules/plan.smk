# Which tasks and which runs: the plan, and the embedded archive if the study uses it.


rule embedded_archive:
    output:
        EMBEDDED.marker,
    log:
        RESOURCES / "logs" / "embedded_archive.log",
    benchmark:
        RESOURCES / "benchmarks" / "embedded_archive.tsv"
    threads: workflow.cores
    params:
        code=fingerprint("embedded_archive.py"),
    script:
        "../scripts/embedded_archive.py"


# A checkpoint, so that a new plan runs only those chunks again whose part of it is another one.
# The plan is a lock file: it has no fingerprint of the code, so that an edit does not renew it.
checkpoint plan:
    input:
        MARKER,
        [STUDY.plan] if STUDY.plan else [],
    output:
        plan=PLAN / "plan.json",
        n_tasks=PLAN / "n_tasks.txt",
        chunks=expand(PLAN / "chunks" / "{chunk}.json", chunk=CHUNKS),
    log:
        LOGS / "plan.log",
    benchmark:
        BENCHMARKS / "plan.tsv"
    params:
        study=RUN.study,
        archive=STUDY.archive,
        store=str(SOURCE.store),
        selection=STUDY.selection.as_params(),
        plan=STUDY.plan,
    script:
        "../scripts/plan.py"
