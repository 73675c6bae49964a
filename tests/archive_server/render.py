"""The answers in XML, in the shapes of the real server."""

from collections.abc import Iterable
from random import Random
from xml.sax.saxutils import escape

from archive_server.content import Content, Dataset
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

MEASURE = "area_under_roc_curve"
MEASURES = (
    MEASURE, "f_measure", "kappa", "predictive_accuracy", "root_mean_squared_error",
)  # fmt: skip
FIRST_DESCRIPTION = 1_000_000_000
PROCEDURES = (
    (1, 1, "10-fold Crossvalidation", "crossvalidation", 1, 10),
    (2, 1, "5 times 2-fold Crossvalidation", "crossvalidation", 5, 2),
    (3, 1, "10 times 10-fold Crossvalidation", "crossvalidation", 10, 10),
    (4, 1, "Leave one out", "leaveoneout", 1, None),
    (5, 1, "10% Holdout set", "holdout", 1, None),
    (7, 2, "10-fold Crossvalidation", "crossvalidation", 1, 10),
)


def element(name: str, /, *inner: object, **attributes: str) -> str:
    """Make an element of the inner elements and values."""
    stated = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<oml:{name}{stated}>{''.join(map(str, inner))}</oml:{name}>"


def value(name: str, content: object) -> str:
    """Make an element of one value."""
    return element(name, escape(str(content)))


def document(name: str, /, *inner: str) -> str:
    """Make the outermost element."""
    return element(name, *inner, **{"xmlns:oml": "http://openml.org/openml"})


def error(code: int, message: str, more: str = "") -> str:
    """Render an error."""
    information = [value("additional_information", more)] if more else []
    return document("error", value("code", code), value("message", message), *information)


def procedure_list() -> str:
    """Render ``estimationprocedure/list``."""
    rows = []
    for procedure_id, task_type, name, kind, repeats, folds in PROCEDURES:
        optional = [] if folds is None else [value("folds", folds)]
        rows.append(
            element(
                "estimationprocedure",
                value("id", procedure_id),
                value("ttid", task_type),
                value("name", name),
                value("type", kind),
                value("repeats", repeats),
                *optional,
                *([value("percentage", 33)] if kind == "holdout" else []),
                value("stratified_sampling", "true"),
            )
        )
    return document("estimationprocedures", *rows)


def task_list(content: Content, tasks: Iterable[Task]) -> str:
    """Render ``task/list``."""
    rows = []
    for task in tasks:
        dataset = content.datasets[task.dataset_id]
        inputs = {
            "estimation_procedure": str(task.estimation_procedure),
            "source_data": str(task.dataset_id),
            "target_feature": task.target,
        }
        if task.task_id in content.inputs_left_out:
            inputs = {}
        qualities = dataset.qualities
        if task.dataset_id in content.qualities_left_out:
            qualities = {}
        rows.append(
            element(
                "task",
                value("task_id", task.task_id),
                value("task_type_id", 1),
                value("task_type", "Supervised Classification"),
                value("did", task.dataset_id),
                value("name", task.dataset_name),
                value("status", dataset.status),
                value("format", "ARFF"),
                *(element("input", escape(text), name=name) for name, text in inputs.items()),
                *(element("quality", size, name=name) for name, size in qualities.items()),
            )
        )
    return document("tasks", *rows)


def scores_of_folds(content: Content, run: Run, function: str) -> list[float]:
    """Make up the scores of a run in each fold, around its AUROC."""
    task = content.tasks[run.task_id]
    middle, shift = run.auroc or 0.5, MEASURES.index(function)
    return [
        round(middle - 0.01 * shift + 0.002 * ((run.run_id * 7 + fold * 3) % 5 - 2), 6)
        for fold in range(task.n_repeats * task.n_folds)
    ]


