"""The archive against the test server: what is listed, asked for and downloaded."""

import os
import time
from dataclasses import replace

import pytest

from archive_server import ArchiveServer, Content, faults
from prgbench.sources.errors import ArchiveUnreachableError, RunUnusableError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.tasks import TaskQuery

ALL = TaskQuery()


def excluded(archive, query):
    return {exclusion.task_id: exclusion.reason for exclusion in archive.tasks(query).excluded}


def listed(archive, query=ALL):
    return [task.task_id for task in archive.tasks(query).tasks]


def test_tasks_and_runs_are_those_of_the_source(archive, generated):
    tasks = generated.tasks(ALL).tasks
    listing = archive.tasks(ALL)
    assert listing.tasks == tasks
    assert listing.excluded == []
    runs = list(archive.candidate_runs(tasks))
    assert runs == list(generated.candidate_runs(tasks))
    assert len(runs[0][1]) == 6


def test_tasks_of_chosen_procedures(archive):
    query = TaskQuery(estimation_procedures=(3,))
    assert listed(archive, query) == [1, 3]
    assert excluded(archive, query) == {2: Reason.PROCEDURE, 4: Reason.PROCEDURE}


def test_tasks_by_id(archive, server):
    query = TaskQuery(task_ids=(4, 2, 99))
    assert listed(archive, query) == [2, 4]
    assert excluded(archive, query) == {99: Reason.NO_SUCH_TASK}
    assert server.count("task/list/.*/task_id/2,4,99/") == 1


def test_tasks_of_a_suite_and_of_tags(archive, server):
    server.content.suites["OpenML-CC18"] = (1, 2, 4)
    server.content.tags |= {"study_1": {2, 3, 4}, "a b": {4}}
    assert listed(archive, TaskQuery(suite="OpenML-CC18")) == [1, 2, 4]
    assert listed(archive, TaskQuery(suite="OpenML-CC18", tags=("study_1",))) == [2, 4]
    assert listed(archive, TaskQuery(tags=("study_1", "a b"))) == [4]


def test_tasks_by_size(archive, server):
    server.content.datasets[1002].qualities["NumberOfInstances"] = 500.0
    assert excluded(archive, TaskQuery(min_instances=100)) == dict.fromkeys(
        (1, 2), Reason.TOO_SMALL
    )
    assert excluded(archive, TaskQuery(max_instances=100)) == dict.fromkeys(
        (3, 4), Reason.TOO_LARGE
    )


def test_tasks_of_deactivated_data_sets_are_listed(archive, server):
    server.content.datasets[1001].status = "deactivated"
    assert listed(archive) == [1, 2, 3, 4]


def test_the_classes_of_the_own_target_count(archive, server):
    content = server.content
    content.datasets[1001].qualities["NumberOfClasses"] = 3.0
    content.datasets[1002].nominal["colour"] = ("red", "green", "blue")
    content.tasks[4] = replace(content.tasks[4], target="colour")
    assert listed(archive) == [1, 2, 3]
    assert excluded(archive, ALL) == {4: Reason.NOT_BINARY}


def test_inputs_and_sizes_that_the_list_leaves_out(archive, server, generated):
    server.content.inputs_left_out = {2}
    server.content.qualities_left_out = {1002}
    assert archive.tasks(ALL).tasks == generated.tasks(ALL).tasks
    assert server.count("/task/2$") == 1
    assert server.count("/data/qualities/1002$") == 1


def test_a_file_is_downloaded_once_and_stays_until_it_is_released(
    archive, open_archive, server, generated
):
    task, run = server.content.tasks[1], server.content.runs[100_002]
    original = generated.send(task, run)
    file = archive.send(task, run)
    assert file.path.read_bytes() == original.path.read_bytes()
    assert (file.sha256, file.n_bytes) == (original.sha256, original.n_bytes)
    again = open_archive().send(task, run)
    assert again == file
    assert server.count("/data/download/") == 1
    archive.release(file)
    assert not file.path.exists()
    archive.release(file)
    assert archive.send(task, run) == file
    assert server.count("/data/download/") == 2


