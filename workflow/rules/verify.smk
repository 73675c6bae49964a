# A second opinion on the study: its runs listed again, and some models read and evaluated again, by
# other people's code. Unless the study asks for it, the page shows it only if it has been made: it
# may need the network.

if LISTING:

    # While files are fetched: they share the rate of requests.
    rule listed_again:
        """Lists the runs of the plan again by other people's code."""
        input:
            settings=settings_input("listed_again"),
            plan=PLAN / "taken.json",
        output:
            record=LISTING[0],
        log:
            LOGS / "listed_again.log",
        localrule: True
        params:
            title="Listing the runs again",
            source=STUDY.source,
            settings={
                "study": RUN.study,
                "server": RUN.network.server,
                "asked": STUDY.second_opinion,
            },
            code=fingerprint("listed_again"),
        script:
            "../scripts/listed_again.py"


rule second_opinion:
    """Evaluates some models again by other people's code."""
    input:
        settings=settings_input("second_opinion"),
        models=RESULTS / "models.parquet",
    output:
        OPINION_TABLE,
        record=OPINION,
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
            "asked": STUDY.second_opinion,
        },
        code=fingerprint("second_opinion"),
    script:
        "../scripts/second_opinion.py"


# A job of its own: the records stay where something disagrees.
rule verify:
    """Stops if the second opinion on runs or models is another one."""
    input:
        table=OPINION_TABLE,
        record=OPINION,
        listing=LISTING,
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
        # All files are read, whatever was kept of them.
        findings=lambda _: StudyResults(RESULTS, expected, drawn_for_now).findings(),
    script:
        "../scripts/verify_results.py"
