"""The answer in detail: whole in a golden file, its numbers, names and verdicts here."""

from itertools import combinations

import pytest

from golden_files import check_golden
from made_up_answer import answer_tables, make_answer
from prgbench.answer.answer import Change
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.report.detailed_answer import answer_sentences

ANSWER = make_answer()
NO_PAIRS = dict.fromkeys(("same", "reversed", "open", "pairs"), 0)
ALIKE = {"verdict": RankingVerdict.ALIKE}
OPEN, DIFFER = WinnerVerdict.NOT_RESOLVED, WinnerVerdict.DIFFER
NO_DIFFERENCE, UNSURE = ChoiceVerdict.NO_DIFFERENCE, ChoiceVerdict.NOT_RESOLVED


def changed(answer=ANSWER, place=None, **changes):
    """Return an answer with changed records of one of its pairs, or of all."""
    pairs = [
        pair.model_copy(
            update={
                name: getattr(pair, name) and getattr(pair, name).model_copy(update=values)
                for name, values in changes.items()
                if place in (None, number)
            }
        )
        for number, pair in enumerate(answer.pairs)
    ]
    return answer.model_copy(update={"pairs": pairs})


def with_losses(*losses):
    """Return an answer with these losses of AUPR by AUROC, of AUROC by AUPR and so on."""
    pairs = [("auroc", "aupr"), ("aupr", "auroc"), ("auprg", "aupr")]
    fields = ("by", "target", "loss", "lower", "upper", "verdict")
    choosing = [
        ANSWER.choosing[0].model_copy(update=dict(zip(fields, (*pair, *loss), strict=True)))
        for pair, loss in zip(pairs, losses, strict=False)
    ]
    return ANSWER.model_copy(update={"choosing": choosing})


def three_pairs():
    answer = changed(ranks=ALIKE, winners={"verdict": OPEN})
    third = answer.pairs[1].model_copy(update={"measures": ("auprg", "auroc")})
    return answer.model_copy(update={"pairs": [*answer.pairs, third]})


def all_open(answer=ANSWER):
    return changed(
        answer, ranks={"verdict": RankingVerdict.NOT_RESOLVED}, winners={"verdict": OPEN}
    )


def open_for_one_measure():
    answer = three_pairs()
    ranks = [RankingVerdict.NOT_RESOLVED, RankingVerdict.DIFFERENT, RankingVerdict.NOT_RESOLVED]
    for place, verdict in enumerate(ranks):
        answer = changed(answer, place, ranks={"verdict": verdict})
    return answer


def of_users_measures():
    pairs = [
        pair.model_copy(update={"measures": tuple(f"column:{name}" for name in names)})
        for pair, names in zip(ANSWER.pairs, [("auc", "f1"), ("auc", "top")], strict=True)
    ]
    return ANSWER.model_copy(update={"pairs": pairs})


def ten_pairs():
    names = ("aupr", "auprg", "auroc", "max_f1", "brier")
    answer = all_open()
    pairs = [
        answer.pairs[0].model_copy(update={"measures": pair}) for pair in combinations(names, 2)
    ]
    different = pairs[4].ranks.model_copy(update={"verdict": RankingVerdict.DIFFERENT})
    pairs[4] = pairs[4].model_copy(update={"ranks": different})
    return answer.model_copy(update={"pairs": pairs})


def ten_pairs_with_one_loss():
    """Return an answer whose only loss is by measures behind the first three pairs."""
    fields = ("by", "target", "loss", "lower", "upper", "verdict")
    choices = [
        ("auroc", "aupr", 0.002, -0.004, 0.008, NO_DIFFERENCE),
        ("brier", "max_f1", 0.08, 0.05, 0.11, ChoiceVerdict.COSTS),
    ]
    choosing = [
        ANSWER.choosing[0].model_copy(update=dict(zip(fields, choice, strict=True)))
        for choice in choices
    ]
    return ten_pairs().model_copy(update={"choosing": choosing})


def ranked(verdict):
    tables = answer_tables()
    for name in ("if_alike", "verdicts"):
        tables[name] = tables[name].query("measure_b == 'auprg'")
    tables["verdicts"] = tables["verdicts"].assign(ranking=verdict)
    return make_answer(tables)


def won(first, second):
    return changed(changed(ANSWER, 0, winners={"verdict": first}), 1, winners={"verdict": second})


def many_pairs():
    changes = {
        name: Change(share=place / 10, tasks=1000 * place)
        for place, name in enumerate(("aupr", "auprg", "auroc", "brier"), start=1)
    }
    given = {"repeat_changes_winner": changes}
    return ANSWER.model_copy(update={"pairs": ANSWER.pairs * 2, "given": given})


