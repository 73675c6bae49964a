"""The lists of tasks: what is asked, what a row becomes, and sentences on what is not there."""

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml import listings
from prgbench.sources.openml.answers import ServerError
from prgbench.sources.openml.listings import (
    LIST,
    ListedTask,
    Procedure,
    all_tasks,
    procedures,
    suite_tasks,
    tagged_tasks,
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
    (found,) = listed(row(target="", NumberOfInstances="?", MinorityClassSize="")).values()
    assert (found.target, found.n_instances, found.minority_size) == (None, None, None)
    (none,) = listed(row(NumberOfInstances="0", MinorityClassSize="0.0")).values()
    assert (none.n_instances, none.minority_size) == (None, 0)


def test_a_task_whose_data_set_was_deleted_is_passed_over():
    assert list(listed(row(), row(8, ""), row("", 3))) == [7]


def test_two_rows_of_a_task_that_differ_leave_open_what_both_state():
    found = listed(row(), row(target="kind"))
    assert found == {7: ListedTask(7, 40, "", None, None, None, None)}


def test_an_empty_list_is_believed_after_smaller_pages():
    client = CannedClient()
    with pytest.raises(PrgbenchError, match=r"^https://archive.test lists no classification task"):
        all_tasks(client, lambda: None)
    smaller = f"{LIST}/limit/1000/offset/0"
    assert client.calls == [f"{LIST}/{PAGE}", smaller, smaller, smaller]
    answers = CannedClient({smaller: answer("tasks", row())})
    assert list(all_tasks(answers, lambda: None)) == [7]


def test_a_tag_is_quoted_and_named_where_no_task_has_it():
    call = f"{LIST}/tag/OpenML%2FCC%2018/{PAGE}"
    client = CannedClient({call: answer("tasks", row())})
    assert list(tagged_tasks(client, "OpenML/CC 18", lambda: None)) == [7]
    with pytest.raises(PrgbenchError, match="no classification task with the tag 'mine'"):
        tagged_tasks(CannedClient(), "mine", lambda: None)


def test_tasks_by_id_are_asked_for_in_parts(monkeypatch):
    monkeypatch.setattr(listings, "IDS_PER_CALL", 2)
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


def test_a_suite_that_is_not_there_or_empty_has_a_sentence():
    unknown = ServerError(601, "Study does not exist", "study/99")
    with pytest.raises(PrgbenchError, match=r"has no suite '99' \(Study does not exist\)"):
        suite_tasks(CannedClient({"study/99": unknown}), "99")
    with pytest.raises(PrgbenchError, match=r"^The suite '99' of https://archive.test has no tas"):
        suite_tasks(CannedClient({"study/99": answer("study")}), "99")


def asked(*stated):
    listed = [element("estimationprocedure", fields(**record)) for record in stated]
    call = "estimationprocedure/list"
    return procedures(CannedClient({call: answer("estimationprocedures", *listed)}))


def test_repeats_and_folds_are_as_stated_and_one_where_they_are_not():
    assert asked(
        {"id": 1, "ttid": 1, "type": "crossvalidation", "repeats": 1, "folds": 10},
        {"id": 3, "ttid": 1, "type": "crossvalidation", "repeats": "10", "folds": "10.0"},
        {"id": 6, "ttid": 1, "type": "holdout"},
    ) == {1: Procedure(1, 10), 3: Procedure(10, 10), 6: Procedure(1, 1)}


def test_where_every_instance_is_a_fold_their_number_is_open():
    assert asked({"id": 5, "ttid": 1, "type": "leaveoneout", "repeats": 1}) == {
        5: Procedure(1, None)
    }


def test_other_kinds_of_tasks_and_splits_that_nobody_computes_are_passed_over():
    assert list(
        asked(
            {"id": 1, "ttid": 1, "type": "crossvalidation", "repeats": 1000, "folds": 10_000},
            {"id": 7, "ttid": 2, "type": "crossvalidation", "repeats": 1, "folds": 10},
            {"id": 8, "ttid": 1, "type": "crossvalidation", "repeats": 1001, "folds": 10},
            {"id": 9, "ttid": 1, "type": "crossvalidation", "repeats": 1, "folds": 10_001},
            {"id": 10, "ttid": 1, "type": "crossvalidation", "repeats": 0, "folds": 10},
            {"id": 11, "ttid": 1, "type": "leaveoneout", "repeats": 0},
            {"id": "", "ttid": 1, "type": "holdout"},
            {"id": 12, "ttid": 1, "type": "crossvalidation", "repeats": "nan", "folds": 10},
            {"id": 13, "ttid": 1, "type": "crossvalidation", "repeats": 1, "folds": "1e300"},
        )
    ) == [1]


def test_a_server_that_knows_none_is_no_openml_server():
    with pytest.raises(PrgbenchError, match=r"^https://archive.test knows no estimation procedur"):
        asked({"id": 7, "ttid": 2, "type": "crossvalidation", "repeats": 1, "folds": 10})
