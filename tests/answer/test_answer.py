"""The file of the answer: its keys, and that it is read as it was written."""

import json

import pytest

from made_up_answer import make_answer
from prgbench.answer.answer import Answer


def test_the_file_has_the_keys_that_others_read():
    content = json.loads(make_answer().to_json())
    assert set(content) == {
        "study", "archive", "scope", "notes", "warnings", "tasks", "datasets", "families",
        "models", "confidence_level", "units", "pairs",
        "choosing", "lower_expected_f1", "best_models", "orders", "complete",
        "mean_costs", "pairs_at_all_costs",
        "given", "equal_rows", "items", "costs",
    }  # fmt: skip
    first = content["pairs"][0]
    assert set(first) == {
        *("measures", "disagree", "ranks", "winners", "pairs_of_models", "leaderboards")
    }
    alike = {"found", "if_alike", "if_alike_lower", "if_alike_upper", "p_value", "verdict"}
    assert set(first["ranks"]) == alike | {
        *("margin", "p_value_beyond", "reversed", "reversed_upper", "noise_at_most"),
        *("fewest", "most", "opposite_skews"),
    }
    assert set(first["winners"]) == alike | {"tasks", "certain", "noise_at_most"}
    assert set(first["pairs_of_models"]) == {
        *("same", "reversed", "open", "pairs", "lacking", "noise_unknown")
    }
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
