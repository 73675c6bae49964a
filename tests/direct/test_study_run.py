import pandas as pd
import pytest

from prgbench.answer.interface import PARTS
from prgbench.direct.study_run import StudyRun
from prgbench.direct.table_study import study_of_table
from prgbench.metrics import auroc_score
from tables_of_predictions import long_table

OFF = {part.name: {"enabled": False} for part in PARTS}
EXCESS = {name: part for name, part in OFF.items() if name != "excess"}
TABLE = long_table(3, 4, 40)


def computed(folder, parts, **more):
    arguments = {"title": "Mine", "positive_label": "minority", "columns": {}}
    settings = {"comparison": {**parts, "splits": 2, "resamples": 100}, **more}
    study, source = study_of_table(TABLE, arguments, settings, folder)
    run = StudyRun("mine", study, source, folder / "results")
    run.compute()
    return run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a study of three data sets with one part of the comparison."""
    return computed(tmp_path_factory.mktemp("study"), EXCESS)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Return a replication without any part."""
    return computed(tmp_path_factory.mktemp("bare"), OFF, replication=True)


def test_the_answer_is_of_all_models(run):
    answer = run.answer()
    assert (answer.study, answer.archive) == ("mine", "table")
    assert (answer.tasks, answer.datasets, answer.models) == (3, 3, 12)
    assert answer.confidence_level == 0.95
    halves = [pair.halves is not None for pair in answer.pairs]
    assert halves == [True, True, True]


def test_models_have_the_ranks_of_their_areas(run):
    models = run.models()
    own = models[models["dataset_name"] == "data 1"].set_index("flow_name")
    table = TABLE[TABLE["dataset"] == "data 1"].groupby("model")
    areas = pd.Series({name: auroc_score(m["y_true"], m["y_score"]) for name, m in table})
    assert own["auroc"].to_dict() == pytest.approx(areas.to_dict(), rel=1e-12)
    assert own["rank_auroc"].to_dict() == areas.rank(ascending=False).to_dict()


def test_tables_are_those_of_the_study_and_of_its_parts(run, bare):
    own = {"agreement", "exclusions", "exclusions_listed", "task_agreement", "tasks"}
    assert set(bare.tables()) == own
    assert bare.comparison_tables() == {}
    assert set(run.tables()) == own | set(run.comparison_tables())
    assert {"excess"} <= set(run.comparison_tables())
    assert (bare.answer().pairs[0].halves, run.study.setting.seed) == (None, 2015)


def test_figures_are_the_answers_the_papers_and_those_of_the_parts(run, bare):
    assert bare.figure_names == ["answer", "rank_heatmap", "area_scatter", "model_curves"]
    assert run.figure_names == [*bare.figure_names, "excess"]


def test_only_a_replication_shows_the_numbers_of_the_paper(run, bare):
    for study, n_printed in ((run, 0), (bare, 3)):
        drawn = study.draw("answer").data
        assert (drawn["series"] == "printed in the paper").sum() == n_printed
