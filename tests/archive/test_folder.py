import pytest

from folder_archives import labels_of, make_folder, make_task
from prgbench.archive.folder import FolderSource, write_truth
from prgbench.archive.interface import Reason, RunUnusableError, TaskQuery
from prgbench.pipeline.errors import PrgbenchError


def test_reads_back_what_was_written(tmp_path):
    tasks = [make_task(1), make_task(2, n=90, n_repeats=10)]
    archive = make_folder(tmp_path, tasks, n_flows=2)
    assert archive.label == "test archive"
    assert archive.tasks(TaskQuery()).tasks == tasks
    [(_, first), (_, second)] = archive.candidate_runs(tasks)
    assert [run.run_id for run in first + second] == [1001, 1002, 2001, 2002]
    assert first[0].upload_time == "2014-04-02 12:00:00"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (TaskQuery(task_ids=(1,)), Reason.NOT_REQUESTED),
        (TaskQuery(max_instances=60), Reason.TOO_LARGE),
        (TaskQuery(min_instances=61), Reason.TOO_SMALL),
        (TaskQuery(estimation_procedures=(3,)), Reason.PROCEDURE),
    ],
)
def test_filters_say_what_they_removed(tmp_path, query, reason):
    archive = make_folder(tmp_path, [make_task(1), make_task(2, n=90)])
    listing = archive.tasks(query)
    assert len(listing.tasks) + len(listing.excluded) == 2
    assert {exclusion.reason for exclusion in listing.excluded} == {reason}


def test_truth_is_optional(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path, [task])
    assert archive.truth(task) is None
    write_truth(tmp_path, task, labels_of(task).tolist())
    truth = archive.truth(task)
    assert truth is not None
    assert truth.codes.tolist() == labels_of(task).tolist()


def test_a_missing_file_is_the_runs_matter(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path, [task], 1, lambda *_: None)
    [(_, [run])] = archive.candidate_runs([task])
    with pytest.raises(RunUnusableError, match=r"1001\.arff does not exist"):
        archive.send(task, run)


def test_mistakes_are_named(tmp_path):
    with pytest.raises(PrgbenchError, match=r"archive\.json is missing"):
        FolderSource(tmp_path).tasks(TaskQuery())
    archive = make_folder(tmp_path, [make_task(1)])
    with pytest.raises(PrgbenchError, match="no suites and no tags"):
        archive.tasks(TaskQuery(suite="99"))
    (tmp_path / "tasks.csv").write_text("task_id,target\n1,class\n")
    with pytest.raises(PrgbenchError, match=r"tasks\.csv lacks the column classes, dataset_id"):
        FolderSource(tmp_path).tasks(TaskQuery())
