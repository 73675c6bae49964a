"""Labels outside latin-1, which the server gives back as question marks."""

from dataclasses import replace

import pytest

from prgbench.sources.exclusions import Reason
from prgbench.sources.openml.damaged_labels import are_damaged, are_the_same, may_be_damaged
from prgbench.sources.tasks import TaskQuery

ALL = TaskQuery()


def declare(server, labels, header="@attribute class {%s}"):
    """Let the target of tasks 1 and 2 have these labels, in the header of the data set too."""
    dataset = server.content.datasets[1001]
    dataset.nominal["class"] = labels
    for task_id in (1, 2):
        server.content.tasks[task_id] = replace(server.content.tasks[task_id], classes=labels)
    quoted = ",".join(f"'{label}'" for label in labels)
    declared = header % quoted if "%s" in header else header
    text = f"% made\n@relation d\n@attribute width numeric\n{declared}\n@data\n1,?\n"
    dataset.arff = text.encode()


def classes(archive):
    """Return the classes of task 1, or why it is left out."""
    listing = archive.tasks(ALL)
    for task in listing.tasks:
        if task.task_id == 1:
            return task.classes
    (exclusion,) = (e for e in listing.excluded if e.task_id == 1)
    return exclusion.reason, exclusion.detail


@pytest.mark.parametrize(
    "labels",
    [("да", "нет"), ("男", "女"), ("hayır", "evet"), ("być", "nie"), ("м", "f"), ("?", "да")],
)
def test_true_labels_come_from_the_header_of_the_data_set(labels, archive, server):
    declare(server, labels)
    assert classes(archive) == labels
    assert server.count("/data/v1/download/") == 1


def test_labels_that_the_header_does_not_have_leave_the_task_out(archive, server):
    declare(server, ("да", "нет"), "@attribute class {ja,nein}")
    assert classes(archive) == (
        Reason.LABELS_DAMAGED,
        "data set 1001: the labels of 'class' arrive as '??', '???'",
    )


def test_what_may_be_and_what_looks_damaged():
    assert not may_be_damaged(["no", "yes"])
    assert may_be_damaged(["no", "no"])
    for labels in (["yes?", "no"], ["no", "yes"]):
        assert not are_damaged(labels)
    for labels in (["??", "yes"], ["ye?s", "no"], ["a", "a"], ["?a", "b"], ["?", "yes"]):
        assert are_damaged(labels)


def test_labels_are_compared_place_by_place():
    assert are_the_same(["d?", "n?t"], ["dа", "nеt"])
    assert not are_the_same(["d?"], ["dä"])
    assert not are_the_same(["d?", "x"], ["dа"])
    assert not are_the_same(["d?"], ["dаа"])
    assert not are_the_same(["d?"], ["d\udce4"])
