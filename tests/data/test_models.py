"""The table of models: what it knows, how it is put together, written and ordered."""

import numpy as np
import pandas as pd
import pytest

import prgbench
from made_up_models import with_columns
from prgbench.data.models import ROW_COLUMNS, ModelRow, Models
from prgbench.metrics import get_measure
from prgbench.run.errors import PrgbenchError
from prgbench.study.measures import load_measures
from prgbench.study.ranking import Ranking, add_ranks
from tables_of_scores import score_table

# By task and run: two models of task 1, three of task 2, of which two are tied by AUPR.
FRAME = pd.DataFrame(
    {
        "task_id": [2, 1, 2, 1, 2],
        "dataset_id": [5, 6, 5, 6, 5],
        "run_id": [9, 4, 7, 3, 8],
        "flow_name": ["j", "e", "h", "d", "i"],
        "aupr": [0.9, 0.5, 0.9, 0.6, 0.1],
        "brier": [0.1, 0.2, 0.3, 0.4, 0.1],
    }
)
MEASURES = ("aupr", "brier")
MODELS = Models(FRAME, MEASURES)
RANKED = add_ranks(MODELS, [get_measure(name) for name in MEASURES], Ranking())


def row(task_id, run_id, **values):
    shared = {"dataset_id": 1, "dataset_name": "a", "flow_id": run_id, "flow_name": f"f{run_id}"}
    return ModelRow(task_id=task_id, run_id=run_id, **shared | values)


def test_rows_have_all_columns_then_the_scores():
    rows = [row(1, 1, prevalence=0.25), row(1, 2, prevalence=0.25)]
    models = Models.of_rows(rows, np.array([[0.1, 0.2], [0.3, 0.4]]), ["b", "a"])
    assert list(models.frame) == [*ROW_COLUMNS, "b", "a"]
    assert models.scores("b").tolist() == [0.1, 0.3]
    assert models.measures == ("b", "a")
    assert (len(models), models.n_tasks, models.n_datasets) == (2, 1, 1)
    assert models.prevalence_of_first == 0.25


def test_what_no_model_tells_is_none():
    stated = Models.of_rows([row(1, 1), row(1, 2, n=10)], np.ones((2, 1)), ["a"])
    assert stated.pos_label is stated.stored_auroc is stated.prevalence is None
    assert stated.n.isna().tolist() == [True, False]
    assert np.isnan(stated.prevalence_of_first)
    # The same of a table that lacks the column, as files of earlier versions may.
    assert MODELS.estimation_procedure is None
    assert with_columns(MODELS, estimation_procedure=np.nan).estimation_procedure is None
    with pytest.raises(KeyError, match="flow_id"):
        _ = MODELS.flow_id


def test_a_file_keeps_the_table_and_the_names_of_its_measures(tmp_path):
    path = tmp_path / "new" / "models.parquet"
    RANKED.write(path)
    read = Models.read(path)
    pd.testing.assert_frame_equal(read.frame, RANKED.frame)
    assert read.measures == MEASURES
    assert read.ranks("brier").tolist() == RANKED.ranks("brier").tolist()
    assert not RANKED.frame.attrs


def test_a_file_of_a_chunk_without_models_is_read(tmp_path):
    Models.concat([]).write(tmp_path / "0.parquet")
    read = Models.read(tmp_path / "0.parquet")
    assert (len(read), read.measures, list(read.each_task())) == (0, (), [])


def test_chunks_are_put_together_in_the_order_of_tasks():
    chunks = [Models.concat([]), MODELS.of_task(2), MODELS.of_task(1)]
    models = Models.concat(chunks)
    assert models.task_id.tolist() == [1, 1, 2, 2, 2]
    assert models.run_id.tolist() == [4, 3, 9, 7, 8]
    assert models.frame.index.tolist() == [*range(5)]
    assert models.measures == MEASURES


def test_models_are_sorted_by_task_and_run():
    assert MODELS.sorted().run_id.tolist() == [3, 4, 7, 8, 9]
    assert MODELS.sorted().frame.index.tolist() == [*range(5)]


def test_each_task_has_its_models():
    assert {task: models.run_id.tolist() for task, models in MODELS.each_task()} == {
        1: [4, 3],
        2: [9, 7, 8],
    }
    assert MODELS.of_task(1).run_id.tolist() == [4, 3]
    assert len(MODELS.of_task(7)) == len(MODELS.of_task(None)) == 0
    assert MODELS.first_of_tasks().run_id.tolist() == [9, 4]
    assert MODELS.dataset_of_task.to_dict() == {1: 6, 2: 5}


def test_of_tied_best_models_the_lowest_run_id_is_first():
    assert RANKED.ranks("aupr").tolist() == [1, 2, 1.5, 3, 1.5]
    shuffled = RANKED[[4, 1, 3, 0, 2]]
    assert shuffled.best_first("aupr").run_id.tolist() == [3, 4, 7, 9, 8]
    best = shuffled.best("aupr")
    assert best.run_id.to_dict() == {1: 3, 2: 7}
    assert best.flow_name.to_dict() == {1: "d", 2: "h"}
    assert shuffled.best("brier").run_id.to_dict() == {1: 4, 2: 8}


def test_a_missing_value_of_the_best_model_stays_missing():
    models = with_columns(RANKED, upload_time=["a", "b", None, "c", "d"])
    assert models.best("aupr").upload_time.isna().to_dict() == {1: False, 2: True}


RENAME = {
    "prevalence": "The measure 'prevalence' has the name of a column of the table of models: "
    "rename it.",
    "n": "The measure 'n' has the name of a column of the table of models: rename it.",
    "flow": "The measure 'flow' has the name of a column of the table of models: rename it.",
    "rank_accuracy": "The measure 'rank_accuracy' has the name of the column of the ranks by "
    "'accuracy': rename it.",
}


@pytest.mark.parametrize("name", RENAME)
def test_a_measure_called_like_another_column_is_refused_in_one_sentence(name):
    """Its scores would be overwritten."""
    table = score_table(n_datasets=3).rename(columns={"log_loss": name})
    with pytest.raises(PrgbenchError) as error:
        prgbench.compare(table, measures=["accuracy", name], higher_is_better={name: True})
    assert str(error.value) == RENAME[name]


def test_ranks_of_another_measure_that_is_not_there_are_a_name_as_any():
    measures = load_measures(["column:rank_accuracy:lower", "auroc"])
    assert [measure.name for measure in measures] == ["rank_accuracy", "auroc"]
