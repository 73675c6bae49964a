import pytest

from made_up_answer import make_answer
from prgbench.answer.answer import BestModel, Orders
from prgbench.report.best_models import best_model_paragraphs
from prgbench.report.first_screen import answer_paragraphs


def best(measure, model="rf", *, tied=(), tied_new=("lr",), **changes):
    values = {
        "measure": measure,
        "model": model,
        "models": 3,
        "mean": 0.912,
        "interval": (0.894, 0.927),
        "interval_new": (0.85, 0.95),
        "tied": tied,
        "tied_new": tied_new,
        "runner_up": "lr",
        "difference": 0.01,
        "p_value": 0.004,
        "p_value_new": 0.2,
        **changes,
    }
    return BestModel(**values)


def orders(a, b, *, same_first=True, apart=False):
    return Orders(measures=(a, b), tau=0.5, same_first=same_first, apart=apart, apart_new=False)


def answer_of(*models, pairs=(), datasets=8, complete=1.0):
    update = {
        "best_models": list(models),
        "orders": list(pairs),
        "datasets": datasets,
        "complete": complete,
    }
    return make_answer().model_copy(update=update)


def paragraphs(*models, **changes):
    return best_model_paragraphs(answer_of(*models, **changes), str)


def test_the_best_model_by_each_measure_is_named_with_its_equals():
    (heading, here), (_, new), (_, second) = paragraphs(
        best("auroc"), best("aupr", tied=("lr", "gb"), tied_new=("lr", "gb"))
    )
    assert heading == "The best model on these 8 data sets."
    assert here == (
        "By AUROC (0.912 [0.894, 0.927]): rf, ahead of all others. "
        "By AUPR (0.912 [0.894, 0.927]): rf, tied with lr and gb. "
        "Both measures name the same model."
    )
    assert new == "By AUROC, rf may be behind lr. By AUPR, rf may be behind lr and gb."
    assert second == (
        "By AUROC lr, 0.010 behind (p = 0.004, p = 0.200 on new data sets); "
        "by AUPR lr, 0.010 behind (p = 0.004, p = 0.200 on new data sets)."
    )


def test_measures_with_the_same_answer_share_a_sentence():
    (_, here), *_ = paragraphs(best("auroc"), best("aupr", mean=0.5), best("auprg"))
    assert here == (
        "By AUROC (0.912 [0.894, 0.927]), AUPR (0.500 [0.894, 0.927]) and AUPRG "
        "(0.912 [0.894, 0.927]): rf, ahead of all others. All 3 measures name the same model."
    )


@pytest.mark.parametrize(
    ("apart", "said"),
    [
        (True, "No model can be the best by both AUROC and AUPR: that is more than noise."),
        (False, "The measures name different models, but that may be noise."),
    ],
)
def test_another_winner_is_said_to_be_noise_or_more(apart, said):
    pair = orders("auroc", "aupr", same_first=False, apart=apart)
    (_, here), *_ = paragraphs(best("auroc"), best("aupr", "lr"), pairs=[pair])
    assert here.endswith(said)


def test_of_one_data_set_nothing_is_said_of_new_ones():
    one = best("auroc", interval_new=None, tied_new=None, p_value_new=None)
    found = paragraphs(one, datasets=1)
    assert [heading for heading, _ in found] == ["The best model.", "The runner-up."]
    assert found[1][1] == "By AUROC lr, 0.010 behind (p = 0.004)."


def test_too_few_data_sets_leave_every_model_possible():
    _, (heading, new), _ = paragraphs(best("auroc", tied_new=("lr", "gb")), datasets=3)
    assert heading == "On new data sets like these."
    assert new == "Any of the 3 models may be the best: 3 data sets can't tell them apart."


def test_long_lists_are_cut():
    others = tuple(f"m{place}" for place in range(9))
    (_, here), *_ = paragraphs(best("auroc", tied=others, models=10))
    assert here.endswith("tied with m0, m1, m2, m3, m4 and 4 more.")


