import pytest

from fast_settings import FAST
from prgbench.answer.parts import ANSWER
from prgbench.direct.arrays import study_of_table
from prgbench.direct.study_run import PredictionStudy
from tables_of_predictions import long_table

TABLE = long_table(6, 4, 40)


def study_of(**more):
    arguments = {"title": "Mine", "positive_label": None, "columns": {}}
    settings = {"comparison": FAST, **more}
    study, source = study_of_table(TABLE, arguments, settings)
    return PredictionStudy("mine", study, source)


@pytest.fixture(scope="module")
def whole():
    """Return a study of six data sets with one part of the comparison."""
    return study_of(robustness=["breakdown"])


@pytest.fixture(scope="module")
def bare():
    """Return a replication without any part."""
    return study_of(replication=True)


def test_the_answer_is_of_all_models(whole):
    answer = whole.answer
    assert (answer.study, answer.archive) == ("mine", "table")
    assert (answer.tasks, answer.datasets, answer.models) == (6, 6, 24)
    assert answer.confidence_level == 0.95
    tested = [pair.winners is not None for pair in answer.pairs]
    assert tested == [True, True, True]


def test_tables_are_those_of_the_study_and_of_its_parts(whole, bare):
    own = {"agreement", "exclusions", "exclusions_listed", "task_agreement", "tasks"}
    answer = {name for part in ANSWER for name in part.rows}
    assert set(bare.tables) >= own | answer
    assert set(whole.tables) == set(bare.tables) | {"breakdown"}
    assert whole.study.setting.seed == 2015


def test_figures_are_the_answers_the_papers_and_those_of_the_parts(whole, bare):
    assert {"answer", "rank_heatmap", "model_curves", "standings"} <= set(bare.figure_names)
    assert set(whole.figure_names) - set(bare.figure_names) == {"breakdown"}


def test_only_a_replication_shows_the_numbers_of_the_paper(whole, bare):
    for run, n_printed in ((whole, 0), (bare, 6)):
        drawn = run.draw("answer").data
        assert (drawn["series"] == "printed in the paper").sum() == n_printed
