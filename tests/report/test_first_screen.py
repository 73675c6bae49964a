from made_up_answer import answer_tables, make_answer
from prgbench.answer.answer import Change, Cost
from prgbench.report.first_screen import answer_sentences, equal_rows_sentence


def test_the_answer_is_said_in_plain_sentences():
    whether, noise, cost, given = answer_sentences(make_answer())
    assert whether == (
        "**Does the choice of the measure change which model wins?** The best models differ in 4 "
        "of 17 tasks by AUPR and AUPRG [10.0%, 40.0%] and in 8 of 17 tasks by AUPR and AUROC "
        "[20.0%, 70.0%]. If the measures ranked all models alike in truth, noise alone gives "
        "15.0% (10.0% to 20.0%) and 25.0% (20.0% to 30.0%), with the models' own ties 25.0% "
        "and 35.0%."
    )
    assert noise == (
        "**Is that more than noise?** How much more often two measures disagree across "
        "independent halves of the instances than one measure with itself: +10.0 points for AUPR "
        "and AUPRG [+2.0, +18.0]: more than noise; +10.0 points for AUPR and AUROC [+2.0, +18.0]: "
        "not shown. How much more often the other half repeats the disagreement than reverses it: "
        "+5.0 points for AUPR and AUPRG [−1.0, +11.0] and +5.0 points for AUPR and AUROC "
        "[−1.0, +11.0]. The winner differs for certain in 1 of 17 by AUPR and AUPRG and 3 of 17 "
        "by AUPR and AUROC."
    )
    assert cost == (
        "**What does it cost?** Chosen on one half and judged on the other, choosing by AUPR "
        "instead of the target itself costs 0.0100 [0.0060, 0.0140] of expected F1; by AUPRG "
        "0.0020 [−0.0020, 0.0060] of expected F1."
    )
    assert given == (
        "**Assumptions** The fitted models and the folds are taken as given. Averaging over the "
        "folds instead of pooling the predictions changes the best model in 50.0% of 16 tasks "
        "(AUPR); from one repeat of the cross-validation to the next it changes in 25.0% of 4 "
        "tasks (AUPR)."
    )


def test_what_a_study_does_not_have_is_not_said():
    whether, given = answer_sentences(make_answer({}))
    assert whether.endswith(
        "The best models differ in 4 of 17 tasks by AUPR and AUPRG and in 8 of 17 tasks by AUPR "
        "and AUROC."
    )
    assert given == "**Assumptions** The fitted models and the folds are taken as given."


def test_intervals_of_few_data_sets_are_not_named():
    answer = make_answer()
    for datasets, named in ((5, False), (6, True)):
        text = "\n".join(answer_sentences(answer.model_copy(update={"datasets": datasets})))
        assert ("tasks by AUPR and AUPRG [10.0%, 40.0%]" in text) == named
        assert ("points for AUPR and AUPRG [" in text) == named
        assert "noise alone gives 15.0% (10.0% to 20.0%)" in text


def test_of_many_the_first_three_are_named():
    answer = make_answer()
    names = ("aupr", "auprg", "auroc", "brier")
    costs = [
        Cost(target=target, measure=name, cost=place / 100)
        for target in ("max_f1", "honest_f1", "expected_f1")
        for place, name in enumerate(names, start=1)
    ]
    changes = {
        name: Change(share=place / 10, tasks=1000 * place)
        for place, name in enumerate(names, start=1)
    }
    many = {
        "pairs": answer.pairs * 2,
        "cost": costs,
        "given": {"repeat_changes_winner": changes},
    }
    whether, noise, cost, given = answer_sentences(answer.model_copy(update=many))
    assert whether.count("tasks by AUPR and") == 3
    assert whether.endswith(
        "noise alone gives 15.0% (10.0% to 20.0%), 25.0% (20.0% to 30.0%) and 15.0% "
        "(10.0% to 20.0%), with the models' own ties 25.0%, 35.0% and 25.0%."
    )
    assert noise.count(" points for ") == 2 * 3
    assert cost.endswith(
        "costs 0.0100 of expected F1 and 0.0100 of F1 at a threshold from other instances; by "
        "AUPRG 0.0200 of expected F1 and 0.0200 of F1 at a threshold from other instances; by "
        "AUROC 0.0300 of expected F1 and 0.0300 of F1 at a threshold from other instances."
    )
    assert given.endswith(
        "as given. From one repeat of the cross-validation to the next the best model changes in "
        "10.0% of 1,000 tasks (AUPR), 20.0% of 2,000 tasks (AUPRG) and 30.0% of 3,000 tasks "
        "(AUROC)."
    )


def test_noise_alone_may_have_no_ties():
    tables = answer_tables()
    tables["noise_alone"] = tables["noise_alone"].assign(
        **dict.fromkeys(["tied_null", "tied_null_lower", "tied_null_upper"], float("nan"))
    )
    whether, *_ = answer_sentences(make_answer(tables))
    assert whether.endswith("noise alone gives 15.0% (10.0% to 20.0%) and 25.0% (20.0% to 30.0%).")


def test_equal_rows_are_said_where_a_task_has_many():
    answer = make_answer()
    assert equal_rows_sentence(answer) == (
        "In 1 of 17 tasks more than 5% of the rows have the label and the scores of an earlier "
        "row (12.8% on average over all tasks): such rows stay together in halves and replicates."
    )
    few = answer.equal_rows.model_copy(update={"tasks_above": 0})
    assert equal_rows_sentence(answer.model_copy(update={"equal_rows": few})) == ""
    assert equal_rows_sentence(make_answer({})) == ""
