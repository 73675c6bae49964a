"""Which of several pairs' numbers the first screen names: the worst, for all of them at once."""

import pytest

from made_up_answer import make_answer
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from prgbench.report.first_screen import answer_sentences, verdict


def with_pairs(ranks=(), top=(), winners=()):
    """Return an answer whose pairs have these values, all verdicts not resolved."""
    answer = make_answer()
    for name, values in {
        "ranks": [{"verdict": RankingVerdict.NOT_RESOLVED, **one} for one in ranks],
        "top": [{"verdict": RankingVerdict.ALIKE, **one} for one in top],
        "winners": [{"verdict": WinnerVerdict.NOT_RESOLVED, **one} for one in winners],
    }.items():
        for number, changes in enumerate(values):
            pair = answer.pairs[number]
            record = (getattr(pair, name) or answer.pairs[0].top).model_copy(update=changes)
            answer.pairs[number] = pair.model_copy(update={name: record})
    return answer


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("detectable", "needed", "correlation"),
    [
        ((0.04, 0.1), (120, 300), "0.900 or less (300 data sets"),
        ((0.04, 0.1), (300, 120), "0.900 or less (300 data sets"),
        ((0.04, 0.1), (120, 100_000), "0.900 or less;"),
        ((0.04, 0.1), (120, None), "0.900 or less;"),
        ((None, 0.1), (120, 99_999), "0.900 or less (99,999 data sets"),
    ],
)
def test_the_weakest_pair_says_what_correlation_could_have_been_shown(
    detectable, needed, correlation, turned
):
    step = -1 if turned else 1
    ranks = [
        {"detectable": reach, "datasets_needed": datasets}
        for reach, datasets in zip(detectable[::step], needed[::step], strict=True)
    ]
    power = answer_sentences(with_pairs(ranks, winners=[{"detectable": 0.1}] * 2))[2]
    assert f"a rank correlation of {correlation}" in power


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("detectable", "share"),
    [((0.1, 0.2), "in 20.0% more"), ((0.1, 1.2), ""), ((None, 1.0), "in 100")],
)
def test_the_weakest_pair_says_what_winners_could_have_been_shown(detectable, share, turned):
    winners = [{"detectable": value} for value in detectable[:: -1 if turned else 1]]
    power = answer_sentences(with_pairs(winners=winners))[2]
    assert ("different winners" in power) == bool(share)
    assert share in power


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((0.004, 0.03), "one above 0.030 is unlikely"),
        ((0.004, 0.01), "costs less than 0.01."),
        ((0.004, 0.0101), "one above 0.010 is unlikely"),
    ],
)
def test_the_largest_bound_says_what_choosing_may_cost(bounds, words, turned):
    answer = make_answer()
    rows = [
        answer.choosing[0].model_copy(
            update={"by": by, "target": target, "upper": upper, "verdict": "not resolved"}
        )
        for by, target, upper in zip(
            ("auroc", "aupr"), ("aupr", "auroc"), bounds[:: -1 if turned else 1], strict=True
        )
    ]
    assert words in verdict(answer.model_copy(update={"choosing": rows}))


@pytest.mark.parametrize("turned", [False, True])
def test_of_tops_of_several_sizes_the_largest_is_named(turned):
    tops = [{"models": 5}, {"models": 10}][:: -1 if turned else 1]
    ranks = [{"verdict": RankingVerdict.DIFFERENT, "without_noise": 0.9}] * 2
    assert "; among the ten best, " in verdict(with_pairs(ranks, tops))
