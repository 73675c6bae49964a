"""The rows of tables become records: codes of names, scores of labels, and what is refused."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table import coded_rows
from prgbench.sources.table.coded_rows import (
    MOST_FOLDS,
    NO_ROW_ID,
    NOT_STATED,
    RowCoder,
    record_type,
)
from prgbench.sources.table.found_tables import Part, open_memory
from prgbench.sources.table.layout import Layout

TABLE = pd.DataFrame(
    {
        "dataset": ["b", "a", "b"],
        "model": ["net", "net", "tree"],
        "y_true": ["yes", "0", "no"],
        "y_score": [0.25, 0.5, -1.0],
    }
)


def part_of(table, **benchmark):
    arrow = pa.Table.from_pandas(table, preserve_index=False)
    if not benchmark:
        return open_memory(arrow, {})
    layout = Layout({"y_true": "truth"}, {name: name for name in table if name != "truth"},
                    fixed=benchmark)  # fmt: skip
    return Part("x/predictions.csv", layout, lambda *_: arrow.to_batches(), benchmark=True)


def coded(table, scores=("",)):
    coder = RowCoder(scores)
    return coder, list(coder.blocks(part_of(table)))


def test_names_and_labels_have_codes_in_the_order_of_their_appearance():
    coder, (block,) = coded(TABLE)
    assert block.dataset.tolist() == [0, 1, 0]
    assert block.model.tolist() == [0, 0, 1]
    assert block.records["truth"].tolist() == [0, 1, 2]
    assert coder.datasets.texts == ["b", "a"]
    assert coder.models.texts == ["net", "tree"]
    assert coder.labels.texts == ["yes", "0", "no"]
    assert block.records["scores"].tolist() == [[0.25], [0.5], [-1.0]]


def test_what_a_table_does_not_state_is_said_so():
    _, (block,) = coded(TABLE)
    assert set(block.records["row_id"].tolist()) == {NO_ROW_ID}
    for name in ("fold", "repeat", "decision"):
        assert set(block.records[name].tolist()) == {NOT_STATED}


def test_what_a_table_states_is_taken():
    stated = TABLE.assign(
        row_id=[7, 8, 9], fold=[1, 2, MOST_FOLDS], repeat=0, decision=["no", None, "yes"]
    )
    _, (block,) = coded(stated)
    assert block.records["row_id"].tolist() == [7, 8, 9]
    assert block.records["fold"].tolist() == [1, 2, MOST_FOLDS]
    assert block.records["repeat"].tolist() == [0, 0, 0]
    assert block.records["decision"].tolist() == [2, -1, 0]


def test_rows_come_some_at_once(monkeypatch):
    monkeypatch.setattr(coded_rows, "ROWS_AT_ONCE", 2)
    _, blocks = coded(TABLE)
    assert [len(block.records) for block in blocks] == [2, 1]
    monkeypatch.setattr(coded_rows, "CELLS_AT_ONCE", 4)
    _, blocks = coded(TABLE)
    assert [len(block.records) for block in blocks] == [1, 1, 1]


def test_scores_of_labels_stand_in_their_columns_and_others_are_nan():
    table = TABLE.drop(columns="y_score").assign(**{"y_score.yes": 0.75, "y_score.no": 0.25})
    _, (block,) = coded(table, ("no", "other", "yes"))
    np.testing.assert_array_equal(block.records["scores"], [[0.25, np.nan, 0.75]] * 3)


def test_a_wide_table_has_a_block_for_each_model_with_the_rows_that_it_has():
    wide = pd.DataFrame(
        {"dataset": ["b", "a"], "y_true": [1, 0], "net": [0.25, None], "tree": [0.5, 0.75],
         "none": [None, None]}
    )  # fmt: skip
    coder, (net, tree) = coded(wide)
    assert coder.models.texts == ["net", "tree"]
    assert (net.dataset.tolist(), net.records["scores"].tolist()) == ([0], [[0.25]])
    assert (tree.dataset.tolist(), tree.records["scores"].tolist()) == ([0, 1], [[0.5], [0.75]])
    assert tree.model.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("column", "values", "why"),
    [
        ("y_score", [0.5, np.inf, 0.5], "row 2: y_score is inf: every row needs a finite score"),
        ("y_score", [0.5, 0.5, None], "row 3: y_score is "),
        ("y_true", ["yes", None, "no"], "row 2: y_true is empty"),
        ("model", ["net", "", "tree"], "row 2: model is empty"),
        ("fold", [0, 1, MOST_FOLDS + 1], "row 3: fold is 30001: it should be a whole number from"),
        ("y_true", ["yes", "0", "?"], None),
    ],
)
def test_the_first_row_that_is_wrong_is_named(column, values, why):
    table = TABLE.assign(**{column: values})
    if why is None:
        assert len(coded(table)[1]) == 1
        return
    with pytest.raises(PrgbenchError, match=f"^The table, {why}"):
        coded(table)


def test_a_third_class_is_named_with_its_row():
    table = pd.concat([TABLE, TABLE.assign(y_true=["maybe", "1", "no"])], ignore_index=True)
    with pytest.raises(PrgbenchError) as raised:
        coded(table)
    assert str(raised.value) == (
        "The table, row 4: the data set b has the label 'maybe' beside 'yes' and 'no': keep two "
        "classes, or leave the data set out."
    )


def test_infinite_scores_of_a_wide_table_are_refused():
    wide = pd.DataFrame({"dataset": ["b"] * 2, "y_true": [1, 0], "net": [0.25, -np.inf]})
    with pytest.raises(
        PrgbenchError, match=r"^The table, row 2: net is -inf: scores have to be fi"
    ):
        coded(wide)


def test_a_table_without_rows_is_refused():
    with pytest.raises(PrgbenchError, match=r"^The table has no rows: fill it, or leave it out"):
        coded(TABLE[:0])


def test_names_have_a_longest_length(monkeypatch):
    monkeypatch.setattr(coded_rows, "LONGEST_NAME", 3)
    with pytest.raises(PrgbenchError, match="model has a name of 4 characters: 3 are read"):
        coded(TABLE)


def test_results_of_the_automl_benchmark_have_classes_of_their_data_set():
    coder = RowCoder(["bad", "good"])
    results = pd.DataFrame({"no": [0.25], "yes": [0.75], "truth": ["yes"]})
    place = {"dataset": "credit", "model": "forest", "fold": "3"}
    (block,) = coder.blocks(part_of(results, **place))
    assert block.records["scores"].tolist() == [[0.25, 0.75]]
    assert block.records["fold"].tolist() == [3]
    assert coder.labels_of(0) == ("no", "yes")
    assert coder.labels_of(1) == ["bad", "good"]
    other = results.rename(columns={"no": "nay"})
    with pytest.raises(PrgbenchError, match="has columns of the classes nay, yes, other files of"):
        list(coder.blocks(part_of(other, **place)))


def test_a_third_class_in_results_of_the_automl_benchmark_leaves_the_data_set_out():
    coder = RowCoder(["no", "yes"])
    results = pd.DataFrame({"no": 0.25, "yes": 0.75, "truth": ["yes", "no", "maybe"]})
    list(coder.blocks(part_of(results, dataset="credit", model="forest", fold="3")))
    assert coder.not_binary == {0}


def test_a_record_holds_as_many_scores_as_asked_for():
    assert [record_type(n).itemsize for n in (1, 2, 3)] == [32, 40, 48]
