"""Labels outside latin-1, which the server gives back as question marks."""

from dataclasses import replace

import pytest

from archive_server import faults
from prgbench.sources.interface import Reason, RunUnusableError, TaskQuery
from prgbench.sources.openml.classes import (
    are_the_same,
    labels_in_header,
    look_damaged,
    may_be_damaged,
)

ALL = TaskQuery()


def declare(server, labels, header="@attribute class {%s}"):
    """Let the target of tasks 1 and 2 have these labels, in the header of the data set too."""
    dataset = server.content.datasets[1001]
    dataset.nominal["class"] = labels
    for task_id in (1, 2):
        server.content.tasks[task_id] = replace(server.content.tasks[task_id], classes=labels)
    if header is not None:
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


def test_a_target_is_found_by_its_exact_name(archive, server):
    dataset = server.content.datasets[1001]
    dataset.nominal = {" class": ("a", "b"), "Class": ("c", "d"), "class": ("no ", "yes")}
    assert classes(archive) == ("no ", "yes")


def test_unlabelled_instances_are_counted(archive, server):
    server.content.datasets[1001].missing["class"] = 3
    server.content.datasets[1002].missing["class"] = 40
    listing = archive.tasks(ALL)
    assert [(task.task_id, task.n_unlabelled) for task in listing.tasks] == [(1, 3), (2, 3)]
    assert {exclusion.reason for exclusion in listing.excluded} == {Reason.SIZE_UNKNOWN}


def test_a_data_set_that_the_server_cannot_describe_leaves_out_its_tasks_alone(archive, server):
    server.fail("data/features/1001", faults.html(500), times=float("inf"))
    listing = archive.tasks(ALL)
    assert [task.task_id for task in listing.tasks] == [3, 4]
    assert {(e.reason, e.detail) for e in listing.excluded} == {
        (Reason.CLASSES_UNKNOWN, "HTTP 500")
    }


def test_what_may_be_and_what_looks_damaged():
    assert not may_be_damaged(["no", "yes"])
    assert may_be_damaged(["no", "no"])
    for labels in (["?", "yes"], ["yes?", "no"], ["no", "yes"]):
        assert not look_damaged(labels)
    for labels in (["??", "yes"], ["ye?s", "no"], ["a", "a"], ["?a", "b"]):
        assert look_damaged(labels)


def test_labels_are_compared_place_by_place():
    assert are_the_same(["d?", "n?t"], ["dа", "nеt"])
    assert not are_the_same(["d?"], ["dä"])
    assert not are_the_same(["d?", "x"], ["dа"])
    assert not are_the_same(["d?"], ["dаа"])
    assert not are_the_same(["d?"], ["d\udce4"])


@pytest.mark.parametrize(
    "line", ["@attribute class {а,'б г'}", "  @ATTRIBUTE\t'class' { а , \"б г\" } % both"]
)
def test_labels_of_a_header(line, tmp_path):
    path = tmp_path / "data.arff"
    path.write_text(f"\ufeff@relation x\n@attribute 'a class' {{c}}\n{line}\n@data\n")
    assert labels_in_header(path, "class") == ("а", "б г")
    with pytest.raises(RunUnusableError, match="no labels of 'klass' in its header"):
        labels_in_header(path, "klass")
