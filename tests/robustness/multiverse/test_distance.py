"""Worlds in which it is known which choices have made the printed numbers."""

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_study, make_tables, make_task_scores
from prgbench.answer.intervals import agreement_intervals
from prgbench.robustness.choices import CHOICES, NUMBERS, PRINTED, number_column
from prgbench.robustness.multiverse import (
    GOAL,
    distances,
    nearest_first,
    standard_errors,
)

OPTIONS = {"models": (4,), "minimum_n": (200,)}


def archive(seed, tasks=200):
    made = [
        make_task_scores(seed * 100 + task, n=60 + 12 * (task % 15), n_models=6)
        for task in range(tasks)
    ]
    tables = make_tables(["multiverse"], made, multiverse=OPTIONS)
    study = make_study(made)
    intervals = agreement_intervals(study.agreement, study.models, study.resampling)
    return tables, standard_errors(intervals)


@pytest.fixture(scope="module")
def ours():
    return archive(1)


@pytest.fixture(scope="module")
def theirs():
    return archive(2)


def printed_by(universe):
    return {number: round(universe[number], 2) for number in NUMBERS}


def test_the_choices_that_made_the_printed_numbers_are_nearest_on_the_same_models(ours):
    tables, errors = ours
    universes = tables["multiverse"].dropna(subset=list(NUMBERS)).reset_index(drop=True)
    for place in range(0, len(universes), 7):
        printed = printed_by(universes.iloc[place])
        found = distances(universes, errors, printed)
        assert found[place] == pytest.approx(0, abs=1e-9)
        alike = universes[list(NUMBERS)].round(2).eq(pd.Series(printed)).all(axis=1)
        assert found[alike] == pytest.approx(0, abs=1e-9)
        within = (universes[list(NUMBERS)] - pd.Series(printed)).abs().le(0.005 + 1e-12)
        assert ((found < 1e-9) == within.all(axis=1)).all()


def test_on_other_models_the_truth_is_nearer_than_most_universes(ours, theirs):
    tables, errors = ours
    universes = tables["multiverse"]
    other = theirs[0]["multiverse"]
    other = universes[list(CHOICES)].merge(other, on=list(CHOICES), how="left")
    ranks = []
    for place in range(0, len(universes), 7):
        found = distances(universes, errors, printed_by(other.iloc[place]))
        ranks.append(np.mean(found < found[place]))
    # A universe drawn at random would have a half.
    assert np.mean(ranks) < 0.25


def test_a_distance_by_hand():
    number, other = list(NUMBERS)[:2]
    goal = dict.fromkeys(NUMBERS, 0.5)
    errors = dict.fromkeys(NUMBERS, 0.1) | {other: np.nan}
    universes = pd.DataFrame([goal, goal | {number: 0.805}, goal | {other: 0.515}])
    # 3 standard errors beyond rounding; without an error half a digit stands for it: 2.
    assert distances(universes, errors, goal) == pytest.approx([0, 1, 2 / 3])
    undefined = pd.DataFrame([goal | {number: np.nan}])
    assert np.isnan(distances(undefined, errors, goal)).all()


def test_the_printed_numbers_are_those_of_the_paper():
    for pair, share in PRINTED["best_differs"].items():
        assert GOAL[number_column("best_differs", *pair)] == share


def test_the_table_has_the_study_and_then_the_nearest_first(ours):
    tables, errors = ours
    universes = tables["multiverse"]
    assert universes["default"].tolist() == [True] + [False] * (len(universes) - 1)
    assert universes.loc[1:, "distance"].dropna().is_monotonic_increasing
    np.testing.assert_array_equal(universes["distance"], distances(universes, errors, GOAL))


def test_the_study_is_first_and_then_the_nearest():
    found = pd.DataFrame(
        {"default": [True, False, False, False], "distance": [2.0, 0.5, 1.0, np.nan]}
    )
    assert nearest_first(found)["distance"].tolist()[:3] == [2.0, 0.5, 1.0]
