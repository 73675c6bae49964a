# Every measure of every model.


# The chunk's plan stands among the inputs so that the checkpoint renews these jobs too.
rule score:
    input:
        plan=RESULTS / "plan" / "chunks" / "{chunk}.json",
        fetched=RESULTS / "fetch" / "{chunk}.json",
        whole=ancient(RESULTS / "plan" / "plan.json"),
    output:
        RESULTS / "scores" / "{chunk}.parquet",
    log:
        LOGS / "score" / "{chunk}.log",
    benchmark:
        RESULTS / "benchmarks" / "score" / "{chunk}.tsv"
    params:
        store=str(STORE),
        measures=STUDY["measures"],
        repeats=STUDY["repeats"],
        progress=RESULTS / "progress" / "score",
        code=fingerprint("metrics", "analysis/scoring.py", "archive/bundle.py"),
    script:
        "../scripts/score.py"


rule rank:
    input:
        expand(RESULTS / "scores" / "{chunk}.parquet", chunk=CHUNKS),
    output:
        RESULTS / "models.parquet",
    log:
        LOGS / "rank.log",
    benchmark:
        RESULTS / "benchmarks" / "rank.tsv"
    params:
        study=config["study"],
        measures=STUDY["measures"],
        ranking=STUDY["ranking"],
        code=fingerprint("analysis/ranking.py"),
    script:
        "../scripts/rank.py"
