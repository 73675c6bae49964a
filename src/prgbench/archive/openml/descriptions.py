"""What tasks and data sets say of themselves where the list of tasks leaves it open."""

from dataclasses import replace
from functools import partial
from xml.etree import ElementTree

from prgbench.archive.openml.answers import NoAnswerError, ServerError, records, text
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.fields import count, identifier
from prgbench.archive.openml.listings import ListedTask
from prgbench.archive.openml.procedures import SUPERVISED_CLASSIFICATION
from prgbench.pipeline.foreign_text import plain

UNKNOWN_TASK = 151
NO_QUALITIES = {361, 362, 363, 364}


def described(client: Client, task_id: int) -> ListedTask | None:
    """Return a task by its own description; None if it is no classification task.

    The list of tasks lacks some that are there, as those whose target has quotes in its name,
    and a list that is not whole looks like one without them.
    """
    try:
        return client.ask_for(f"task/{task_id}", partial(_described, task_id), cached=True)
    except ServerError as error:
        if error.code == UNKNOWN_TASK:
            return None
        raise


def _described(task_id: int, root: ElementTree.Element) -> ListedTask | None:
    if identifier(text(root, "task_id")) != task_id:
        raise NoAnswerError("the description of another task", damaged=True)
    kind = identifier(text(root, "task_type_id"))
    dataset_id = next((identifier(found.text) for found in records(root, "data_set_id")), None)
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
    )


def with_inputs(client: Client, listed: ListedTask) -> ListedTask | None:
    """Ask the task itself for the procedure and the target where the list lacks them.

    Returns
    -------
    ListedTask or None
        None if the server does not know the task any more.
    """
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
    )


def with_sizes(client: Client, listed: ListedTask) -> ListedTask:
    """Ask the data set for the number of its instances where the list lacks it."""
    if listed.n_instances is not None:
        return listed
    try:
        root = client.ask(f"data/qualities/{listed.dataset_id}", cached=True)
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
    """Ask the data set for its name where the list lacks it."""
    if listed.dataset_name:
        return listed
    try:
        root = client.ask(f"data/{listed.dataset_id}", cached=True)
    except ServerError:
        return replace(listed, dataset_name=f"data set {listed.dataset_id}")
    return replace(listed, dataset_name=plain(text(root, "name")))
