"""What tasks and data sets say themselves, where the list of tasks lacks it or leaves it open."""

from dataclasses import replace
from functools import partial
from xml.etree import ElementTree

from prgbench.run.safe_text import plain
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import (
    NoAnswerError,
    ServerError,
    count,
    identifier,
    records,
    text,
)
from prgbench.sources.openml.calls import SUPERVISED_CLASSIFICATION, Kind
from prgbench.sources.openml.client import Client
from prgbench.sources.openml.listed_tasks import ListedTask
from prgbench.sources.openml.procedures import described_procedure

# Codes of the server where it has no such task, qualities or data set.
UNKNOWN_TASK = 151
NO_QUALITIES = {361, 362, 363, 364}
NO_DATASET = {110, 111, 112, 113}


def described(client: Client, task_id: int) -> ListedTask | None:
    """Return a task by its own description; None if it is no classification task.

    The list of tasks lacks some, such as those whose target has quotes in its name.
    """
    call = calls.described(Kind.TASKS, task_id)
    read = partial(_described, task_id)
    try:
        # Read once to check it, so that a damaged answer is asked for again, and is not kept.
        root = client.ask(call, check=read, cached=True)
    except ServerError as error:
        if error.code == UNKNOWN_TASK:
            return None
        raise
    return read(root)


def _described(task_id: int, root: ElementTree.Element) -> ListedTask | None:
    """Return the task of a description; None if it is no classification task with a data set."""
    if identifier(text(root, "task_id")) != task_id:
        raise NoAnswerError("the description of another task", damaged=True)
    kind = identifier(text(root, "task_type_id"))
    dataset_id = next((identifier(field.text) for field in records(root, "data_set_id")), None)
    if dataset_id is None or kind != SUPERVISED_CLASSIFICATION:
        return None
    procedure = next(records(root, "estimation_procedure"), None)
    target = next(records(root, "target_feature"), None)
    return ListedTask(
        task_id=task_id,
        dataset_id=dataset_id,
        dataset_name="",
        procedure_id=None if procedure is None else identifier(text(procedure, "id")),
        target=None if target is None else target.text,
        n_instances=None,
        minority_size=None,
        procedure=None if procedure is None else described_procedure(procedure),
    )


def with_inputs(client: Client, listed: ListedTask) -> ListedTask | None:
    """Ask the task itself for procedure and target if the list lacks them; None if gone."""
    if listed.procedure_id is not None and listed.target is not None:
        return listed
    stated = described(client, listed.task_id)
    if stated is None:
        return None
    return replace(
        listed,
        dataset_id=stated.dataset_id,
        procedure_id=stated.procedure_id or listed.procedure_id,
        target=stated.target or listed.target,
        procedure=stated.procedure,
    )


def with_sizes(client: Client, listed: ListedTask) -> ListedTask:
    """Ask the data set for the number of its instances if the list lacks it."""
    if listed.n_instances is not None:
        return listed
    try:
        root = client.ask(calls.described(Kind.QUALITIES, listed.dataset_id), cached=True)
    except ServerError as error:
        if error.code in NO_QUALITIES:
            return listed
        raise
    sizes = {text(row, "name"): count(text(row, "value")) for row in records(root, "quality")}
    return replace(
        listed,
        n_instances=sizes.get("NumberOfInstances") or None,
        minority_size=sizes.get("MinorityClassSize"),
    )


def with_name(client: Client, listed: ListedTask) -> ListedTask:
    """Ask the data set for its name if the list lacks it."""
    if listed.dataset_name:
        return listed
    try:
        root = client.ask(calls.described(Kind.DATASETS, listed.dataset_id), cached=True)
    except ServerError as error:
        if error.code not in NO_DATASET:
            raise
        return replace(listed, dataset_name=f"data set {listed.dataset_id}")
    return replace(listed, dataset_name=plain(text(root, "name")))
