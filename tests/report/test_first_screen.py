import pytest

from made_up_answer import answer_tables, make_answer
from prgbench.answer.answer import Change
from prgbench.report.first_screen import answer_sentences, verdict


def changed(answer, place=None, **changes):
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


def with_losses(answer, *losses):
    """Return an answer with these losses of AUPR by AUROC, of AUROC by AUPR and so on."""
    names = [("auroc", "aupr"), ("aupr", "auroc"), ("auprg", "aupr")]
    choosing = [
        answer.choosing[0].model_copy(
            update=dict(
                zip(("by", "target", "loss", "lower", "upper", "verdict"), row, strict=True)
            )
        )
        for row in ((*name, *loss) for name, loss in zip(names, losses, strict=False))
    ]
    return answer.model_copy(update={"choosing": choosing})


def test_the_first_sentence_is_the_verdict():
    whether, *_ = answer_sentences(make_answer())
    assert whether == (
        "**Does the choice of the measure change which model wins?** AUPR and AUPRG rank these "
        "models differently, by more than noise (rank correlation without noise 0.950 "
        "[0.920, 0.970], among the ten best 0.900 [0.870, 0.920]); this study can't tell whether "
        "AUPR and AUROC rank these models alike (0.985 [0.955, 1.000]); the winners by AUPR and "
        "AUROC truly differ; this study can't tell whether those by AUPR and AUPRG truly differ; "
        "choosing by AUROC costs 0.010 of AUPR [0.006, 0.014]."
    )


def test_what_is_found_and_noise_alone_stand_in_one_paragraph():
    _, found, power, given = answer_sentences(make_answer())
    assert found == (
        "**Tasks with different winners, and found minus noise alone.** AUPR and AUPRG 4 of 17, "
        "+5.0 points [−5.0, +15.0]; AUPR and AUROC 8 of 17, +5.0 points [+1.0, +15.0]. Noise "
        "alone is simulated with normal scores and without ties; the verdicts compare independent "
        "halves of the instances and assume neither."
    )
    assert power == (
        "**What this study could have shown.** With a power of 80%, if the difference is the same "
        "in all data sets: a rank correlation of 0.960 or less (120 data sets like these would "
        "settle it); different winners, if each measure prefers its own to the other's on other "
        "instances in 10.0% more of the splits than not."
    )
    assert given == (
        "**Assumptions.** The fitted models and the folds are taken as given: the best model "
        "changes in 50.0% of 16 tasks by averaging over the folds instead of pooling and in 25.0% "
        "of 4 tasks by another repeat of the cross-validation. In 1 of 17 tasks more than 5% of "
        "the rows have the label and the scores of an earlier row; such rows stay together in "
        "halves."
    )


def test_a_replication_is_held_against_the_claim_on_expected_f1():
    *_, claim, _ = answer_sentences(make_answer(), replication=True)
    assert claim == (
        '**Expected F1.** The paper says that "AUPR can easily favour models with lower expected '
        'F1". In how many of 1,000 pairs of models each measure does, in sample and on other '
        "instances: AUPR 7.0% and 20.0%; AUPRG 1.0% and 20.0%; expected F1 itself 0.0% and 20.0%."
    )


def test_what_a_study_does_not_have_is_not_said():
    assert answer_sentences(make_answer({}), replication=True) == [
        "**Does the choice of the measure change which model wins?** This study has no test of "
        "whether the measures differ.",
        "**Tasks with different winners.** AUPR and AUPRG 4 of 17; AUPR and AUROC 8 of 17.",
        "**Assumptions.** The fitted models and the folds are taken as given.",
    ]


def test_pairs_with_one_verdict_are_named_once():
    answer = changed(
        make_answer(),
        ranks={"verdict": "rank alike", "without_noise": 0.996},
        top={"verdict": "rank alike"},
        winners={"verdict": "not resolved"},
    )
    third = answer.pairs[1].model_copy(update={"measures": ("auprg", "auroc")})
    third = third.model_copy(
        update={"ranks": third.ranks.model_copy(update={"without_noise": 1.02})}
    )
    said = verdict(answer.model_copy(update={"pairs": [*answer.pairs, third]}))
    assert said.startswith(
        "AUPR, AUPRG and AUROC rank these models alike (rank correlation without noise 0.996 to "
        "1.000, among the ten best 0.900 [0.870, 0.920]); this study can't tell whether their "
        "winners truly differ; "
    )


def test_pairs_that_are_not_all_of_their_measures_are_named_one_by_one():
    answer = changed(make_answer(), ranks={"verdict": "rank alike", "without_noise": 1.0})
    assert verdict(answer).startswith(
        "AUPR – AUPRG and AUPR – AUROC rank these models alike (rank correlation without noise "
        "1.000); "
    )


