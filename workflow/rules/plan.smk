# Which tasks and which runs: the plan.


# The plan is a lock file: it has no fingerprint of the code, so that an edit does not renew it.
rule plan:
    """Lists the tasks, draws the models and prints what the rest will cost."""
    input:
        ancient(FILES),
        [STUDY.plan] if STUDY.plan else [],
        [STUDY.selection.runs] if STUDY.selection.runs else [],
        settings=settings_input("plan"),
    output:
        plan=PLAN / "plan.json",
    log:
        LOGS / "plan.log",
    localrule: True
    params:
        title="Planning",
        source=STUDY.source,
        archive=SOURCE.index_state,
        settings={
            "study": RUN.study,
            "selection": STUDY.selection.as_params(),
            "ready": STUDY.plan,
        },
    script:
        "../scripts/plan.py"


# A checkpoint, so that a new plan runs only those chunks again whose part of it is another one.
# Another number of chunks cuts the same plan anew. What works on a chunk has one of its files among
# its inputs: else Snakemake does not decide anew whether it has to run.
checkpoint chunks:
    """Cuts the plan into the parts that jobs work on."""
    input:
        settings=settings_input("chunks"),
        plan=PLAN / "plan.json",
    output:
        n_tasks=PLAN / "n_tasks.txt",
        taken=PLAN / "taken.json",
        chunks=expand(PLAN / "chunks" / "{chunk}.json", chunk=CHUNKS),
    log:
        LOGS / "chunks.log",
    localrule: True
    params:
        settings={"n_chunks": STUDY.chunks, "smallest": RUN.smallest},
    script:
        "../scripts/chunks.py"
