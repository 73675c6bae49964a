# Every measure of every model.


# The chunk's plan stands among the inputs so that the checkpoint renews these jobs too.
rule score:
    """Computes every measure of a chunk's models."""
    input:
        plan=PLAN / "chunks" / "{chunk}.json",
        fetched=RESULTS / "fetch" / "{chunk}.json",
        n_tasks=ancient(PLAN / "n_tasks.txt"),
    output:
        RESULTS / "scores" / "{chunk}.parquet",
    log:
        LOGS / "score" / "{chunk}.log",
    benchmark:
        BENCHMARKS / "score" / "{chunk}.tsv"
    params:
        store=STORE,
        measures=STUDY.measures,
        progress=RESULTS / "progress" / "score",
        code=fingerprint("score.py"),
    script:
        "../scripts/score.py"


rule rank:
    """Ranks the models of each task by every measure."""
    input:
        of_chunks(RESULTS / "scores" / "{chunk}.parquet"),
    output:
        RESULTS / "models.parquet",
    log:
        LOGS / "rank.log",
    benchmark:
        BENCHMARKS / "rank.tsv"
    params:
        study=RUN.study,
        measures=STUDY.measures,
        ranking=STUDY.ranking.as_params(),
        code=fingerprint("rank.py"),
    script:
        "../scripts/rank.py"
