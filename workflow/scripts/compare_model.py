from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.per_task import Setting
from prgbench.comparison.your_model.tables import place_model
from prgbench.comparison.your_model.text import model_page
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import say

with job(snakemake.log[0], "Placing the model"):
    params = snakemake.params
    setting = Setting.from_config(params.compared, {})
    models = pd.read_parquet(snakemake.input.models)
    own = models[models["task_id"] == params.task]
    if own.empty:
        known = ", ".join(map(str, sorted(models["task_id"].unique())[:20]))
        raise PrgbenchError(
            f"Task {params.task} is not in study {params.study}; it has the tasks {known}"
            f"{', ...' if models['task_id'].nunique() > 20 else ''}."
        )
    file = Path(snakemake.input.file)
    table = place_model(
        file,
        BundleStore(Path(params.store)).open(params.task, first_repeat=params.repeats == "first"),
        own,
        setting.measures,
        setting.ranking,
        replicates=params.replicates,
        confidence_level=setting.confidence_level,
        seed=setting.seed,
    )
    table.to_csv(snakemake.output.table, index=False)
    task = f"task {params.task} ({own['dataset_name'].iloc[0]})"
    page = model_page(table, file=file.name, task=task, archive=params.archive)
    write_text(Path(snakemake.output.page), page)
    say(page)
