"""The scores of the models of a task by the measures of a study."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prgbench.data.models import ModelRow, Models
from prgbench.metrics import Measure, evaluate
from prgbench.run.few_at_once import few_at_once
from prgbench.run.safe_text import plain
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.task_predictions import Model, TaskPredictions
from prgbench.study.selection import flow_family
from prgbench.study.suspicions import suspicions


def score_task(
    chosen: ChosenModels, predictions: TaskPredictions, measures: Sequence[Measure]
) -> Models:
    """Return the models of a task with their scores by each measure, at full precision.

    The archive's stored AUROC is its one value, or that of the positive class if that is nearer.
    """
    y_true = predictions.y_true
    n_instances = predictions.n_instances
    names = [measure.name for measure in measures]
    rows: list[ModelRow] = []
    scores_of_batches = []
    # A few models at a time, as the scores of all models of a large task may fill the memory.
    for part in few_at_once(len(chosen.models), len(y_true)):
        models = chosen.models[part]
        batch = predictions.of([model.run.run_id for model in models])
        p_values = suspicions(batch, [model.auroc for model in models])
        scores_of_batches.append(evaluate(y_true, batch.y_score, measures))
        for model, score, (below_chance, contradicted) in zip(
            models, batch.y_score, p_values, strict=True
        ):
            rows.append(
                replace(
                    _provenance(predictions, model),
                    n=len(y_true),
                    n_instances=n_instances,
                    prevalence=float(y_true.mean()),
                    n_distinct=len(np.unique(score)),
                    p_below_chance=below_chance,
                    p_contradicted=contradicted,
                )
            )
    return Models.of_rows(rows, np.concatenate(scores_of_batches), names)


def _provenance(predictions: TaskPredictions, model: Model) -> ModelRow:
    task = predictions.task
    run = model.run
    positive = task.classes.index(predictions.positive)
    return ModelRow(
        task_id=task.task_id,
        dataset_id=task.dataset_id,
        dataset_name=plain(task.dataset_name, None),
        estimation_procedure=task.estimation_procedure,
        run_id=run.run_id,
        flow_id=run.flow_id,
        flow_name=plain(run.flow_name, None),
        flow_family=flow_family(run.flow_name),
        setup_id=run.setup_id,
        uploader_id=run.uploader_id,
        upload_time=run.upload_time,
        file_id=model.file_id,
        sha256=model.sha256,
        pos_label=plain(predictions.positive, None),
        stored_auroc=run.nearest_auroc(model.auroc, positive),
        pooled_auroc=model.auroc,
    )
