"""What is said of the best models: whole in a golden file, numbers and names here."""

import pytest

from golden_files import check_golden
from made_up_answer import make_answer
from prgbench.answer.answer import BestModel, Orders
from prgbench.report.best_models import best_model_paragraphs
from prgbench.report.detailed_answer import answer_paragraphs


def best(measure, model="rf", *, tied=(), tied_new=("lr",), **changes):
    values = {
        "measure": measure, "model": model, "models": 3, "mean": 0.912,
        "interval": (0.894, 0.927), "interval_new": (0.85, 0.95), "tied": tied,
        "tied_new": tied_new, "runner_up": "lr", "difference": 0.01, "p_value": 0.004,
        "p_value_new": 0.2, **changes,
    }  # fmt: skip
    return BestModel(**values)


def answer_of(*models, apart=False, **changes):
    """Return an answer with these best models; ``apart`` is of the first two measures."""
    pairs = [one.measure for one in models[:2]]
    order = {"tau": 0.5, "same_first": False, "apart": apart, "apart_new": not apart}
    update = {
        "best_models": list(models), "datasets": 8, "complete": 1.0,
        "orders": [Orders(measures=pairs, **order)] if len(pairs) == 2 else [], **changes,
    }  # fmt: skip
    return make_answer().model_copy(update=update)


FLOWS = ("weka.trees.J48(1)", "moa.trees.J48(1)", "v1.2")
TWO = ("lr", "gb")
NINE = tuple(f"m{place}" for place in range(9))
AHEAD = best("auroc")
NO_NEW = {"interval_new": None, "tied_new": None, "p_value_new": None}
# What is said of the best models of each answer: its numbers and names.
CASES = {
    "two measures": (
        answer_of(AHEAD, best("aupr", tied=TWO, tied_new=TWO)), "on these 8 data sets",
        "Under AUROC (0.912): rf, ahead of all",
        "rf, statistically indistinguishable from lr and gb. Intervals that allow for the "
        "selection of the best model: AUROC [0.894, 0.927] and AUPR [0.894, 0.927]. Both",
        "Under AUROC, rf may be behind lr. Under AUPR, rf may be behind lr and gb.",
        "Under AUPR: lr, 0.010 behind (p = 0.004 on these data sets, p = 0.200 on new ones).",
    ),
    "three of one model": (
        answer_of(AHEAD, best("aupr", mean=0.5), best("auprg")), "AUPR (0.500) and",
        ": rf, ahead of all others. Intervals", "AUPRG [0.894, 0.927]. All 3 measures agree on",
    ),
    "two apart": (answer_of(AHEAD, best("aupr", "lr"), apart=True), "best under both AUROC and A"),
    "two apart by noise": (
        answer_of(AHEAD, best("aupr", "lr")), "model over all data sets, but sampling noise",
    ),
    "two apart, who knows": (
        answer_of(AHEAD, best("aupr", "gb", tied=None, tied_new=None), apart=True),
        "is unknown.",
    ),
    "two apart, who knew": (
        answer_of(best("aupr", "gb", tied=None, tied_new=None), AHEAD, apart=True),
        "is unknown.",
    ),
    "two apart on new data sets": (
        answer_of(AHEAD, best("aupr", "gb", tied=None)),
        "best under both AUROC and AUPR: they disagree beyond the choice of the data sets.",
    ),
    "two apart by the data sets": (
        answer_of(AHEAD, best("aupr", "gb", tied=None), apart=True),
        "over all data sets, but the choice of the data sets may explain that.",
    ),
    "one data set": (
        answer_of(best("auroc", **NO_NEW), datasets=1),
        "0.010 behind (p = 0.004).",
    ),
    "any may be the best": (
        answer_of(best("auroc", tied_new=TWO), datasets=3), "Any of the 3 models may be the best",
    ),
    "either of two": (
        answer_of(best("auroc", models=2), best("aupr", models=2, tied_new=())),
        "rf, ahead of the other. Intervals",
        "Under AUROC, rf may be behind lr. Under AUPR, rf stays ahead of the other.",
    ),
    "either may be the best": (
        answer_of(best("auroc", models=2), datasets=3), "Either of the two models may be the best",
    ),
    "any by one": (answer_of(best("auroc", tied_new=TWO), best("aupr")), "Under AUROC, rf may be"),
    "any by the other": (answer_of(AHEAD, best("aupr", tied_new=TWO)), "Under AUROC, rf may be"),
    "many tied": (answer_of(best("auroc", tied=NINE, models=10)), "m0, m1, m2, m3, m4 and 4 more"),
    "packages": (
        answer_of(best("auroc", "sklearn.svm.SVC(C=1.0)", tied=FLOWS, tied_new=FLOWS, models=4)),
        ": SVC(C=1.0), statistically indistinguishable from weka.trees.J48(1), moa.trees.J48",
    ),
    "level": (
        answer_of(
            best("auroc", level=TWO, equal=TWO, tied=TWO, tied_new=TWO, difference=0.0),
            best("aupr", level=("lr",), tied=TWO),
        ),
        "AUROC (0.912): rf, tied with lr and gb. Under AUPR",
        "rf, tied with lr and statistically indistinguishable from gb. Intervals",
        "Both measures rank lr and rf first",
        "Under AUROC, rf is tied with lr and gb on every data set.",
    ),
    "effect sizes": (
        answer_of(
            best(
                "auroc", practically_equal=("lr",), difference_interval=(0.002, 0.018),
                best_on=0.5, best_on_interval=(0.2, 0.8), first_by_rank="gb", tied_by_rank=(),
                incomplete={"lr": 7},
            )
        ),
        "Under AUROC, rf may be behind lr. It is the best on 50.0% of these data sets ([20.0%,",
        "By mean rank (AUROC), gb stays ahead of all others.",
        "lr (scored on 7 of 8 data sets), 0.010 behind, practically equal (p",
    ),
    "probabilities": (
        answer_of(
            best("auroc", tied_new=TWO, better_on=0.625, better_on_interval=(0.3, 0.9)),
            best("aupr", better_on=0.75, better_on_interval=(0.4, 0.95)),
            best("auprg", "gb", better_on=1.0, better_on_interval=(0.6, 1.0)),
            best("brier", better_on=0.5),
        ),
        "The estimated probability that rf is better than lr on a new one is 62.5% [30.0%, 90.0%] "
        "under AUROC and 75.0% [40.0%, 95.0%] under AUPR. The estimated probability that gb is",
        "under AUPRG. It is the share of the data sets with both models on which it scores ",
    ),
    "markup": (answer_of(best("auroc", "a*b")), "Under AUROC (0.912): <a*b>, ahead"),
}  # fmt: skip


