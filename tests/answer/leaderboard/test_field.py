import numpy as np

from made_up_flows import models_with
from prgbench.answer.pairwise_wins import drawn_flows

NAMES = ["aupr", "auprg"]


def test_flows_in_few_tasks_are_counted_and_left_out():
    orders = [([1, 2, 9], [2, 1, 9]), ([1, 2], [1, 2]), ([2, 1, 8], [1, 2, 8])]
    field = drawn_flows(models_with(orders, datasets=[5, 5, 6]), NAMES, fewest_tasks=3)
    assert field.flows["flow_id"].tolist() == [1, 2]
    assert field.flows["tasks"].tolist() == [3, 3]
    assert field.flows["datasets"].tolist() == [2, 2]
    assert (field.left_out, field.unconnected) == (2, 0)
    assert field.datasets.tolist() == [5, 5, 6]


def test_relative_ranks_are_among_all_models_of_the_task():
    models = models_with([([3, 1, 9], [9, 1, 3]), ([1, 3], [1, 3])])
    models.loc[models["task_id"] == 1, "rank_aupr"] = 1.0
    entries = drawn_flows(models, NAMES, fewest_tasks=2).entries
    assert entries["flow"].tolist() == [0, 1, 0, 1]
    assert entries["task"].tolist() == [0, 0, 1, 1]
    assert entries["aupr"].tolist() == [0.5, 0.0, 0.5, 0.5]
    assert entries["auprg"].tolist() == [0.5, 1.0, 0.0, 1.0]


def test_a_task_in_which_no_two_are_drawn_does_not_count():
    field = drawn_flows(models_with([([1, 2], [1, 2]), ([1, 7], [1, 7])]), NAMES, fewest_tasks=1)
    alone = drawn_flows(models_with([([1, 2], [1, 2])] * 2 + [([1], [1])]), NAMES, fewest_tasks=2)
    assert len(field.datasets) == 2
    assert len(alone.datasets) == 2
    assert alone.flows["tasks"].tolist() == [3, 2]


def test_of_groups_that_never_meet_the_largest_is_kept():
    orders = [([1, 2], [1, 2]), ([3, 4], [3, 4]), ([4, 5], [4, 5]), ([3, 4], [4, 3])]
    field = drawn_flows(models_with(orders), NAMES, fewest_tasks=1)
    assert field.flows["flow_id"].tolist() == [3, 4, 5]
    assert (field.left_out, field.unconnected) == (0, 2)
    assert field.datasets.tolist() == [1, 2, 3]


def test_several_runs_of_a_flow_count_as_their_mean():
    models = models_with([([1, 2, 3], [1, 2, 3])])
    models["flow_id"] = [1, 2, 1]
    entries = drawn_flows(models, NAMES, fewest_tasks=1).entries
    assert entries["aupr"].tolist() == [0.5, 0.5]


def test_flows_of_one_name_are_told_apart_by_their_ids():
    names = {1: "weka.J48(1)", 2: "weka.J48(1)", 3: "weka.ZeroR(1)"}
    models = models_with([([1, 2, 3], [1, 2, 3])], flow_names=names)
    flows = drawn_flows(models, NAMES, fewest_tasks=1).flows["flow"]
    assert flows.tolist() == ["weka.J48(1) (flow 1)", "weka.J48(1) (flow 2)", "weka.ZeroR(1)"]


def test_no_flow_in_enough_tasks():
    field = drawn_flows(models_with([([1, 2], [2, 1])]), NAMES, fewest_tasks=5)
    assert (len(field.flows), len(field.entries), field.left_out) == (0, 0, 2)
    assert np.asarray(field.datasets).shape == (0,)


def test_names_that_look_the_same_are_no_reason_to_take_two_flows_for_one():
    names = {1: "X", 2: "X (flow 3)", 3: "X", 4: ""}
    models = models_with([([1, 2, 3, 4], [1, 2, 3, 4])], flow_names=names)
    flows = drawn_flows(models, NAMES, fewest_tasks=1).flows["flow"]
    assert flows.tolist() == [
        "X (flow 1)",
        "X (flow 3) (flow 2)",
        "X (flow 3) (flow 3)",
        "(flow 4)",
    ]
