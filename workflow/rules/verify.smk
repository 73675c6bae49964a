# A second opinion on the study: some models, read and evaluated again by other people's code.
# The page shows it if it has been made, and never asks for it: it may need the network.

from prgbench.second_opinion.opinion import RECORD, TABLE


rule second_opinion:
    """Evaluates some models again by other people's code."""
    input:
        models=RESULTS / "models.parquet",
    output:
        RESULTS / TABLE,
        record=RESULTS / RECORD,
    log:
        LOGS / "second_opinion.log",
    localrule: True
    params:
        title="Asking for a second opinion",
        source=STUDY.source,
        settings={
            "study": RUN.study,
            "store": STORE,
            "n_models": RUN.verified_models,
            "seed": STUDY.selection.seed,
            "server": RUN.network.server,
            "requests_per_second": RUN.network.requests_per_second,
        },
        code=fingerprint("second_opinion"),
    script:
        "../scripts/second_opinion.py"


# A job of its own: the table stays where models disagree.
rule verify:
    """Stops if the second opinion on some models is another one."""
    input:
        table=RESULTS / TABLE,
        record=RESULTS / RECORD,
    log:
        LOGS / "verify.log",
    localrule: True
    script:
        "../scripts/verify.py"


rule verify_results:
    """Says which results are stale, altered or missing."""
    log:
        LOGS / "verify_results.log",
    localrule: True
    params:
        results=RESULTS,
        findings=lambda _: RECORDED.findings(),
    script:
        "../scripts/verify_results.py"