def paragraphs(answer):
    write = "<{}>".format if answer is CASES["markup"][0] else str
    return best_model_paragraphs(answer, write)


def text_of(case):
    return "\n".join(f"{heading} {text}" for heading, text in paragraphs(CASES[case][0]))


@pytest.mark.parametrize("case", CASES)
def test_numbers_and_names_are_said(case):
    text = text_of(case)
    assert [number for number in CASES[case][1:] if number not in text] == []


def test_every_text_is_as_it_was_read():
    check_golden("best_models", "\n\n".join(f"== {case} ==\n{text_of(case)}" for case in CASES))


def test_a_study_whose_models_are_on_different_data_sets_names_none():
    assert paragraphs(answer_of(AHEAD, complete=0.3)) == []
    assert paragraphs(answer_of(best("auroc", models=1))) == []


BEST, NEW, NEXT = (
    "The best model on these {} data sets.",
    "On new data sets like these.",
    "The run",
)
QUESTION, FOUND = "Does the choice of the measure change", "Tasks with different winners"
PAIRS = "Pairs of models."


@pytest.mark.parametrize(
    ("changes", "headings"),
    [
        ({"datasets": 3}, [BEST.format(3), NEW, NEXT, QUESTION, FOUND, PAIRS, "Assumptions."]),
        ({"datasets": 1}, ["The best model.", NEXT, QUESTION, FOUND, PAIRS, "Assumptions."]),
        ({"pairs": []}, [BEST.format(8), NEW, NEXT, "Assumptions."]),
        ({"complete": 0.9}, [BEST.format(8), NEW, NEXT, QUESTION, FOUND, PAIRS, "Assumptions."]),
        ({"complete": 0.6}, [QUESTION, FOUND, PAIRS, BEST.format(8), NEW, NEXT, "Assumptions."]),
        ({"units": "folds"}, [BEST.format(8), NEW, NEXT, QUESTION, FOUND, PAIRS]),
    ],
)  # fmt: skip
def test_what_a_study_can_tell_comes_in_this_order(changes, headings):
    found = [
        heading for heading, _ in answer_paragraphs(answer_of(AHEAD, best("aupr"), **changes))
    ]
    assert [one[: len(begin)] for one, begin in zip(found, headings, strict=True)] == headings


def test_names_are_written_for_markdown_unless_another_medium_is_named():
    [(_, text), *_] = answer_paragraphs(answer_of(best("auroc", "a*b")))
    assert r"a\*b" in text