def evaluations_of_folds(content: Content, run: Run) -> list[str]:
    """Render the scores of a run in each fold, in an order of their own."""
    task = content.tasks[run.task_id]
    rendered = [
        element(
            "evaluation",
            value("name", function),
            value("value", score),
            repeat=str(number // task.n_folds),
            fold=str(number % task.n_folds),
        )
        for function in MEASURES
        for number, score in enumerate(scores_of_folds(content, run, function))
    ]
    Random(run.run_id).shuffle(rendered)
    return rendered


def evaluation_list(content: Content, rows: Iterable[tuple[Run, int]], function: str) -> str:
    """Render ``evaluation/list``; the rows are runs and engines."""

    def found(run: Run) -> tuple[str, ...]:
        if run.auroc is None:
            return ()
        return value("value", repr(run.auroc)), value("array_data", content.aurocs(run))

    return document(
        "evaluations",
        *(
            element(
                "evaluation",
                value("run_id", run.run_id),
                value("uploader", run.uploader_id),
                value("task_id", run.task_id),
                value("setup_id", run.setup_id),
                value("flow_id", run.flow_id),
                value("flow_name", run.flow_name),
                value("data_id", content.tasks[run.task_id].dataset_id),
                value("data_name", content.tasks[run.task_id].dataset_name),
                value("evaluation_engine_id", engine),
                value("function", function),
                value("upload_time", run.upload_time),
                *found(run),
            )
            for run, engine in rows
        ),
    )


def run_list(runs: Iterable[Run]) -> str:
    """Render ``run/list``."""
    return document(
        "runs",
        *(
            element(
                "run",
                value("run_id", run.run_id),
                value("task_id", run.task_id),
                value("task_type_id", 1),
                value("setup_id", run.setup_id),
                value("flow_id", run.flow_id),
                value("uploader", run.uploader_id),
                value("upload_time", run.upload_time),
                value("error_message", ""),
                value("run_details", ""),
            )
            for run in runs
        ),
    )


def run_description(content: Content, run: Run, server: str, files: dict[str, int]) -> str:
    """Render ``run/<id>``; ``files`` are the ids of its files by their names."""
    task = content.tasks[run.task_id]
    evaluation = "" if run.auroc is None else element(
        "evaluation",
        value("name", MEASURE),
        value("value", repr(run.auroc)),
        value("array_data", content.aurocs(run)),
    )  # fmt: skip
    message = content.error_messages.get(run.run_id)
    unescaped = [] if message is None else [element("error_message", message)]
    return document(
        "run",
        value("run_id", run.run_id),
        value("uploader", run.uploader_id),
        value("uploader_name", " "),
        value("task_id", run.task_id),
        value("task_type", "Supervised Classification"),
        value("flow_id", run.flow_id),
        value("flow_name", run.flow_name),
        value("setup_id", run.setup_id),
        value("error", ""),
        *unescaped,
        value("setup_string", run.flow_name),
        element(
            "input_data",
            element(
                "dataset",
                value("did", task.dataset_id),
                value("name", task.dataset_name),
                value("url", f"https://www.openml.org/data/download/{task.dataset_id}/data.arff"),
            ),
        ),
        element(
            "output_data",
            *(
                element(
                    "file",
                    value("did", -1),
                    "<!-- Deprecated field, will be removed during next upgrade. -->",
                    value("file_id", file_id),
                    value("name", name),
                    value("url", f"{server}/data/download/{file_id}/{name}.arff"),
                )
                for name, file_id in files.items()
            ),
            evaluation,
            *(evaluations_of_folds(content, run) if content.states_folds else ()),
        ),
    )


def task_description(task: Task, server: str) -> str:
    """Render ``task/<id>``."""
    parameters = {
        "number_repeats": task.n_repeats,
        "number_folds": task.n_folds,
        "percentage": "",
        "stratified_sampling": "true",
    }
    url = f"{server}/api_splits/get/{task.task_id}/Task_{task.task_id}_splits.arff"
    columns = {
        "repeat": "integer",
        "fold": "integer",
        "row_id": "integer",
        "confidence.classname": "numeric",
        "prediction": "string",
    }
    return document(
        "task",
        value("task_id", task.task_id),
        value("task_name", f"Task {task.task_id}: {task.dataset_name}"),
        value("task_type_id", 1),
        value("task_type", "Supervised Classification"),
        element(
            "input",
            element(
                "data_set",
                value("data_set_id", task.dataset_id),
                value("target_feature", task.target),
            ),
            name="source_data",
        ),
        element(
            "input",
            element(
                "estimation_procedure",
                value("id", task.estimation_procedure),
                value("type", "crossvalidation"),
                value("data_splits_url", url),
                *(element("parameter", text, name=name) for name, text in parameters.items()),
            ),
            name="estimation_procedure",
        ),
        element("input", value("cost_matrix", ""), name="cost_matrix"),
        element(
            "input",
            element("evaluation_measures", value("evaluation_measure", "")),
            name="evaluation_measures",
        ),
        element(
            "output",
            element(
                "predictions",
                value("format", "ARFF"),
                *(element("feature", name=name, type=kind) for name, kind in columns.items()),
            ),
            name="predictions",
        ),
    )


def data_description(dataset: Dataset, server: str) -> str:
    """Render ``data/<id>``."""
    file = f"{server}/data/v1/download/{dataset.dataset_id}/{dataset.dataset_id}.arff"
    return document(
        "data_set_description",
        value("id", dataset.dataset_id),
        value("name", dataset.name),
        value("version", 1),
        value("description", "Made for tests."),
        value("description_version", 1),
        value("format", "ARFF"),
        value("upload_date", "2014-04-06T23:22:13"),
        value("licence", "Public"),
        value("url", file),
        value("file_id", dataset.dataset_id),
        value("default_target_attribute", dataset.default_target),
        value("visibility", "public"),
        value("status", dataset.status),
    )


def data_features(dataset: Dataset) -> str:
    """Render ``data/features/<id>``: one number, then the nominal features.

    Labels are kept in latin-1, in which all other letters are question marks.
    """
    features: dict[str, tuple[str, ...]] = {"width": ()} | dataset.nominal
    return document(
        "data_features",
        *(
            element(
                "feature",
                value("index", index),
                value("name", name),
                value("data_type", "nominal" if labels else "numeric"),
                *(value("nominal_value", in_latin_1(label)) for label in labels),
                value("is_target", str(name == dataset.default_target).lower()),
                value("is_ignore", "false"),
                value("is_row_identifier", "false"),
                value("number_of_missing_values", dataset.missing.get(name, 0)),
            )
            for index, (name, labels) in enumerate(features.items())
        ),
    )


def in_latin_1(label: str) -> str:
    """Return a label as a table in latin-1 gives it back."""
    return label.encode("latin-1", "replace").decode("latin-1")


def data_qualities(dataset: Dataset) -> str:
    """Render ``data/qualities/<id>``."""
    return document(
        "data_qualities",
        *(
            element("quality", value("name", name), value("value", size))
            for name, size in dataset.qualities.items()
        ),
    )


def study(study_id: str, tasks: Iterable[Task]) -> str:
    """Render ``study/<id>`` of a suite."""
    tasks = list(tasks)
    return document(
        "study",
        value("id", study_id if study_id.isdigit() else 1),
        value("alias", study_id),
        value("main_entity_type", "task"),
        value("name", study_id),
        value("description", "Made for tests."),
        value("visibility", "public"),
        value("status", "active"),
        value("creation_date", "2019-02-25T17:15:01"),
        value("creator", 1),
        element("data", *(value("data_id", task.dataset_id) for task in tasks)),
        element("tasks", *(value("task_id", task.task_id) for task in tasks)),
    )


def user_list(user_ids: Iterable[int]) -> str:
    """Render ``user/list``."""
    users = (element("user", value("id", user), value("username", "")) for user in user_ids)
    return document("users", *users)
