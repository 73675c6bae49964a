"""Verdicts have words, and an unknown one is an error."""

import pytest
from pydantic import ValidationError

from golden_files import check_golden
from made_up_answer import make_answer
from prgbench.answer.answer import Answer
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.report.verdict_sentences import _rankings, _winners

VERDICTS = [
    *(("ranks", word) for word in RankingVerdict),
    *(("winners", word) for word in WinnerVerdict),
]


def with_verdict(part, word):
    text = make_answer().to_json()
    answer = Answer.read(text).model_dump(mode="json", by_alias=False)
    for pair in answer["pairs"]:
        if pair[part]:
            pair[part]["verdict"] = word
    return answer


def clause(part, word):
    """Return what the first sentence says of a pair's ranks or winners."""
    fields = with_verdict(part, word)
    fields["pairs"] = [{**fields["pairs"][0], "measures": ["aupr", "auprg"]}]
    pairs = Answer.model_validate(fields).pairs
    [text] = _rankings(pairs) if part == "ranks" else _winners(pairs)
    return text


def test_a_pair_with_any_verdict_is_in_the_first_sentence():
    clauses = {(part, word): clause(part, word) for part, word in VERDICTS}
    assert len(set(clauses.values())) == len(VERDICTS)
    for (part, _), words in clauses.items():
        assert ("AUPR and AUPRG" if part == "ranks" else "their winners") in words
    lines = [f"{part}, {word}: {words}" for (part, word), words in clauses.items()]
    check_golden("verdicts", "\n".join(lines))


@pytest.mark.parametrize("part", ["ranks", "winners"])
def test_an_unknown_verdict_is_an_error(part):
    with pytest.raises(ValidationError, match="verdict"):
        Answer.model_validate(with_verdict(part, "perhaps"))


def test_a_verdict_is_its_word():
    assert f"{ChoiceVerdict.COSTS}" == ChoiceVerdict.COSTS == "costs"
    assert RankingVerdict("alike within .01") is RankingVerdict.ALIKE
