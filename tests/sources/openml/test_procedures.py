"""How often and in how many folds the server's estimation procedures split a task."""

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml.tasks import Procedure, procedures


def asked(*stated: dict[str, object]) -> dict[int, Procedure]:
    listed = [element("estimationprocedure", fields(**record)) for record in stated]
    call = "estimationprocedure/list"
    return procedures(CannedClient({call: answer("estimationprocedures", *listed)}))


def test_repeats_and_folds_are_as_stated_and_one_where_they_are_not() -> None:
    assert asked(
        {"id": 1, "ttid": 1, "type": "crossvalidation", "repeats": 1, "folds": 10},
        {"id": 3, "ttid": 1, "type": "crossvalidation", "repeats": "10", "folds": "10.0"},
        {"id": 6, "ttid": 1, "type": "holdout"},
    ) == {1: Procedure(1, 10), 3: Procedure(10, 10), 6: Procedure(1, 1)}


def test_where_every_instance_is_a_fold_their_number_is_open() -> None:
    assert asked({"id": 5, "ttid": 1, "type": "leaveoneout", "repeats": 1}) == {
        5: Procedure(1, None)
    }


def test_other_kinds_of_tasks_and_splits_that_nobody_computes_are_passed_over() -> None:
    assert list(
        asked(
            {"id": 1, "ttid": 1, "type": "crossvalidation", "repeats": 1000, "folds": 10_000},
            {"id": 7, "ttid": 2, "type": "crossvalidation", "repeats": 1, "folds": 10},
            {"id": 8, "ttid": 1, "type": "crossvalidation", "repeats": 1001, "folds": 10},
            {"id": 9, "ttid": 1, "type": "crossvalidation", "repeats": 1, "folds": 10_001},
            {"id": 10, "ttid": 1, "type": "crossvalidation", "repeats": 0, "folds": 10},
            {"id": 11, "ttid": 1, "type": "leaveoneout", "repeats": 0},
            {"id": "", "ttid": 1, "type": "holdout"},
        )
    ) == [1]


def test_a_server_that_knows_none_is_no_openml_server() -> None:
    with pytest.raises(PrgbenchError, match=r"^https://archive.test knows no estimation procedur"):
        asked({"id": 7, "ttid": 2, "type": "crossvalidation", "repeats": 1, "folds": 10})