def test_a_study_whose_models_are_on_different_data_sets_names_none():
    assert paragraphs(best("auroc"), complete=0.3) == []
    assert paragraphs(best("auroc", models=1)) == []


def test_names_are_written_as_the_medium_writes_them():
    found = best_model_paragraphs(answer_of(best("auroc", "a*b")), lambda name: f"<{name}>")
    assert found[0][1].startswith("By AUROC (0.912 [0.894, 0.927]): <a*b>, ahead")
    [(_, text), *_] = answer_paragraphs(answer_of(best("auroc", "a*b")))
    assert r"a\*b" in text


def test_few_data_sets_are_told_only_what_can_be_known():
    found = answer_paragraphs(answer_of(best("auroc"), best("aupr"), datasets=3))
    assert [heading for heading, _ in found] == [
        "The best model on these 3 data sets.",
        "On new data sets like these.",
        "The runner-up.",
        "Does the choice of the measure change which model wins?",
        "Assumptions.",
    ]
    assert found[3][1] == (
        "Whether the measures rank these models alike, apart from noise, can be told from 8 data "
        "sets on."
    )


def test_one_measure_is_told_its_best_model_and_nothing_of_pairs():
    alone = answer_of(best("auroc")).model_copy(update={"pairs": []})
    headings = [heading for heading, _ in answer_paragraphs(alone)]
    assert headings[0] == "The best model on these 8 data sets."
    assert "Does the choice of the measure change which model wins?" not in headings


def test_assumptions_on_instances_are_not_those_of_scores():
    of_folds = answer_of(best("auroc")).model_copy(update={"units": "folds"})
    assert "Assumptions." not in [heading for heading, _ in answer_paragraphs(of_folds)]


def test_models_are_named_without_their_package_where_that_is_clear():
    flows = ("weka.trees.J48(1)", "moa.trees.J48(1)", "v1.2")
    one = best("auroc", "sklearn.svm.SVC(C=1.0)", tied=flows, tied_new=flows, models=4)
    (_, here), *_ = paragraphs(one)
    assert here.endswith(": SVC(C=1.0), tied with weka.trees.J48(1), moa.trees.J48(1) and v1.2.")


@pytest.mark.parametrize(
    ("complete", "first"), [(0.9, "The best model"), (0.6, "Does the choice")]
)
def test_where_models_were_drawn_for_each_task_the_verdict_comes_first(complete, first):
    found = answer_paragraphs(answer_of(best("auroc"), best("aupr"), complete=complete))
    headings = [heading for heading, _ in found]
    assert headings[0].startswith(first)
    assert any(heading.startswith("The best model") for heading in headings)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("tied", "apart", "words"),
    [
        (((), None), False, "; whether that is noise can't be told."),
        (((), ("x",)), False, ", but that may be noise."),
        (((), None), True, "No model can be the best by both AUPR and AUROC"),
    ],
)
def test_different_best_models_are_noise_unless_all_is_known(tied, apart, words, turned):
    step = -1 if turned else 1
    (_, here), *_ = paragraphs(
        *(
            best(measure, model, tied=others)
            for measure, model, others in zip(
                ("aupr", "auroc"), ("rf", "gb"), tied[::step], strict=True
            )
        ),
        pairs=[orders("aupr", "auroc", same_first=False, apart=apart)],
    )
    assert words in here


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("tied_new", "told"), [(("lr", "gb"), "Any of the 3 models"), (("lr",), "By A")]
)
def test_any_model_may_be_best_only_if_that_is_so_by_every_measure(tied_new, told, turned):
    tied = [("lr", "gb"), tied_new][:: -1 if turned else 1]
    _, (_, new), _ = paragraphs(
        *(best(name, tied_new=own) for name, own in zip(("aupr", "auroc"), tied, strict=True))
    )
    assert new.startswith(told)
