"""Verdicts have words, and an unknown one is an error."""

import pytest
from pydantic import ValidationError

from made_up_answer import make_answer
from prgbench.answer.answer import Answer
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.report.first_screen import verdict

# Written by hand, as a reader finds them.
CLAUSES = {
    (
        "ranks",
        "rank differently",
    ): "AUPR and AUPRG rank these models differently, by more than noise",
    ("ranks", "rank alike"): "AUPR and AUPRG rank these models alike",
    (
        "ranks",
        "not resolved",
    ): "this study can't tell whether AUPR and AUPRG rank these models alike",
    ("ranks", "no differences between the models"): (
        "these models do not differ by more than noise, so that AUPR and AUPRG have nothing to "
        "disagree on"
    ),
    ("ranks", "too few data sets"): (
        "there are too few data sets to tell whether AUPR and AUPRG rank these models alike"
    ),
    ("winners", "the winners differ"): "their winners truly differ",
    ("winners", "not resolved"): "this study can't tell whether their winners truly differ",
    (
        "winners",
        "too few data sets",
    ): "there are also too few to tell whether their winners differ",
}


def test_the_clauses_are_of_all_verdicts():
    verdicts = {"ranks": RankingVerdict, "winners": WinnerVerdict}
    assert set(CLAUSES) == {(part, str(word)) for part, kind in verdicts.items() for word in kind}


def with_verdict(part, word):
    text = make_answer().to_json()
    answer = Answer.read(text).model_dump(mode="json", by_alias=False)
    for pair in answer["pairs"]:
        if pair[part]:
            pair[part]["verdict"] = word
    return answer


@pytest.mark.parametrize(("part", "word"), CLAUSES)
def test_a_pair_with_any_verdict_is_in_the_first_sentence(part, word):
    fields = with_verdict(part, word)
    fields["pairs"] = [{**fields["pairs"][0], "measures": ["aupr", "auprg"], "top": None}]
    clauses = verdict(Answer.model_validate(fields)).removesuffix(".").split("; ")
    found = [clause.partition(" (rank correlation")[0].lower() for clause in clauses]
    assert CLAUSES[part, word].lower() in found


@pytest.mark.parametrize("part", ["ranks", "winners"])
def test_an_unknown_verdict_is_an_error(part):
    with pytest.raises(ValidationError, match="verdict"):
        Answer.model_validate(with_verdict(part, "perhaps"))


def test_a_verdict_is_its_word():
    assert f"{ChoiceVerdict.COSTS}" == ChoiceVerdict.COSTS == "costs"
    assert RankingVerdict("rank alike") is RankingVerdict.ALIKE
