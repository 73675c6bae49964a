"""The guesses of a made-up replication: two tasks of three models, its universes by hand."""

import pandas as pd
import pytest

from golden_files import check_golden
from places import ROOT
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.report.guesses import Replication, guess_table
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
    return DEFAULT | choices | {"default": not choices, "distance": place / 8} | numbers


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
    measures = [get_measure(name) for name in names if ":" not in name]
    ranked = add_ranks(Models(frame, ["aupr", "auprg", "auroc"]), measures, Ranking())
    agreement = task_agreement(ranked, measures)
    return Replication(
        settings={**settings, "measures": names},
        models=ranked,
        agreement=agreement,
        summary=agreement_summary(agreement, ranked),
        universes=universes,
    )


TAKEN = {**SETTINGS, "selection": {**SETTINGS["selection"], "estimation_procedures": [1]}}
OWN = pd.DataFrame([universe(0, procedures="1") | {"default": True}])
CASES = {
    "a replication": study(),
    "one procedure": study(OWN, TAKEN),
    "without the multiverse": study(universes=None),
    "without AUROC": study(names=("auprg", "aupr", "mine:top_ten"), universes=None),
}
ITS_OWN = ("50.0% / 50.0% / 100.0%", "50.0% / 50.0% / 100.0%", "0.750 / 0 / −0.250")
NONE = ("", "", "")
FOLDS = ("20.0% / 21.0% / 22.0%", "23.0% / 24.0% / 25.0%", "0.260 / 0.270 / 0.280")
ONCE = ("30.0% / 31.0% / 32.0%", "33.0% / 34.0% / 35.0%", "0.360 / 0.370 / 0.380")
PAPER = ("24% / 29% / 22%", "58% / 65% / 57%", "0.95 / 0.95 / 0.96")
THREE = ("50.0% / – / –", "50.0% / – / –", "0.750 / – / –")
TEN_FOLD, ALSO_TEN = "10-fold cross-validation alone", "also ten times 10-fold"
PROCEDURES = "another study: selection.estimation_procedures: "


@pytest.fixture(scope="module")
def tables():
    return {case: guess_table(replication) for case, replication in CASES.items()}


@pytest.mark.parametrize(
    ("case", "alternative", "numbers", "how"),
    [
        ("a replication", "the paper", PAPER, "printed"),
        ("a replication", "this study", ITS_OWN, "found; distance to the paper 0"),
        (
            "a replication",
            "the mean over the folds",
            FOLDS,
            "the part multiverse; distance to the paper 2.500",
        ),
        ("a replication", TEN_FOLD, ONCE, "the part multiverse; distance to the paper 3.750"),
        ("a replication", ALSO_TEN, ITS_OWN, "as taken here"),
        ("a replication", "all repeats together", ITS_OWN, "as taken here"),
        ("a replication", "their mean", ITS_OWN, "as taken here"),
        ("a replication", "also learning curves", NONE, PROCEDURES + "[1, 3, 13]"),
        ("a replication", "the first", ITS_OWN, "changes nothing in this study"),
        ("a replication", "one random order of all models", ITS_OWN, "changes nothing in this"),
        ("a replication", "Kendall's", NONE, "none of the nine numbers"),
        ("one procedure", TEN_FOLD, ITS_OWN, "as taken here"),
        ("one procedure", ALSO_TEN, NONE, PROCEDURES + "[1, 3]"),
        ("without the multiverse", "the mean over the folds", NONE, "the part multiverse is not"),
        ("without the multiverse", TEN_FOLD, NONE, PROCEDURES + "[1]"),
        ("without the multiverse", "the mean of the tasks' own", ("", "", ITS_OWN[2]), "the same"),
        ("without the multiverse", "equal at the third decimal", ITS_OWN, "the same models"),
        ("without AUROC", "this study", THREE, "found"),
    ],
)
def test_each_alternative_has_its_numbers_and_where_they_are_from(
    tables, case, alternative, numbers, how
):
    table = tables[case]
    [row] = table[table["alternative"] == alternative].to_dict("records")
    assert tuple(row[name] for name in NUMBER_CELLS) == numbers
    assert row["how"].startswith(how)


def test_every_guess_is_as_it_was_read(tables):
    assert tables["a replication"]["alternative"].tolist()[:2] == ["the paper", "this study"]
    texts = [f"== {case} ==\n{own.to_csv(sep='|', index=False)}" for case, own in tables.items()]
    check_golden("guesses", "\n".join(texts))
