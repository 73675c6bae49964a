# Every measure of every model.


# The chunk's plan is among the inputs so that the checkpoint renews these jobs too.
rule score:
    """Computes every measure of a chunk's models."""
    input:
        PLAN / "chunks" / "{chunk}.json",
        fetched=RESULTS / "fetch" / "{chunk}.json",
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        scores=RESULTS / "scores" / "{chunk}.parquet",
    log:
        LOGS / "score" / "{chunk}.log",
    params:
        stage="score",
        store=STORE,
        measures=STUDY.measures,
        progress=progress("score", "Scoring"),
        code=fingerprint("score"),
    script:
        "../scripts/stage.py"


rule rank:
    """Ranks the models of each task by every measure."""
    input:
        scores=of_chunks(RESULTS / "scores" / "{chunk}.parquet"),
    output:
        models=RESULTS / "models.parquet",
    log:
        LOGS / "rank.log",
    params:
        stage="rank",
        title="Ranking the models",
        study=RUN.study,
        measures=STUDY.measures,
        ranking=STUDY.ranking.as_params(),
        code=fingerprint("rank"),
    script:
        "../scripts/stage.py"
