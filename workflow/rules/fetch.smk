# The models of the planned tasks, as bundles in the source's store.

from prgbench.study.fetching import notes_of_chunk


rule fetch:
    """Fetches the predictions of a chunk's models into the store of the source."""
    input:
        ancient(FILES),
        settings=settings_input("fetch"),
        plan=PLAN / "chunks" / "{chunk}.json",
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        fetched=RESULTS / "fetch" / "{chunk}.json",
    log:
        LOGS / "fetch" / "{chunk}.log",
    # Before all that computes on chunks that have come: the network is the slowest.
    priority: 1
    localrule: True
    params:
        source=STUDY.source,
        archive=SOURCE_STATE,
        renewed_by=lambda wildcards: notes_of_chunk(
            SOURCE.bundles, PLAN / "chunks" / f"{wildcards.chunk}.json"
        ),
        code=fingerprint("fetch"),
    script:
        "../scripts/fetch.py"


rule fetched:
    """Fetches all that the study plans, and computes nothing."""
    input:
        of_chunks(path_of("fetched", RESULTS)),
