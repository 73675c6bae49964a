# The models of the planned tasks, as bundles in the source's store.


rule fetch:
    input:
        MARKER,
        plan=PLAN / "chunks" / "{chunk}.json",
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        RESULTS / "fetch" / "{chunk}.json",
    log:
        LOGS / "fetch" / "{chunk}.log",
    benchmark:
        BENCHMARKS / "fetch" / "{chunk}.tsv"
    params:
        archive=STUDY.archive,
        store=str(SOURCE.store),
        files=SOURCE.state,
        progress=RESULTS / "progress" / "fetch",
        code=fingerprint("fetch.py"),
    script:
        "../scripts/fetch.py"
