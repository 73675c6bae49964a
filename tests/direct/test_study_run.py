import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.answer.parts import ANSWER
from prgbench.direct import study_run
from prgbench.direct.arrays import study_of_table
from prgbench.direct.study_run import PredictionStudy
from prgbench.pipeline.artifacts import ARTIFACTS, Artifact
from prgbench.pipeline.stages import JOBS, STAGES, Stage
from tables_of_predictions import long_table
from tables_of_scores import score_table

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


def count_models(models):
    """Count the models of each data set."""
    return models.frame.groupby("dataset_name").size().reset_index(name="models")


@pytest.fixture(params=["a new rule", "a new stage of a rule"])
def counted(request, monkeypatch):
    """Add a stage, in one place of the list of rules or another."""
    written = Artifact("tables/counted.csv", pd.read_csv, lambda path, table: table.to_csv(path))
    monkeypatch.setitem(ARTIFACTS, "counted", written)
    monkeypatch.setitem(STAGES, "count_models", Stage(count_models, ("counted",)))
    if request.param == "a new rule":
        monkeypatch.setitem(JOBS, "count", ("count_models",))
    else:
        monkeypatch.setitem(JOBS, "rank", (*JOBS["rank"], "count_models"))
    monkeypatch.setattr(study_run, "TABLES", [*study_run.TABLES, "counted"])


@pytest.mark.usefixtures("counted")
def test_a_new_stage_is_run_and_its_table_is_there(tmp_path):
    run = study_of()
    assert run.tables["counted"]["models"].tolist() == [4] * 6
    run.write_report(tmp_path)
    assert len(pd.read_csv(tmp_path / "tables" / "counted.csv")) == 6


def item_table():
    """Return which of forty items each of three models solves."""
    rng = np.random.default_rng(0)
    solved = {
        model: rng.random(40) < share for model, share in zip("abc", (0.4, 0.5, 0.9), strict=True)
    }
    wide = pd.DataFrame(solved).rename_axis("instance_id").reset_index()
    return wide.melt("instance_id", var_name="model", value_name="resolved")


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("kind", ["scores", "items"])
def test_a_new_stage_is_run_for_tables_without_predictions_too(kind, tmp_path):
    table = score_table() if kind == "scores" else item_table()
    compared = prgbench.compare(table, settings={"comparison": FAST}, progress=False)
    compared.report(tmp_path / "report")
    written = pd.read_csv(tmp_path / "report" / "tables" / "counted.csv")
    n_models = compared.models.groupby("dataset_name").size()
    assert dict(zip(written["dataset_name"], written["models"], strict=True)) == dict(n_models)


def test_what_needs_predictions_is_not_asked_of_a_table_of_scores():
    needing = {name for name, stage in STAGES.items() if "store" in stage.settings}
    assert needing == {"evaluate", "curves", "examples"}
