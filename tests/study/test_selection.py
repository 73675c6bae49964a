"""Mistakes in the selection of a study, each one sentence."""

from types import SimpleNamespace

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings
from prgbench.sources.tasks import TaskQuery
from prgbench.study.selection import Selection


def checked(**settings):
    return check_settings(settings, "study.yaml", Selection)


def mistake(**settings):
    with pytest.raises(PrgbenchError) as caught:
        checked(**settings)
    return str(caught.value)


def test_runs_that_are_left_out():
    assert checked(excluded_runs=[5, 145651]).excluded_runs == (5, 145651)
    assert checked().excluded_runs == ()


@pytest.mark.parametrize("run", [0, -1, 1.5, "1", None])
def test_what_is_no_id_of_a_run(run):
    assert mistake(excluded_runs=[run]).startswith("study.yaml: excluded_runs.0: ")


def test_a_run_that_is_pinned_and_left_out():
    assert mistake(pinned_runs={3: [5, 6], 4: [7]}, excluded_runs=[8, 7, 6]) == (
        "study.yaml: excluded_runs: run 6 is also among `pinned_runs`: remove it from one of them."
    )


def test_no_task_is_not_any_task():
    assert mistake(tasks=[]).startswith(
        "study.yaml: tasks: [] is not allowed; it should have at least 1 item. "
    )


@pytest.mark.parametrize("day", ["2015-02-30", "2015-13-01", "0000-00-00"])
def test_a_last_day_that_is_none(day):
    assert f"{day!r} is not a calendar date" in mistake(uploaded_until=day)


@pytest.mark.parametrize(
    ("settings", "models", "min_flows"),
    [({}, 30, 20), ({"models": 7}, 7, 20), ({"models": "all", "min_flows": 3}, "all", 3)],
)
def test_a_source_has_defaults_of_its_own(settings, models, min_flows):
    source = SimpleNamespace(default_models=30, default_min_flows=20)
    found = Selection(**settings).for_source(source)
    assert (found.models, found.min_flows) == (models, min_flows)
    assert found.n_models == (None if models == "all" else models)


def test_without_a_number_of_models_all_are_drawn():
    source = SimpleNamespace(default_models=None, default_min_flows=2)
    assert Selection().n_models is None
    assert Selection().for_source(source).models == "all"


def test_what_is_asked_of_the_source():
    settings = {
        "estimation_procedures": [3],
        "tasks": [7, 5],
        "suite": 99,
        "tags": ["a", "b"],
        "instances": {"min": 10, "max": 500},
    }
    assert checked(**settings).query == TaskQuery(
        estimation_procedures=(3,),
        task_ids=(7, 5),
        suite="99",
        tags=("a", "b"),
        min_instances=10,
        max_instances=500,
    )
    assert checked().query == TaskQuery(estimation_procedures=(1,))


def test_where_a_task_is_named_by_its_data_set_all_are_listed():
    assert checked(tasks=[7, "heart"]).query.task_ids is None


@pytest.mark.parametrize("instances", [{"min": 0}, {"max": 0}])
def test_a_data_set_has_at_least_one_instance(instances):
    assert "0 is not allowed" in mistake(instances=instances)
    assert checked(instances={"min": 1, "max": 1}).query.max_instances == 1


def test_sizes_that_no_data_set_has_are_refused():
    assert mistake(instances={"min": 500, "max": 100}).endswith(
        "instances: `min` is 500 and `max` is 100, which no data set fits: correct one."
    )
