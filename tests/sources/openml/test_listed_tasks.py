"""Lists of tasks: all, those of ids, tags and suites."""

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml.calls import CLASSIFICATION_TASKS as LIST
from prgbench.sources.openml.listed_tasks import (
    ListedTask,
    all_tasks,
    suite_tasks,
    tasks_by_id,
)

PAGE = "limit/10000/offset/0"


def row(task_id=7, did=40, target="class", **qualities):
    sizes = {"NumberOfInstances": "63.0", "MinorityClassSize": "20.0"} | qualities
    return element(
        "task",
        fields(task_id=task_id, did=did, name="white-clover"),
        element("input", "1", name="estimation_procedure"),
        element("input", target, name="target_feature"),
        *(element("quality", str(size), name=name) for name, size in sizes.items()),
    )


def listed(*rows, call=LIST):
    return all_tasks(CannedClient({f"{call}/{PAGE}": answer("tasks", *rows)}), lambda: None)


def test_a_row_is_a_task_with_what_it_states():
    assert listed(row()) == {7: ListedTask(7, 40, "white-clover", 1, "class", 63, 20)}


def test_what_a_row_leaves_open_is_none():
    (blank,) = listed(row(target="", NumberOfInstances="?", MinorityClassSize="")).values()
    assert (blank.target, blank.n_instances, blank.minority_size) == (None, None, None)
    (none,) = listed(row(NumberOfInstances="0", MinorityClassSize="0.0")).values()
    assert (none.n_instances, none.minority_size) == (None, 0)


def test_a_task_whose_data_set_was_deleted_is_passed_over():
    assert list(listed(row(), row(8, ""), row("", 3))) == [7]


def test_two_rows_of_a_task_that_differ_leave_open_what_both_state():
    found = listed(row(), row(target="kind"))
    assert found == {7: ListedTask(7, 40, "", None, None, None, None)}


def test_an_empty_list_is_an_error():
    with pytest.raises(PrgbenchError, match=r"^https://archive.test lists no classification task"):
        all_tasks(CannedClient(), lambda: None)


def test_a_tag_is_quoted_and_named_where_no_task_has_it():
    call = f"{LIST}/tag/OpenML%2FCC%2018/{PAGE}"
    client = CannedClient({call: answer("tasks", row())})
    assert list(all_tasks(client, lambda: None, "OpenML/CC 18")) == [7]
    with pytest.raises(PrgbenchError, match="no classification task with the tag 'mine'"):
        all_tasks(CannedClient(), lambda: None, "mine")


def test_tasks_by_id_are_asked_for_in_parts(monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.listed_tasks.IDS_PER_CALL", 2)
    done = []
    client = CannedClient(
        {
            f"{LIST}/task_id/5,7/{PAGE}": answer("tasks", row(5), row(7)),
            f"{LIST}/task_id/10/{PAGE}": answer("tasks", row(10)),
        }
    )
    found = tasks_by_id(client, [5, 7, 8, 9, 10], lambda: done.append(1))
    assert list(found) == [5, 7, 10]
    assert client.calls[1] == f"{LIST}/task_id/8,9/{PAGE}"
    assert len(done) == 3


def test_the_tasks_of_a_suite_are_in_order_and_once():
    tasks = element("tasks", *(fields(task_id=task) for task in (31, 3, "x", 31)))
    client = CannedClient({"study/OpenML-CC18": answer("study", tasks)})
    assert suite_tasks(client, "OpenML-CC18") == (3, 31)
