# A model of the user's own among the models of a task.

from prgbench.run.foreign_text import path_as_file_name

OWN_MODEL = (
    RESULTS
    / "compare_model"
    / path_as_file_name(str(RUN.task or "task"), RUN.file or "model")
)


rule compare_model:
    """Places your own model among those of a task: --config task=7 file=preds.csv."""
    input:
        models=RESULTS / "models.parquet",
        file=lambda _: one_sentence()(RUN.predictions)(),
    output:
        table=f"{OWN_MODEL}.csv",
        page=f"{OWN_MODEL}.md",
    log:
        LOGS / "compare_model.log",
    params:
        title="Placing the model",
        settings={
            "study": RUN.study,
            "task": RUN.task,
            "store": STORE,
            "facts": FACTS,
            "setting": SETTINGS["setting"],
        },
        code=fingerprint("compare_model"),
    script:
        "../scripts/compare_model.py"
