"""What tasks and data sets say where the list of tasks leaves it open."""

from dataclasses import replace

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.sources.openml.answers import NoAnswerError, ServerError
from prgbench.sources.openml.described_tasks import (
    described,
    with_inputs,
    with_name,
    with_sizes,
)
from prgbench.sources.openml.listed_tasks import ListedTask

LISTED = ListedTask(7, 40, "clover", 1, "class", 63, 20)


def task(task_id=7, kind=1, data_set=41, target="kind"):
    inputs = (
        element("input", element("data_set", fields(data_set_id=data_set, target_feature=target))),
        element("input", element("estimation_procedure", fields(id=3))),
    )
    return answer("task", fields(task_id=task_id, task_type_id=kind), *inputs)


def test_a_task_describes_its_data_set_target_and_procedure():
    client = CannedClient({"task/7": task()})
    assert described(client, 7) == ListedTask(7, 41, "", 3, "kind", None, None)


@pytest.mark.parametrize("stated", [task(kind=2), task(data_set="")])
def test_what_is_no_classification_task_is_none(stated):
    assert described(CannedClient({"task/7": stated}), 7) is None


def test_an_unknown_task_is_none_and_other_refusals_are_raised():
    unknown = ServerError(151, "Unknown task", "task/7")
    assert described(CannedClient({"task/7": unknown}), 7) is None
    with pytest.raises(ServerError, match="code 102"):
        described(CannedClient({"task/7": ServerError(102, "no", "task/7")}), 7)


def test_the_description_of_another_task_is_not_believed():
    with pytest.raises(NoAnswerError, match="the description of another task"):
        described(CannedClient({"task/7": task(task_id=8)}), 7)


def test_the_task_is_asked_only_for_what_the_list_lacks():
    client = CannedClient({"task/7": task()})
    assert with_inputs(client, LISTED) == LISTED
    assert client.calls == []
    without = replace(LISTED, procedure_id=None)
    assert with_inputs(client, without) == replace(
        LISTED, dataset_id=41, procedure_id=3, target="kind"
    )
    assert with_inputs(CannedClient({"task/7": task(kind=2)}), without) is None


def test_what_the_task_leaves_open_too_stays_as_the_list_had_it():
    client = CannedClient({"task/7": task(target="")})
    found = with_inputs(client, replace(LISTED, procedure_id=None, target="class"))
    assert (found.target, found.procedure_id) == ("class", 3)


def test_sizes_come_from_the_qualities_of_the_data_set():
    rows = {"NumberOfInstances": "63.0", "MinorityClassSize": "0", "NumberOfClasses": "2"}
    qualities = [
        element("quality", fields(name=name, value=value)) for name, value in rows.items()
    ]
    client = CannedClient({"data/qualities/40": answer("data_qualities", *qualities)})
    assert with_sizes(client, LISTED) is LISTED
    assert client.calls == []
    unsized = replace(LISTED, n_instances=None, minority_size=20)
    assert with_sizes(client, unsized) == replace(LISTED, n_instances=63, minority_size=0)


def test_no_instances_are_no_size():
    zero = element("quality", fields(name="NumberOfInstances", value="0.0"))
    client = CannedClient({"data/qualities/40": answer("data_qualities", zero)})
    assert with_sizes(client, replace(LISTED, n_instances=None)).n_instances is None


@pytest.mark.parametrize("code", [361, 362, 363, 364])
def test_a_data_set_without_qualities_leaves_the_size_open(code):
    call, unsized = "data/qualities/40", replace(LISTED, n_instances=None)
    client = CannedClient({call: ServerError(code, "none", call)})
    assert with_sizes(client, unsized) is unsized
    with pytest.raises(ServerError):
        with_sizes(CannedClient({call: ServerError(102, "no", call)}), unsized)


def test_the_name_comes_from_the_data_set_or_is_its_number():
    client = CannedClient(
        {"data/40": answer("data_set_description", fields(id=40, name="white-clover"))}
    )
    nameless = replace(LISTED, dataset_name="")
    assert with_name(client, LISTED) is LISTED
    assert with_name(client, nameless).dataset_name == "white-clover"
    gone = ServerError(111, "Unknown dataset", "data/40")
    assert with_name(CannedClient({"data/40": gone}), nameless).dataset_name == "data set 40"
