"""Labels outside latin-1, which the server gives back as question marks."""

from dataclasses import replace
from pathlib import Path

import pytest

from archive_server import ArchiveServer, faults
from prgbench.sources.interface import Reason, RunUnusableError, TaskQuery
from prgbench.sources.openml.classes import (
    are_the_same,
    labels_in_header,
    look_damaged,
    may_be_damaged,
)
from prgbench.sources.openml.source import OpenMLSource

ALL = TaskQuery()


def declare(
    server: ArchiveServer, labels: tuple[str, ...], header: str | None = "@attribute class {%s}"
) -> None:
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


def classes(archive: OpenMLSource) -> tuple[str, ...] | tuple[Reason, str]:
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
def test_true_labels_come_from_the_header_of_the_data_set(
    labels: tuple[str, ...], archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, labels)
    assert classes(archive) == labels
    assert server.count("/data/v1/download/") == 1


@pytest.mark.parametrize("labels", [("?", "yes"), ("yes?", "no"), ("no?", "?")])
def test_question_marks_that_are_true_stay(
    labels: tuple[str, ...], archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, labels)
    assert classes(archive) == labels


@pytest.mark.parametrize("labels", [("?", "yes"), ("yes?", "no"), ("no?", "?")])
def test_question_marks_that_may_be_true_stay_without_a_header(
    labels: tuple[str, ...], archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, labels, header=None)
    assert classes(archive) == labels


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (("да", "нет"), "'??', '???'"),
        (("男", "女"), "'?', '?'"),
        (("hayır", "no"), "'hay?r', 'no'"),
    ],
)
@pytest.mark.parametrize("header", [None, "@attribute class {ja,nein}", "@attribute class string"])
def test_labels_that_only_the_server_had_are_damaged(
    header: str | None,
    labels: tuple[str, ...],
    shown: str,
    archive: OpenMLSource,
    server: ArchiveServer,
) -> None:
    declare(server, labels, header)
    expected = f"data set 1001: the labels of 'class' arrive as {shown}"
    assert classes(archive) == (Reason.LABELS_DAMAGED, expected)
    assert server.count("/run/") == 0


def test_labels_in_latin_1_are_asked_for_once(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, ("früh", "spät"))
    assert classes(archive) == ("früh", "spät")
    assert server.count("/data/v1/download/") == 0


def test_more_than_two_labels_are_not_looked_at(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, ("да", "нет", "?"))
    assert classes(archive) == (Reason.NOT_BINARY, "")
    assert server.count("/data/v1/download/") == 0


def test_damaged_labels_of_which_one_does_not_occur(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, ("да", "и", "нет"))
    dataset = server.content.datasets[1001]
    dataset.qualities["MinorityClassSize"] = 0.0
    dataset.arff = (dataset.arff or b"") + "2,да\n3,нет\n4,да\n".encode()
    assert classes(archive) == ("да", "нет")


def test_of_a_big_data_set_only_the_beginning_is_asked_for(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    declare(server, ("да", "нет"))
    dataset = server.content.datasets[1001]
    dataset.arff = (dataset.arff or b"") + "1,да\n".encode() * 3_000_000
    assert classes(archive) == ("да", "нет")


def test_nothing_is_asked_twice_on_one_day(archive: OpenMLSource, server: ArchiveServer) -> None:
    declare(server, ("да", "нет"))
    assert classes(archive) == classes(archive) == ("да", "нет")
    assert server.count("") == len({request.path for request in server.requests})


@pytest.mark.parametrize("label", ["", "x" * 10_001])
def test_labels_that_are_none(label: str, archive: OpenMLSource, server: ArchiveServer) -> None:
    declare(server, ("no", label))
    reason, detail = classes(archive)
    assert reason == Reason.CLASSES_UNKNOWN
    assert "a label of 'class' that is empty, or too long" in detail


def test_a_target_is_found_by_its_exact_name(archive: OpenMLSource, server: ArchiveServer) -> None:
    dataset = server.content.datasets[1001]
    dataset.nominal = {" class": ("a", "b"), "Class": ("c", "d"), "class": ("no ", "yes")}
    assert classes(archive) == ("no ", "yes")


def test_unlabelled_instances_are_counted(archive: OpenMLSource, server: ArchiveServer) -> None:
    server.content.datasets[1001].missing["class"] = 3
    server.content.datasets[1002].missing["class"] = 40
    listing = archive.tasks(ALL)
    assert [(task.task_id, task.n_unlabelled) for task in listing.tasks] == [(1, 3), (2, 3)]
    assert {exclusion.reason for exclusion in listing.excluded} == {Reason.SIZE_UNKNOWN}


def test_a_data_set_that_the_server_cannot_describe_leaves_out_its_tasks_alone(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("data/features/1001", faults.html(500), times=float("inf"))
    listing = archive.tasks(ALL)
    assert [task.task_id for task in listing.tasks] == [3, 4]
    assert {(e.reason, e.detail) for e in listing.excluded} == {
        (Reason.CLASSES_UNKNOWN, "HTTP 500")
    }


def test_what_may_be_and_what_looks_damaged() -> None:
    assert not may_be_damaged(["no", "yes"])
    assert may_be_damaged(["no", "no"])
    for labels in (["?", "yes"], ["yes?", "no"], ["no", "yes"]):
        assert not look_damaged(labels)
    for labels in (["??", "yes"], ["ye?s", "no"], ["a", "a"], ["?a", "b"]):
        assert look_damaged(labels)


def test_labels_are_compared_place_by_place() -> None:
    assert are_the_same(["d?", "n?t"], ["dа", "nеt"])
    assert not are_the_same(["d?"], ["dä"])
    assert not are_the_same(["d?", "x"], ["dа"])
    assert not are_the_same(["d?"], ["dаа"])
    assert not are_the_same(["d?"], ["d\udce4"])


@pytest.mark.parametrize(
    "line",
    ["@attribute class {а,'б г'}", "  @ATTRIBUTE\t'class' { а , \"б г\" } % both"],
)
def test_labels_of_a_header(line: str, tmp_path: Path) -> None:
    path = tmp_path / "data.arff"
    path.write_text(f"\ufeff@relation x\n@attribute 'a class' {{c}}\n{line}\n@data\n")
    assert labels_in_header(path, "class") == ("а", "б г")
    with pytest.raises(RunUnusableError, match="no labels of 'klass' in its header"):
        labels_in_header(path, "klass")
