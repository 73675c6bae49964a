"""The guesses of a made-up replication: two tasks of three models, its universes by hand."""

import pandas as pd
import pytest

from places import ROOT
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.report.guesses import Replication, guess_table, nine_compared
from prgbench.robustness.choices import NUMBERS
from prgbench.study.agreement import agreement_summary, task_agreement
from prgbench.study.ranking import Ranking, add_ranks
from prgbench.study_file import read_study

SETTINGS = read_study(ROOT / "config" / "studies", "paper").as_params()
MEASURES = [get_measure(name) for name in ("aupr", "auprg", "auroc")]
DEFAULT = {
    "ties": "sets", "average": "pooled", "aupr": "aupr", "auprg": "auprg", "procedures": "1, 3",
    "duplicates": "kept", "models": "own", "minimum_n": 0, "positive_class": "stated",
    "instance_ties": "tied",
}  # fmt: skip
NUMBER_CELLS = ["best_differs", "top_differs", "rank_correlation"]


def universe(place, **choices):
    """Return a universe whose nine numbers are place + 0 to place + 8 hundredths."""
    numbers = {name: (place + number) / 100 for number, name in enumerate(NUMBERS)}
    return DEFAULT | choices | {"default": not choices} | numbers


UNIVERSES = pd.DataFrame(
    [
        universe(0),
        universe(10, average="fold_mean", procedures="1"),
        universe(20, average="fold_mean"),
        universe(30, procedures="1"),
    ]
)


def study(universes=UNIVERSES, settings=SETTINGS, names=("aupr", "auprg", "auroc")):
    frame = pd.DataFrame(
        {
            "task_id": [1, 1, 1, 2, 2, 2],
            "run_id": [1, 2, 3, 4, 5, 6],
            "dataset_id": [7, 7, 7, 8, 8, 8],
            "dataset_name": list("aaabbb"),
            "flow_name": ["weka.J48(1)", "weka.J48(2)", "x", "y", "z", "zz"],
            "prevalence": [0.5] * 3 + [0.25] * 3,
            "estimation_procedure": [1] * 3 + [3] * 3,
            "aupr": [0.9, 0.8, 0.7, 0.9, 0.8, 0.7],
            "auprg": [0.9, 0.8, 0.7, 0.8, 0.9, 0.7],
            "auroc": [0.7, 0.8, 0.9, 0.9, 0.8, 0.7],
        }
    )
    measures = nine_compared(names)
    ranked = add_ranks(Models(frame, ["aupr", "auprg", "auroc"]), measures, Ranking())
    agreement = task_agreement(ranked, measures)
    return Replication(
        settings=settings,
        models=ranked,
        agreement=agreement,
        summary=agreement_summary(agreement, ranked),
        measures=measures,
        universes=universes,
    )


def row(table, alternative):
    [found] = table[table["alternative"] == alternative].to_dict("records")
    return found


def numbers(table, alternative):
    found = row(table, alternative)
    return [*(found[name] for name in NUMBER_CELLS), found["how"]]


OWN = ["50.0% / 50.0% / 100.0%", "50.0% / 50.0% / 100.0%", "0.750 / 0 / −0.250"]


def test_the_paper_and_the_study_come_first():
    table = guess_table(study())
    assert numbers(table, "the paper") == [
        "24% / 29% / 22%", "58% / 65% / 57%", "0.95 / 0.95 / 0.96", "printed"
    ]  # fmt: skip
    assert numbers(table, "this study") == [*OWN, "found"]
    assert table["alternative"].tolist()[:2] == ["the paper", "this study"]


def test_a_universe_differs_from_the_study_in_one_choice():
    table = guess_table(study())
    part = "the part multiverse"
    assert numbers(table, "the mean over the folds") == [
        "20.0% / 21.0% / 22.0%", "23.0% / 24.0% / 25.0%", "0.260 / 0.270 / 0.280", part
    ]  # fmt: skip
    assert numbers(table, "10-fold cross-validation alone") == [
        "30.0% / 31.0% / 32.0%", "33.0% / 34.0% / 35.0%", "0.360 / 0.370 / 0.380", part
    ]  # fmt: skip


def test_what_is_taken_has_the_numbers_of_the_study():
    table = guess_table(study())
    for alternative in ("also ten times 10-fold", "all repeats together", "their mean"):
        assert numbers(table, alternative) == [*OWN, "as taken here"]
    first = row(table, "10-fold cross-validation alone")
    assert first["taken here"] == "selection.estimation_procedures: [1, 3]"
    assert first["what it concerns"].startswith(
        "Here: {1}: 1 task on 1 data set; {1, 3}: 2 tasks on 2 data sets. OpenML's list of 2017"
    )


@pytest.mark.parametrize(
    ("alternative", "keys"),
    [
        ("also learning curves", "selection.estimation_procedures: [1, 3, 13]"),
        ("all runs until today", "selection.uploaded_until: null"),
        ("a draw that may miss them", "selection.pinned_runs: {}"),
        ("all versions are one", 'selection.distinct_flows_by: "name"'),
        ("the first repeat alone", 'repeats: "first"'),
    ],
)
def test_another_study_is_named_by_its_keys(alternative, keys):
    table = guess_table(study())
    assert numbers(table, alternative) == ["", "", "", f"another study: {keys}"]


def test_what_has_no_numbers_says_why():
    table = guess_table(study())
    kendall = row(table, "Kendall's")
    assert kendall["how"] == "none of the nine numbers"
    # Spearman's 1 and .5, Kendall's 1 and 1/3.
    assert kendall["what it concerns"] == (
        "Here: quartiles of Spearman's 0.625 and 0.875, of Kendall's 0.500 and 0.833"
    )
    named = row(table, "those of one name count once")
    assert named["what it concerns"] == "Here: 2 data sets with 2 names"


def test_a_level_that_the_study_does_not_have_changes_nothing():
    table = guess_table(study())
    for alternative in ("the first", "one random order of all models"):
        assert numbers(table, alternative) == [*OWN, "changes nothing in this study"]


def test_procedures_beyond_the_study_are_another_one():
    once = {**SETTINGS, "selection": {**SETTINGS["selection"], "estimation_procedures": [1]}}
    universes = pd.DataFrame([universe(0, procedures="1") | {"default": True}])
    table = guess_table(study(universes, once))
    assert numbers(table, "10-fold cross-validation alone") == [*OWN, "as taken here"]
    assert numbers(table, "also ten times 10-fold") == [
        "", "", "", "another study: selection.estimation_procedures: [1, 3]"
    ]  # fmt: skip


def test_without_the_multiverse_its_numbers_are_missing():
    table = guess_table(study(universes=None))
    off = "the part multiverse is not asked for"
    assert numbers(table, "the mean over the folds") == ["", "", "", off]
    assert numbers(table, "10-fold cross-validation alone") == [
        "", "", "", "another study: selection.estimation_procedures: [1]"
    ]  # fmt: skip
    assert numbers(table, "their median") == ["", "", "0.750 / 0 / −0.250", "the same models"]


def test_a_study_without_auroc_has_three_of_the_numbers():
    table = guess_table(study(names=("auprg", "aupr", "mine:top_ten"), universes=None))
    assert numbers(table, "this study") == [
        "50.0% / – / –",
        "50.0% / – / –",
        "0.750 / – / –",
        "found",
    ]
    assert numbers(table, "the last of them")[0] == "50.0% / – / –"
