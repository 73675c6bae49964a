# The models of the planned tasks, as bundles in the archive's store.


rule fetch:
    input:
        archive_marker(),
        plan=RESULTS / "plan" / "chunks" / "{chunk}.json",
        whole=ancient(RESULTS / "plan" / "plan.json"),
    output:
        RESULTS / "fetch" / "{chunk}.json",
    log:
        LOGS / "fetch" / "{chunk}.log",
    benchmark:
        RESULTS / "benchmarks" / "fetch" / "{chunk}.tsv"
    params:
        source=SOURCE,
        progress=RESULTS / "progress" / "fetch",
        code=fingerprint(*FETCH_CODE),
    script:
        "../scripts/fetch.py"