def test_the_best_models_are_said_apart_where_their_verdict_differs():
    said = verdict(changed(make_answer(), 0, top={"verdict": "not resolved"}))
    assert "(rank correlation without noise 0.950 [0.920, 0.970])" in said
    assert (
        "; among the ten best, this study can't tell whether AUPR and AUPRG rank these models "
        "alike (0.900 [0.870, 0.920]); the winners" in said
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "no differences between the models",
            "These models do not differ by more than noise, so that AUPR and AUPRG have nothing "
            "to disagree on; ",
        ),
        (
            "too few data sets",
            "There are too few data sets to tell whether AUPR and AUPRG rank these models alike; ",
        ),
    ],
)
def test_a_correlation_that_means_nothing_is_not_named(name, sentence):
    tables = answer_tables()
    tables["rankings"] = tables["rankings"].head(1).assign(verdict=name)
    assert verdict(make_answer(tables)).startswith(sentence + "the winners")


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        (
            [(0.01, 0.006, 0.014, "costs"), (0.02, 0.01, 0.03, "costs")],
            "choosing by AUPR costs 0.020 of AUROC [0.010, 0.030] (the largest of 2)",
        ),
        (
            [(0.01, 0.0004, 0.02, "costs"), (-0.02, -0.03, -0.01, "gains")],
            "choosing by AUROC costs 0.0100 of AUPR [0.0004, 0.0200]; choosing by AUPR gains "
            "0.020 of AUROC [0.010, 0.030]",
        ),
        (
            [(0.002, -0.004, 0.008, "no difference"), (0.0, -0.002, 0.002, "no difference")],
            "choosing by one measure instead of another costs less than 0.01",
        ),
        (
            [(0.002, -0.004, 0.008, "no difference"), (0.01, -0.01, 0.03, "not resolved")],
            "no loss above 0.01 is shown from choosing by one measure instead of another, and one "
            "above 0.030 is unlikely",
        ),
    ],
)
def test_what_choosing_costs_is_said_or_how_much_it_may_cost(losses, said):
    assert verdict(with_losses(make_answer(), *losses)).endswith(f"; {said}.")


def test_too_few_data_sets_have_no_loss():
    few = with_losses(make_answer(), (0.01, -0.5, 0.5, "too few data sets"))
    assert verdict(few).endswith("those by AUPR and AUPRG truly differ.")


@pytest.mark.parametrize(
    ("verdicts", "begin"),
    [
        (("not resolved", "not resolved"), "An interval above 0 is no verdict: noise alone is"),
        (("the winners differ", "the winners differ"), "Winners can truly differ without"),
        (("not resolved", "the winners differ"), "Noise alone is simulated"),
    ],
)
def test_found_minus_noise_is_reconciled_with_the_verdicts(verdicts, begin):
    answer = make_answer()
    for place, name in enumerate(verdicts):
        answer = changed(answer, place, winners={"verdict": name})
    assert f"[+1.0, +15.0]. {begin}" in answer_sentences(answer)[1]


def test_power_is_said_only_where_it_is_known():
    answer = changed(make_answer(), ranks={"datasets_needed": None}, winners={"detectable": 1.2})
    power = answer_sentences(answer)[2]
    assert power.endswith(" in all data sets: a rank correlation of 0.960 or less.")


def test_intervals_of_few_data_sets_are_not_named():
    answer = make_answer()
    for datasets, named in ((5, False), (6, True)):
        text = "\n".join(answer_sentences(answer.model_copy(update={"datasets": datasets})))
        assert ("without noise 0.950 [0.920, 0.970]" in text) == named
        assert ("4 of 17, +5.0 points [−5.0, +15.0]" in text) == named
        assert ("found minus noise alone" in text) == named
        assert ("costs 0.010 of AUPR [0.006, 0.014]" in text) == named
        assert "costs 0.010 of AUPR" in text


def test_of_many_pairs_the_first_three_are_named():
    answer = make_answer()
    changes = {
        name: Change(share=place / 10, tasks=1000 * place)
        for place, name in enumerate(("aupr", "auprg", "auroc", "brier"), start=1)
    }
    many = {"pairs": answer.pairs * 2, "given": {"repeat_changes_winner": changes}}
    _, found, *_, given = answer_sentences(answer.model_copy(update=many))
    assert found.count(" points ") == 3
    assert "the best model changes in 10.0% to 30.0% of 3,000 tasks by another repeat" in given


def test_few_equal_rows_are_not_said():
    answer = make_answer()
    few = answer.equal_rows.model_copy(update={"tasks_above": 0})
    *_, given = answer_sentences(answer.model_copy(update={"equal_rows": few}))
    assert "earlier row" not in given
