"""What the paper leaves open: what is known of it, and the numbers under other rankings."""

import csv
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from made_up_models import with_columns
from places import ROOT, SHARED
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.report.guesses import (
    GUESSES,
    MEAN_CORRELATION,
    WITHOUT_UNDEFINED,
    Alternative,
    Replication,
    numbers_of,
    other_numbers,
    setting,
)
from prgbench.robustness.choices import (
    AUPRGS,
    AUPRS,
    AVERAGES,
    CHOICES,
    INSTANCE_TIES,
    POSITIVE_CLASSES,
    TIES,
)
from prgbench.study.agreement import agreement_summary, task_agreement
from prgbench.study.ranking import Ranking, add_ranks
from prgbench.study_file import read_study

TABLES = SHARED / "openml" / "tables"
LEVELS = {
    "ties": TIES, "average": AVERAGES, "aupr": AUPRS, "auprg": AUPRGS,
    "positive_class": POSITIVE_CLASSES, "instance_ties": INSTANCE_TIES,
    "procedures": ("1", "1, 3"),
}  # fmt: skip
ONCE, TEN_TIMES = "10-fold Crossvalidation", "10 times 10-fold Crossvalidation"


def rows_of(name):
    path = TABLES / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def tasks():
    return [
        row
        for row in rows_of("binary_tasks_2017.csv")
        if row["estimation_procedure"] in {ONCE, TEN_TIMES}
    ]


def test_the_page_counts_them():
    page = (ROOT / "docs" / "replication.md").read_text(encoding="utf-8")
    assert f"Section 4 leaves {len(GUESSES)} choices open" in page


def known(name):
    [guess] = [guess for guess in GUESSES if guess.name == name]
    return guess.known


def counts(tasks):
    return f"{len(tasks)}", f"{len({row['data_id'] for row in tasks})}"


def test_known_counts_of_procedures_are_those_of_2017(tasks):
    once = counts([row for row in tasks if row["estimation_procedure"] == ONCE])
    both = counts(tasks)
    text = known("estimation procedures")
    assert f"{once[0]} binary tasks on {once[1]} data sets with {{1}}" in text
    assert f"{both[0]} on {both[1]} with {{1, 3}}" in text
    a_data_set = [f"{int(n) / int(of):.1f}" for n, of in (once, both, (886, 426))]
    assert "{} and {} tasks a data set; the paper has {}.".format(*a_data_set) in text


def test_no_426_data_sets_of_2017_have_the_papers_886_tasks(tasks):
    most = {
        key: sum(n for _, n in Counter(row[key] for row in tasks).most_common(426))
        for key in ("data_id", "name")
    }
    assert max(most.values()) < 886
    assert (
        f"the 426 data sets with most tasks have {most['data_id']}, and {most['name']} if data "
        "sets of one name count once"
    ) in known("estimation procedures")


def test_known_balanced_tasks_are_those_of_2017(tasks):
    balanced = sum(row["majority_class_size"] == row["minority_class_size"] for row in tasks)
    assert known("positives of balanced tasks").startswith(f"{balanced} of the {len(tasks)} tasks")


def test_known_flows_are_those_of_2014(tasks):
    flows = {row["task_id"]: int(row["flows_ok"]) for row in rows_of("flows_per_task_2014.csv")}
    once = {row["task_id"] for row in tasks if row["estimation_procedure"] == ONCE}
    own = [flows[task_id] for task_id in once & set(flows)]
    assert known("end of uploads") == (
        f"By 2014, {min(own)} to {max(own)} flows had already run on each of the {len(own)} of "
        f"these tasks with {{1}} that OpenML's study 1 has, {flows['3872']} on task 3872 and "
        f"{flows['3896']} on 3896"
    )


def test_every_alternative_names_settings_levels_or_computations_that_there_are():
    settings = read_study(ROOT / "config" / "studies", "paper").as_params()
    for guess in GUESSES:
        for key in guess.keys:
            setting(settings, key)
        for alternative in guess.alternatives:
            known = alternative.settings or alternative.universe or alternative.computed
            assert bool(known) != bool(alternative.unknown)
            for key in alternative.settings:
                setting(settings, key)
            if alternative.universe:
                choice, level = alternative.universe
                assert choice in CHOICES
                assert level in LEVELS[choice]


def test_each_guess_stands_once():
    assert set(Counter(guess.name for guess in GUESSES).values()) == {1}


MEASURES = [get_measure("aupr"), get_measure("auprg")]
PAIR = frozenset(("aupr", "auprg"))
FRAME = pd.DataFrame(
    {
        "task_id": [1, 1, 1, 2, 2, 2],
        "run_id": [1, 2, 3, 4, 5, 6],
        "dataset_id": [1, 1, 1, 2, 2, 2],
        "dataset_name": list("aaabbb"),
        "aupr": [0.9, 0.8, 0.7, 0.9, 0.9, 0.1],
        "auprg": [0.9, 0.7, 0.8, 0.9, 0.8, np.nan],
    }
)
MODELS = add_ranks(Models(FRAME, ["aupr", "auprg"]), MEASURES, Ranking())
AGREEMENT = task_agreement(MODELS, MEASURES)


def replication(models):
    return Replication(
        settings={"measures": ["aupr", "auprg"], "ranking": Ranking().as_params()},
        models=models,
        agreement=AGREEMENT,
        summary=agreement_summary(AGREEMENT, models),
    )


def numbers(computed="", models=MODELS, **ranking):
    settings = {f"ranking.{key}": value for key, value in ranking.items()}
    return other_numbers(Alternative("", settings, computed=computed), replication(models))


def pearson(a, b):
    return pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-12)


@pytest.mark.parametrize(("ties", "tied"), [("average", 1.5), ("min", 1), ("max", 2)])
def test_tied_models_are_ranked_as_asked(ties, tied):
    found = numbers(ties=ties)
    assert found["best_differs", PAIR] == 0.5
    assert found["top_differs", PAIR] == 1
    by_aupr, by_auprg = [1, 2, 3, tied, tied, 3], [1, 3, 2, 1, 2, 3]
    assert found["rank_correlation", PAIR] == pearson(by_aupr, by_auprg)


def test_the_mean_rank_is_what_the_study_has():
    assert numbers(ties="average") == numbers_of(agreement_summary(AGREEMENT, MODELS))


def test_models_of_undefined_measures_are_left_out():
    found = numbers(WITHOUT_UNDEFINED)
    by_aupr, by_auprg = [1, 2, 3, 1.5, 1.5], [1, 3, 2, 1, 2]
    assert found["rank_correlation", PAIR] == pearson(by_aupr, by_auprg)


def test_correlations_of_the_tasks_are_averaged():
    first, second = 0.5, np.corrcoef([1.5, 1.5, 3], [1, 2, 3])[0, 1]
    mean = pytest.approx((first + second) / 2)
    assert numbers(MEAN_CORRELATION) == {("rank_correlation", PAIR): mean}


def test_exact_scores_are_tied_only_if_they_are_equal():
    models = with_columns(MODELS, aupr=[0.9, 0.9 - 1e-13, 0.7, 0.9, 0.9, 0.1])
    models = add_ranks(models, MEASURES, Ranking())
    agreement = task_agreement(models, MEASURES)
    assert numbers_of(agreement_summary(agreement, models))["best_differs", PAIR] == 1
    assert numbers(models=models, decimals=15)["best_differs", PAIR] == 0.5
