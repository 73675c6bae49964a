"""Verdicts have words, and an unknown one is an error."""

import pytest
from pydantic import ValidationError

from made_up_answer import make_answer
from prgbench.answer.answer import Answer
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, Verdict, WinnerVerdict
from prgbench.report.first_screen import verdict


@pytest.mark.parametrize("kind", [RankingVerdict, WinnerVerdict])
def test_every_verdict_has_words_with_the_place_of_what_it_is_about(kind):
    named = {RankingVerdict: "{pairs}", WinnerVerdict: "{winners}"}[kind]
    assert all(named in member.words for member in kind)
    assert len({member.words for member in kind}) == len(kind)


def with_verdict(part, word):
    text = make_answer().to_json()
    answer = Answer.read(text).model_dump(mode="json", by_alias=False)
    for pair in answer["pairs"]:
        if pair[part]:
            pair[part]["verdict"] = word
    return answer


@pytest.mark.parametrize(
    ("part", "word"),
    [("ranks", member) for member in RankingVerdict]
    + [("winners", member) for member in WinnerVerdict],
)
def test_a_pair_with_any_verdict_is_in_the_first_sentence(part, word):
    answer = Answer.model_validate(with_verdict(part, str(word)))
    begin = word.words.partition("{")[0].strip() or word.words.partition("}")[2].strip()
    assert begin.lower() in verdict(answer).lower()


@pytest.mark.parametrize("part", ["ranks", "winners"])
def test_an_unknown_verdict_is_an_error(part):
    with pytest.raises(ValidationError, match="verdict"):
        Answer.model_validate(with_verdict(part, "perhaps"))


def test_a_verdict_is_its_word():
    assert f"{ChoiceVerdict.COSTS}" == ChoiceVerdict.COSTS == "costs"
    assert isinstance(RankingVerdict("rank alike"), Verdict)
