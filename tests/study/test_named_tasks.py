import pytest

from folder_archives import make_folder, make_task
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Reason
from prgbench.study.plan import make_plan
from prgbench.study.selection import Selection, only_asked_for


@pytest.fixture
def archive(tmp_path):
    return make_folder(tmp_path / "archive", [make_task(i) for i in (1, 2, 3)], n_flows=4)


@pytest.fixture
def listing(archive):
    return archive.tasks(Selection().query)


def test_names_and_ids_choose_tasks(listing):
    chosen = only_asked_for(listing, ("data-2", 3))
    assert [task.task_id for task in chosen.tasks] == [2, 3]
    assert [(e.task_id, e.reason) for e in chosen.excluded] == [(1, Reason.NOT_REQUESTED)]


def test_ids_alone_are_left_to_the_source(listing):
    assert only_asked_for(listing, (1,)) is listing
    assert only_asked_for(listing, None) is listing


def test_a_name_of_no_data_set_is_refused(listing):
    with pytest.raises(PrgbenchError) as raised:
        only_asked_for(listing, ("hut", "data-2", "hart", 3))
    assert str(raised.value) == (
        "`selection.tasks` names 'hart', which has no task: correct it. The data sets are "
        "data-1, data-2, data-3."
    )


def test_a_plan_has_the_tasks_of_data_sets_that_are_named(archive):
    selection = Selection(tasks=("data-3",), min_flows=4, models=4)
    plan = make_plan(archive, "test", selection)
    assert [planned.task_id for planned in plan.tasks] == [3]


@pytest.mark.parametrize("name", ["dta-3", "4"])
def test_a_positive_label_of_no_data_set_is_refused(archive, name):
    archive.positive_label = {"data-1": "yes", name: "yes"}
    with pytest.raises(
        PrgbenchError, match=rf"`positive_label` names '{name}', which has no task"
    ):
        make_plan(archive, "test", Selection(min_flows=4, models=4))
