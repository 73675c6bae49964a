import json

import pytest

from made_up_answer import answer_tables, make_answer
from made_up_tasks import NAMES, make_tables, make_task_scores, repeated
from prgbench.answer.answer import Answer


def test_the_answer_is_that_of_the_tables():
    answer = make_answer()
    assert (answer.tasks, answer.datasets, answer.models) == (17, 9, 510)
    first, second = answer.pairs
    assert first.measures == ("aupr", "auprg")
    assert first.disagree.count == 4
    assert first.disagree.share == pytest.approx(4 / 17)
    assert (first.disagree.lower, first.disagree.upper) == (0.1, 0.4)
    assert first.disagree.null == 0.15
    assert first.disagree.null_upper == pytest.approx(0.2)
    assert first.disagree.tied_null == 0.25
    assert first.halves.excess == 0.1
    assert first.halves.p_value == 0.008
    assert first.halves.verdict == "more than noise"
    assert first.quarters.excess == 0.05
    assert first.replicated.share == 0.05
    assert first.replicated.lower == -0.01
    assert (second.certain.count, second.certain.of) == (3, 17)
    assert second.disagree.count == 8


def test_the_file_has_the_keys_that_others_read():
    content = json.loads(make_answer().to_json())
    assert set(content) == {
        "study", "archive", "tasks", "datasets", "models", "confidence_level", "pairs", "cost",
        "given", "equal_rows",
    }  # fmt: skip
    assert {"disagree", "halves", "replicated", "certain", "measures"} <= set(content["pairs"][0])
    assert content["cost"][0]["above_0.01"] == 0.25
    assert content["cost"][-1]["cost"] is None
    changes = content["given"]["fold_mean_changes_winner"]["aupr"]
    assert changes == {"share": 0.5, "lower": 0.2, "upper": 0.8, "tasks": 16}
    assert list(content["given"]["repeat_changes_winner"]) == ["aupr"]
    assert content["equal_rows"] == {"share": pytest.approx(0.128), "tasks_above": 1}


def test_the_file_is_read_as_it_was_written():
    answer = make_answer()
    assert Answer.read(answer.to_json()) == answer


def test_a_study_without_parts_has_an_answer_with_counts_alone():
    answer = make_answer({})
    assert answer.pairs[0].disagree.count == 4
    assert answer.pairs[0].disagree.null is None
    assert answer.pairs[0].halves is None
    assert answer.pairs[0].certain is None
    assert answer.cost == []
    assert answer.given == {}
    assert answer.equal_rows is None


@pytest.mark.parametrize("part", sorted(answer_tables()))
def test_each_part_may_be_missing(part):
    tables = answer_tables()
    del tables[part]
    assert make_answer(tables).tasks == 17


def test_the_part_given_reaches_the_answer():
    tasks = [repeated(make_task_scores(task_id, n=60), 2) for task_id in (1, 2)]
    content = json.loads(make_answer(make_tables(["given"], tasks)).to_json())
    assert set(content["given"]) == {"fold_mean_changes_winner", "repeat_changes_winner"}
    assert set(content["given"]["fold_mean_changes_winner"]) == set(NAMES)