NO_EQUAL_ROWS = ANSWER.equal_rows.model_copy(update={"tasks_above": 0})
# What the detailed answer says of each answer: its numbers, names and verdicts.
CASES = {
    "an answer": (
        ANSWER,
        "AUPR and AUPRG rank these models differently beyond sampling noise, by more than 0.01",
        "correlation 0.900; noise alone would give 0.950 [0.930, 0.970]",
        "can't tell whether AUPR and AUROC", "the winners under AUPR and AUPRG",
        "Task by task, the winners under AUPR and AUROC differ beyond sampling noise (47.1% of",
        "costs 0.010 of AUPR [0.006, 0.014] on halves of 150 instances.",
        "AUPR and AUROC 8 of 17, certainly in 3, where noise alone would give 25.0% [20.0%,",
        "Of 200 pairs of models within tasks, AUPR and AUROC certainly order 50.0% the same way",
        "and 7 opposite",
        "AUPR and AUPRG certainly order 60.0% the same way and none", "8 of 16 tasks",
        "In 4 tasks with several repeats", "changes the best model 25.0% of the time",
        "In 1 of 17 tasks more than 5% of the rows",
    ),
    "a study without tests": (make_answer({}), "no test of whether", "AUPR and AUPRG 4 of 17"),
    "one verdict of all pairs": (
        three_pairs(), "AUPR, AUPRG and AUROC rank these models alike except for differences",
        "at most 9.0% of the pairs of models", "whether their winners",
    ),
    "one verdict of some pairs": (changed(ranks=ALIKE), "AUPR and each of AUPRG and AUROC rank"),
    "open for one measure": (
        open_for_one_measure(), "AUPR and AUROC rank these models differently beyond",
        "can't tell whether AUPRG and either AUPR or AUROC rank these models differently, or",
    ),
    "measures of a user": (of_users_measures(), "wins?** auc and f1 rank these models"),
    "nothing shown": (
        all_open(three_pairs()), "AUPR, AUPRG and AUROC rank these models differently (",
        "), or whether their winners differ beyond sampling noise. Selecting",
        "(mean rank correlation 0.900 to 0.960; noise alone would give 0.950 to 0.970",
        "(perhaps only because AUPR is the steadier measure here)",
    ),
    "ten pairs": (
        ten_pairs(), "AUPRG and AUROC rank these models differently", "whether 9 of 10 pairs",
        "AUPRG and AUROC 4 of 17",
    ),
    "ten pairs, one with a loss": (
        ten_pairs_with_one_loss(), "Selecting by Brier", "costs 0.080 of max F1 [0.050, 0.110]",
    ),
    "no differences": (
        ranked(RankingVerdict.NO_DIFFERENCES),
        "(5 to 90 independent groups of the rarer class each). S",
    ),
    "random splits": (
        changed(ranks={"noise_at_most": True}),
        "[0.930, 0.970], if no test set is larger than its training set).",
    ),
    "a small difference": (
        changed(ranks={"verdict": RankingVerdict.SLIGHTLY_DIFFERENT}),
        "though perhaps by less than 0.01 (", "0.950 to 0.970). Task",
    ),
    "a small difference with opposite skews": (
        changed(ranks={"verdict": RankingVerdict.SLIGHTLY_DIFFERENT, "opposite_skews": True}),
        "; scores skewed in opposite ways can look like that).",
    ),
    "opposite skews": (
        changed(ranks={"opposite_skews": True}),
        "[0.930, 0.970]; scores skewed in opposite ways can look like that).",
    ),
    "seeds": (
        changed(
            changed(ranks={"verdict": RankingVerdict.NOISE_UNKNOWN}),
            winners={"verdict": WinnerVerdict.NOISE_UNKNOWN},
        ),
        "rank these models differently, or whether their winners differ beyond sampling noise: "
        "replicates on the same test instances do not show their noise",
    ),
    "pairs of models that lack a measure": (
        changed(pairs_of_models={"lacking": 30, "noise_unknown": 4}),
        "Of 200 pairs of models within tasks, AUPR and AUROC certainly order 50.0% the same way "
        "and 7 oppositely (30 more lack a measure; the noise of 4 more is unknown).",
    ),
    "pairs of models of other numbers": (
        changed(place=0, pairs_of_models={"pairs": 150, "open": 30, "lacking": 50}),
        "Of the pairs of models within tasks, AUPR and AUROC certainly order 50.0% of 200 the "
        "same way and 7 oppositely. AUPR and AUPRG certainly order 80.0% of 150 the same way "
        "and none oppositely (50 more lack a measure). The rest are unresolved.",
    ),
    "no pairs of models that have both": (
        changed(place=1, pairs_of_models=NO_PAIRS | {"lacking": 200}),
        "Of 200 pairs of models within tasks, AUPR and AUPRG certainly order 60.0% the same way "
        "and none oppositely. The rest are unresolved. No two models of a task have both AUPR "
        "and AUROC, so these can't be compared.",
    ),
    "no pairs of models of known noise": (
        changed(pairs_of_models=NO_PAIRS | {"noise_unknown": 200}),
        "Which models AUPR and AUROC order alike is unknown, as the noise is.",
    ),
    "few models in common": (
        changed(
            ranked(RankingVerdict.FEW_MODELS), winners={"verdict": WinnerVerdict.FEW_MODELS}
        ),
        "Too few models have both measures to tell whether AUPR a",
        "It can't be told either whether the winners under",
    ),
    "too few to rank": (ranked(RankingVerdict.TOO_FEW), "too few data to tell whether AUPR a"),
    "two losses": (
        with_losses((0.01, 0.006, 0.014, "costs"), (0.02, 0.01, 0.03, "costs")),
        "costs 0.020 of AUROC [0.010, 0.030] on halves of 150 instances.",
    ),
    "a loss and a gain": (
        with_losses((0.01, 0.0004, 0.02, "costs"), (-0.02, -0.03, -0.01, "gains")),
        "0.0100 of AUPR [0.0004, 0.0200] on",
    ),
    "no loss": (
        with_losses((0.002, -0.004, 0.008, NO_DIFFERENCE), (0.0, -0.002, 0.002, NO_DIFFERENCE)),
        "costs less than 0.01, unless a few other data sets lose much more.",
    ),
    "no loss on many data sets": (
        with_losses((0.002, -0.004, 0.008, NO_DIFFERENCE)).model_copy(update={"datasets": 50}),
        "costs less than 0.01.",
    ),
    "no loss shown": (
        with_losses((0.002, -0.004, 0.008, NO_DIFFERENCE), (0.01, -0.01, 0.03, UNSURE)),
        "No evidence that selecting",
        "(upper limit 0.030, unless a few other data sets lose much more).",
    ),
    "a loss that no test can show": (
        with_losses((0.18, 0.14, 0.22, UNSURE), (0.0, -0.002, 0.03, UNSURE)),
        "Selecting by AUROC may cost 0.180 of AUPR [0.140, 0.220] on halves of 150 instances, "
        "which a test of all choices doesn't show.",
    ),
    "a loss where the measures rank alike": (
        changed(
            with_losses((0.01, 0.006, 0.014, "costs")), ranks=ALIKE, winners={"verdict": OPEN}
        ),
        "(from noise: AUPR is the steadier measure here)",
    ),
    "too few for a loss": (
        with_losses((0.01, -0.5, 0.5, ChoiceVerdict.TOO_FEW)), "AUPR and AUROC differ",
    ),
    "all winners differ": (won(DIFFER, DIFFER), "their winners differ beyond sampling noise (2"),
    "five data sets": (ANSWER.model_copy(update={"datasets": 5}), "costs 0.010 of AUPR"),
    "many pairs": (
        many_pairs(), "In 3,000 tasks with several repeats",
        "changes the best model 10.0% to 30.0% of the time, depending on the measure."
    ),
    "few equal rows": (ANSWER.model_copy(update={"equal_rows": NO_EQUAL_ROWS}), "8 of 16 ta"),
}  # fmt: skip


def text_of(case):
    return "\n\n".join(answer_sentences(CASES[case][0], replication=case == "an answer"))


@pytest.mark.parametrize("case", CASES)
def test_numbers_names_and_verdicts_are_said(case):
    text = text_of(case)
    assert [number for number in CASES[case][1:] if number not in text] == []


def test_every_text_is_as_it_was_read():
    check_golden(
        "detailed_answer", "\n\n".join(f"== {case} ==\n{text_of(case)}" for case in CASES)
    )


def test_a_replication_is_held_against_the_claim_on_expected_f1():
    assert "1,000 pairs of models" in text_of("an answer")
    assert "AUPR 7.0% and 20.0%; AUPRG 1.0% and 20.0%; expected F1" in text_of("an answer")
    assert "Expected F1" not in "".join(answer_sentences(ANSWER))


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("few equal rows", "earlier"), ("too few for a loss", "selecting by"),
        ("no differences", "whether the winners under AUPR and AUPRG"),
    ],
)  # fmt: skip
def test_what_a_study_can_not_tell_is_not_said(case, words):
    assert words not in text_of(case)


def test_of_many_pairs_the_first_three_are_named():
    [_, different, *_] = answer_sentences(CASES["many pairs"][0])
    assert different.count(" of 17") == 3
