"""The answers of OpenML's new API in JSON, in the shapes of github.com/openml/server-api.

What a test of that server has is here, too: names of keys, null where something is missing,
problems by RFC 9457, with the codes of version 1 where that server states them.
"""

import json

from archive_server.content import Content, Dataset
from archive_server.render import (
    FIRST_DESCRIPTION,
    MEASURE,
    MEASURES,
    PROCEDURES,
    in_latin_1,
    scores_of_folds,
)
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task


def problem(status: int, name: str, detail: str, code: int | None = None) -> bytes:
    """Render an error by RFC 9457."""
    stated = {
        "type": f"https://openml.org/problems/{name}",
        "title": name.replace("-", " ").title(),
        "status": status,
        "detail": detail,
    }
    return json.dumps(stated | ({} if code is None else {"code": str(code)})).encode()


def procedure_list() -> bytes:
    """Render ``estimationprocedure/list``, without what is null."""
    rows = []
    for procedure_id, task_type, name, kind, repeats, folds in PROCEDURES:
        row = {"id": procedure_id, "task_type_id": task_type, "name": name, "type": kind}
        row |= {"repeats": repeats, "stratified_sampling": True}
        rows.append(row | ({} if folds is None else {"folds": folds}))
    return json.dumps(rows).encode()


def run(content: Content, run: Run, file_id: int | None) -> bytes:
    """Render ``run/<id>``; its files have no addresses."""
    files = [{"file_id": FIRST_DESCRIPTION + run.run_id, "name": "description"}]
    if file_id is not None:
        files.append({"file_id": file_id, "name": "predictions"})
    evaluations: list[dict[str, object]] = []
    if run.auroc is not None:
        evaluations.append(
            {"name": MEASURE, "value": run.auroc, "array_data": content.aurocs(run)}
        )
    if content.states_folds:
        n_folds = content.tasks[run.task_id].n_folds
        evaluations += [
            {"name": name, "value": score, "repeat": n // n_folds, "fold": n % n_folds}
            for name in MEASURES
            for n, score in enumerate(scores_of_folds(content, run, name))
        ]
    return json.dumps(
        {
            "run_id": run.run_id,
            "uploader": run.uploader_id,
            "uploader_name": "",
            "task_id": run.task_id,
            "task_type": "Supervised Classification",
            "flow_id": run.flow_id,
            "flow_name": run.flow_name,
            "setup_id": run.setup_id,
            "setup_string": run.flow_name,
            "parameter_setting": [],
            "error": [],
            "tag": [],
            "input_data": [],
            "output_data": {"file": files, "evaluation": evaluations},
        }
    ).encode()


def task(task: Task) -> bytes:
    """Render ``tasks/<id>``."""
    parameters = {
        "number_repeats": task.n_repeats,
        "number_folds": task.n_folds,
        "percentage": None,
        "stratified_sampling": "true",
    }
    procedure = {
        "id": task.estimation_procedure,
        "type": "crossvalidation",
        "data_splits_url": f"http://php-api:80/api_splits/get/{task.task_id}/splits.arff",
        "parameter": [{"name": name, "value": value} for name, value in parameters.items()],
    }
    dataset = {"data_set_id": task.dataset_id, "target_feature": task.target}
    return json.dumps(
        {
            "id": task.task_id,
            "name": f"Task {task.task_id}: {task.dataset_name} (Supervised Classification)",
            "task_type_id": 1,
            "task_type": "Supervised Classification",
            "input": [
                {"name": "source_data", "data_set": dataset},
                {"name": "estimation_procedure", "estimation_procedure": procedure},
                {"name": "cost_matrix", "cost_matrix": []},
                {"name": "evaluation_measures", "evaluation_measures": {"evaluation_measure": []}},
            ],
            "output": [],
            "tags": [],
        }
    ).encode()


def data_description(dataset: Dataset) -> bytes:
    """Render ``datasets/<id>``."""
    return json.dumps(
        {
            "id": dataset.dataset_id,
            "name": dataset.name,
            "status": dataset.status,
            "default_target_attribute": [dataset.default_target],
            "file_id": dataset.dataset_id,
            "format": "arff",
        }
    ).encode()


def data_features(dataset: Dataset) -> bytes:
    """Render ``datasets/features/<id>``, without what is null."""
    features: dict[str, tuple[str, ...]] = {"width": ()} | dataset.nominal
    return json.dumps(
        [
            {
                "index": index,
                "name": name,
                "data_type": "nominal" if labels else "numeric",
                "is_target": name == dataset.default_target,
                "is_ignore": False,
                "is_row_identifier": False,
                "number_of_missing_values": dataset.missing.get(name, 0),
            }
            | ({"nominal_values": [in_latin_1(label) for label in labels]} if labels else {})
            for index, (name, labels) in enumerate(features.items())
        ]
    ).encode()


def data_qualities(dataset: Dataset) -> bytes:
    """Render ``datasets/qualities/<id>``."""
    stated = [{"name": name, "value": value} for name, value in dataset.qualities.items()]
    return json.dumps([*stated, {"name": "AutoCorrelation", "value": None}]).encode()
