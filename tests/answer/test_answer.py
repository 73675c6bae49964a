import json

import pytest

from made_up_answer import answer_tables, make_agreement, make_answer
from made_up_tasks import NAMES, make_tables, make_task_scores, repeated
from prgbench.answer.answer import Answer


def test_the_answer_is_that_of_the_tables():
    answer = make_answer()
    assert (answer.tasks, answer.datasets, answer.models) == (17, 9, 34)
    first, second = answer.pairs
    assert first.measures == ("aupr", "auprg")
    assert first.disagree.count == 4
    assert first.disagree.share == pytest.approx(4 / 17)
    assert (first.disagree.lower, first.disagree.upper) == (0.1, 0.4)
    assert first.disagree.null == 0.15
    assert first.disagree.null_upper == pytest.approx(0.2)
    assert first.disagree.tied_null == 0.25
    assert first.halves.excess == 0.1
    assert (first.difference.found_minus_noise, first.difference.lower) == (0.05, -0.05)
    assert (first.ranks.without_noise, first.ranks.noise_alone) == (0.95, 0.97)
    assert first.ranks.found == make_agreement()["rank_correlation"].iloc[0]
    assert (first.ranks.verdict, first.ranks.detectable) == ("rank differently", 0.04)
    assert (first.top.models, first.top.without_noise) == (10, 0.9)
    assert (first.winners.verdict, first.winners.p_value) == ("not resolved", 0.2)
    assert first.quarters.excess == 0.05
    assert first.replicated.share == 0.05
    assert first.replicated.lower == -0.01
    assert (second.certain.count, second.certain.of) == (3, 17)
    assert second.disagree.count == 8
    assert second.top is None
    assert second.winners.verdict == "the winners differ"
    costs = {(one.by, one.target): one for one in answer.choosing}
    assert (costs["auroc", "aupr"].loss, costs["auroc", "aupr"].loss_on_quarters) == (0.01, 0.02)
    assert costs["aupr", "honest_f1"].loss_on_quarters is None
    assert answer.lower_expected_f1[0].by == "aupr"


def test_the_file_has_the_keys_that_others_read():
    content = json.loads(make_answer().to_json())
    assert set(content) == {
        "study", "archive", "scope", "notes", "warnings", "tasks", "datasets", "models",
        "confidence_level", "units", "pairs",
        "choosing", "lower_expected_f1", "best_models", "orders", "complete",
        "given", "equal_rows",
    }  # fmt: skip
    first = content["pairs"][0]
    assert {"disagree", "halves", "replicated", "certain", "measures"} <= set(first)
    asked = {"found", "without_noise", "lower", "upper", "verdict", "detectable"}
    assert asked <= set(first["ranks"])
    assert set(first["top"]) == {"models", "without_noise", "lower", "upper", "verdict"}
    assert {"p_value", "verdict"} <= set(first["winners"])
    assert set(first["difference"]) == {"found_minus_noise", "lower", "upper"}
    asked = {"by", "target", "loss", "lower", "upper", "verdict"}
    assert asked <= set(content["choosing"][0])
    assert content["choosing"][-1]["loss"] is None
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