def test_a_file_that_was_damaged_on_disk_is_downloaded_again(archive, server):
    task, run = server.content.tasks[1], server.content.runs[100_002]
    file = archive.send(task, run)
    whole = file.path.read_bytes()
    file.path.write_bytes(whole[:-10])
    assert archive.send(task, run).path.read_bytes() == whole
    assert server.count("/data/download/") == 2


def test_files_that_nobody_released_are_deleted_after_a_week(archive, open_archive, server):
    task = server.content.tasks[1]
    old, new = (archive.send(task, server.content.runs[n]) for n in (100_001, 100_002))
    eight_days_ago = time.time() - 8 * 24 * 3600
    os.utime(old.path, (eight_days_ago, eight_days_ago))
    open_archive().send(task, server.content.runs[100_002])
    assert (old.path.exists(), new.path.exists()) == (False, True)


def test_answers_of_listings_are_kept_but_those_of_files_are_not(open_archive, server):
    for _ in range(2):
        archive = open_archive()
        tasks = archive.tasks(ALL).tasks
        assert len(list(archive.candidate_runs(tasks))) == 4
    assert server.count("task/list") == 1
    assert server.count("evaluation/list") == 1
    assert server.count("data/features/1001") == 1


def test_runs_without_a_prediction_file(archive, server):
    server.content.runs_without_file = {100_001}
    with pytest.raises(RunUnusableError) as caught:
        archive.send(server.content.tasks[1], server.content.runs[100_001])
    assert caught.value.reason is Reason.NO_FILE


def test_a_run_with_an_error_message_that_the_server_does_not_escape(archive, server):
    server.content.error_messages[100_001] = "a<b & \x1b[31m \x00"
    assert archive.send(server.content.tasks[1], server.content.runs[100_001]).file_id == 100_008


def test_a_server_that_is_not_there(tmp_path, generated):
    with ArchiveServer(Content.of(generated)) as gone:
        address = gone.address
    archive = OpenMLSource(tmp_path, address, patience=1.0, first_wait=0.1)
    with pytest.raises(ArchiveUnreachableError) as caught:
        archive.tasks(ALL)
    assert str(caught.value) == (
        f"{address} does not answer estimationprocedure/list (connection refused): check the "
        "network or try again later; fetched files are kept, and the same command continues "
        "from there. "
        "`snakemake --cores 8 --config study=demo` works without a network."
    )


def test_excluded_ids_outside_the_tags(archive, server):
    server.content.tags["study_1"] = {2}
    listing = archive.tasks(TaskQuery(task_ids=(1, 2), tags=("study_1",)))
    assert listing.excluded == [Exclusion(1, None, Reason.NOT_REQUESTED)]


def test_classes_that_the_server_cannot_say(archive, server):
    content = server.content
    del content.datasets[1001].nominal["class"]
    content.datasets[1002].qualities["MinorityClassSize"] = 0.0
    listing = archive.tasks(ALL)
    assert listing.tasks == []
    details = {exclusion.task_id: exclusion.detail for exclusion in listing.excluded}
    assert details[1] == "data set 1001 has no feature 'class'"
    assert "labels of data set 1002 can't be counted" in details[3]
    reasons = {exclusion.task_id: exclusion.reason for exclusion in listing.excluded}
    # That there is no such feature is a fact; that a file did not come is none.
    assert reasons[1] == Reason.CLASSES_UNKNOWN
    assert reasons[3] == Reason.TASK_NOT_DESCRIBED


def test_a_listed_task_that_is_gone(archive, server):
    server.content.inputs_left_out = {2}
    server.fail("/task/2$", faults.error(151, "Unknown task"), 99)
    listing = archive.tasks(ALL)
    assert listing.excluded == [Exclusion(2, None, Reason.NO_SUCH_TASK)]


def test_a_target_is_found_by_its_exact_name(archive, server):
    dataset = server.content.datasets[1001]
    dataset.nominal = {" class": ("a", "b"), "Class": ("c", "d"), "class": ("no ", "yes")}
    assert {task.classes for task in archive.tasks(ALL).tasks if task.dataset_id == 1001} == {
        ("no ", "yes")
    }


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
        (Reason.TASK_NOT_DESCRIBED, "data/features/1001: HTTP 500")
    }
