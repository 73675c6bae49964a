from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.setting import Setting
from prgbench.comparison.your_model.own_predictions import models_of_task, read_scores
from prgbench.comparison.your_model.tables import place_model
from prgbench.comparison.your_model.text import model_page
from prgbench.pipeline.csv_files import write_csv
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.pipeline.terminal import say
from prgbench.plotting.facts import Facts

with job(snakemake.log[0], "Placing the model"):
    params = snakemake.params
    file = Path(snakemake.input.file)
    models = models_of_task(pd.read_parquet(snakemake.input.models), params.task, params.study)
    task_id = int(models["task_id"].iloc[0])
    bundle = BundleStore.from_params(params.store).open(task_id)
    scores = read_scores(file, bundle)
    table = place_model(scores, bundle, models, Setting.from_params(params.setting))
    write_csv(table, Path(snakemake.output.table))
    task = f"task {task_id} ({models['dataset_name'].iloc[0]})"
    page = model_page(table, file=file.name, task=task, facts=Facts(**params.facts))
    write_text(Path(snakemake.output.page), page)
    say(page)
