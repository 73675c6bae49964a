"""What the answer takes from the tables of the parts, and what it lacks without them."""

import json

import pytest

from made_up_answer import answer_tables, make_answer
from made_up_tasks import NAMES, make_tables, make_task_scores, repeated


def test_the_answer_is_that_of_the_tables():
    answer = make_answer()
    assert (answer.tasks, answer.datasets, answer.models) == (17, 9, 34)
    first, second = answer.pairs
    assert first.measures == ("aupr", "auprg")
    assert first.disagree.count == 4
    assert first.disagree.share == pytest.approx(4 / 17)
    assert (first.disagree.lower, first.disagree.upper) == (0.1, 0.4)
    assert first.disagree.if_alike == 0.15
    assert first.disagree.if_alike_upper == pytest.approx(0.2)
    assert (first.ranks.found, first.ranks.if_alike, first.ranks.margin) == (0.9, 0.95, 0.01)
    assert (first.ranks.verdict, first.ranks.p_value) == ("rank differently", 0.004)
    assert first.ranks.p_value_beyond == 0.01
    assert (first.ranks.reversed, first.ranks.reversed_upper) == (0.05, 0.08)
    assert (first.winners.verdict, first.winners.p_value) == ("not resolved", 0.2)
    assert second.disagree.count == 8
    assert (second.winners.certain, second.winners.tasks) == (3, 17)
    assert second.winners.verdict == "the winners differ"
    pairs = second.pairs_of_models
    assert (pairs.same, pairs.reversed, pairs.open, pairs.pairs) == (100, 7, 93, 200)
    costs = {(one.by, one.target): one for one in answer.choosing}
    assert (costs["auroc", "aupr"].loss, costs["auroc", "aupr"].half) == (0.01, 150)
    assert answer.lower_expected_f1[0].by == "aupr"


def test_a_study_without_parts_has_an_answer_with_counts_alone():
    answer = make_answer({})
    assert answer.pairs[0].disagree.count == 4
    assert answer.pairs[0].disagree.if_alike is None
    assert answer.pairs[0].winners is None
    assert answer.pairs[0].pairs_of_models is None
    assert answer.choosing == []
    assert answer.pairs[0].ranks is None
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
