# A model of the user's own among the models of a task.

OWN_MODEL = (
    RESULTS
    / "compare_model"
    / f"{config.get('task', 'task')}-{Path(config.get('file', 'model')).stem}"
)


rule compare_model:
    input:
        models=RESULTS / "models.parquet",
        file=own_predictions,
    output:
        table=f"{OWN_MODEL}.csv",
        page=f"{OWN_MODEL}.md",
    log:
        LOGS / "comparison" / "compare_model.log",
    params:
        study=config["study"],
        task=config.get("task"),
        store=str(STORE),
        archive=ARCHIVE_NAME,
        repeats=STUDY["repeats"],
        compared=COMPARED,
        replicates=COMPARISON["noise_floor"]["replicates"],
        code=fingerprint("analysis/local_model.py", "report/local_model.py"),
    script:
        "../scripts/compare_model.py"
