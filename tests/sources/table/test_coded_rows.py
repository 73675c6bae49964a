"""The rows of tables become records, and the row of a cell that is refused is named."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table import coded_rows
from prgbench.sources.table.coded_rows import (
    MODELS_PER_DATASET,
    MOST_FOLDS,
    NO_ID,
    NOT_STATED,
    Cells,
    RowCoder,
    Vocabulary,
    by_model,
    record_type,
)
from prgbench.sources.table.found_tables import open_memory
from prgbench.sources.table.names import id_of, label_text, name_text
from prgbench.sources.table.part import Part
from prgbench.sources.table.prediction_columns import TableLayout
from records_of_tables import make_records

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
        return open_memory(arrow, {})[0]
    scores = {name: name for name in table if name != "truth"}
    roles = {"y_true": "truth", **{role: role for role in benchmark}}
    layout = TableLayout(roles, scores, fixed=benchmark)
    return Part("x/predictions.csv", layout, lambda *_: arrow.to_batches(), benchmark=True)


def coded(table, scores=("",), **options):
    coder = RowCoder(scores, **options)
    return coder, list(coder.blocks(part_of(table)))


def test_names_and_labels_have_codes_in_the_order_of_their_appearance():
    coder, [(pairs, records)] = coded(TABLE)
    assert (pairs // MODELS_PER_DATASET).tolist() == [0, 1, 0]
    assert (pairs % MODELS_PER_DATASET).tolist() == [0, 0, 1]
    assert records["truth"].tolist() == [0, 1, 2]
    assert coder.datasets.texts == ["b", "a"]
    assert coder.models.texts == ["net", "tree"]
    assert coder.labels.texts == ["yes", "0", "no"]
    assert records["scores"].tolist() == [[0.25], [0.5], [-1.0]]


def test_what_a_table_does_not_state_is_said_so():
    _, [(_, records)] = coded(TABLE)
    assert set(records["row_id"].tolist()) == {NO_ID}
    for name in ("fold", "repeat", "decision"):
        assert set(records[name].tolist()) == {NOT_STATED}


def test_groups_are_numbers_or_texts_and_may_be_stated_by_other_tables_alone():
    _, [(_, records)] = coded(TABLE.assign(group=["p-1", 7, "p-1"]).astype(str), grouped=True)
    assert records["group"][0] == records["group"][2] < 0
    assert records["group"][1] == 7
    _, [(_, records)] = coded(TABLE, grouped=True)
    assert set(records["group"].tolist()) == {NO_ID}
    with pytest.raises(PrgbenchError, match="row 2: group is empty: name the group"):
        coded(TABLE.assign(group=["a", None, "b"]), grouped=True)


def test_what_a_table_states_is_taken():
    stated = TABLE.assign(
        row_id=[7, 8, 9], fold=[1, 2, MOST_FOLDS], repeat=0, decision=["no", None, "yes"]
    )
    _, [(_, records)] = coded(stated)
    assert records["row_id"].tolist() == [7, 8, 9]
    assert records["fold"].tolist() == [1, 2, MOST_FOLDS]
    assert records["repeat"].tolist() == [0, 0, 0]
    assert records["decision"].tolist() == [2, -1, 0]


def test_rows_come_some_at_once(monkeypatch):
    monkeypatch.setattr(coded_rows, "ROWS_AT_ONCE", 2)
    _, blocks = coded(TABLE)
    assert [len(records) for _, records in blocks] == [2, 1]
    monkeypatch.setattr(coded_rows, "CELLS_AT_ONCE", 4)
    _, blocks = coded(TABLE)
    assert [len(records) for _, records in blocks] == [1, 1, 1]


def test_scores_of_labels_are_in_their_columns_and_others_are_nan():
    table = TABLE.drop(columns="y_score").assign(**{"y_score.yes": 0.75, "y_score.no": 0.25})
    _, [(_, records)] = coded(table, ("no", "other", "yes"))
    np.testing.assert_array_equal(records["scores"], [[0.25, np.nan, 0.75]] * 3)


def test_a_wide_table_has_a_block_for_each_model_with_the_rows_that_it_has():
    wide = pd.DataFrame(
        {"dataset": ["b", "a"], "y_true": [1, 0], "net": [0.25, None], "tree": [0.5, 0.75],
         "none": [None, None]}
    )  # fmt: skip
    coder, [(of_net, net), (of_tree, tree)] = coded(wide)
    assert coder.models.texts == ["net", "tree"]
    assert (of_net.tolist(), net["scores"].tolist()) == ([0], [[0.25]])
    assert of_tree.tolist() == [1, MODELS_PER_DATASET + 1]
    assert tree["scores"].tolist() == [[0.5], [0.75]]


@pytest.mark.parametrize(
    ("column", "values", "why"),
    [
        (
            "y_score",
            [0.5, np.inf, 0.5],
            "row 2: y_score is inf: every row needs a finite score; leave its instance out",
        ),
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


def test_results_of_the_automl_benchmark_have_scores_in_the_order_of_their_columns():
    coder = RowCoder(["bad", "good"])
    results = pd.DataFrame({"no": [0.25], "yes": [0.75], "truth": ["yes"]})
    place = {"dataset": "credit", "model": "forest", "fold": "3"}
    [(_, records)] = coder.blocks(part_of(results, **place))
    assert records["scores"].tolist() == [[0.25, 0.75]]
    assert records["fold"].tolist() == [3]


def test_a_third_class_in_results_of_the_automl_benchmark_leaves_the_data_set_out():
    coder = RowCoder(["no", "yes"])
    results = pd.DataFrame({"no": 0.25, "yes": 0.75, "truth": ["yes", "no", "maybe"]})
    list(coder.blocks(part_of(results, dataset="credit", model="forest", fold="3")))
    assert coder.not_binary == {0}


def test_a_record_holds_as_many_scores_as_asked_for():
    assert [record_type(n).itemsize for n in (1, 2, 3)] == [32, 40, 48]
    assert record_type(1, grouped=True).itemsize == 40


def cells(values, kind=None, first_row=0):
    batch = pa.record_batch({"x": pa.array(values, type=kind)})
    return Cells("the table", batch, first_row)


def test_texts_have_codes_in_the_order_in_which_they_appear():
    vocabulary = Vocabulary(name_text)
    assert vocabulary.codes(pa.array(["b", None, "a", "b", ""])).tolist() == [0, -1, 1, 0, -1]
    assert cells(["c", "a"]).codes("x", vocabulary).tolist() == [2, 1]
    packed = pa.array(["a", "z"]).dictionary_encode()
    assert cells(packed).codes("x", vocabulary).tolist() == [1, 3]
    assert vocabulary.texts == ["b", "a", "c", "z"]


def test_an_empty_cell_is_named_by_its_row_counted_from_1():
    with pytest.raises(PrgbenchError, match=r"^the table, row 12: x is empty: fill it"):
        cells(["a", None], first_row=10).codes("x", Vocabulary(name_text))


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ([1, None, 3], [1.0, np.nan, 3.0]),
        ([0.5, float("inf")], [0.5, np.inf]),
        ([True, False], [1.0, 0.0]),
        (["1.5", "", " 2 ", "NaN"], [1.5, np.nan, 2.0, np.nan]),
        ([None, None], [np.nan, np.nan]),
        (pa.array(["0.25", "1"]).dictionary_encode(), [0.25, 1.0]),
    ],
)
def test_numbers_of_all_types(values, numbers):
    np.testing.assert_array_equal(cells(values).numbers("x"), numbers)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (["1", "1,5"], "row 2: x is '1,5', which is not a number: write a decimal with a point"),
        (["1", "0x1"], "row 2: x is '0x1', which is not a number"),
        (["", " "], "row 2: x is ' ', which is not a number"),
        ([b"1", b"x"], "row 1: x contains binary, not numbers: write numbers there"),
        ([[1], [2]], "row 1: x contains list<.*>, not numbers: write numbers there"),
    ],
)
def test_what_is_no_number_is_named(values, why):
    with pytest.raises(PrgbenchError, match=why):
        cells(values).numbers("x")


def test_whole_numbers_have_bounds():
    assert cells([0, 30]).whole_numbers("x", 30).tolist() == [0, 30]
    for wrong in (31, -1, 0.5, None):
        with pytest.raises(PrgbenchError, match=r"row 2: x .*a whole number from 0 to 30"):
            cells([0, wrong]).whole_numbers("x", 30)


@pytest.mark.parametrize(
    ("values", "role", "numbers"),
    [
        (["Repeat1", "Repeat10"], "repeat", [1, 10]),
        (["Fold03", "Fold1"], "fold", [3, 1]),
        (["fold-2", "fold 3"], "fold", [2, 3]),
        (["Fold1.Rep2", "Fold05.Rep1"], "fold", [1, 5]),
        (["Fold1.Rep2", "Fold05.Rep1"], "repeat", [2, 1]),
        (["7", "8"], "fold", [7, 8]),
    ],
)
def test_repeats_and_folds_are_numbers_or_texts_that_end_in_one(values, role, numbers):
    assert cells(values).whole_numbers("x", 30, role).tolist() == numbers


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (["Fold1", "Rep1"], "row 2: x is 'Rep1', beside 'Fold' with numbers: give each kind"),
        (["Fold1", "Apparent"], "row 2: x is 'Apparent', which is not a number: leave"),
        (["Fold1", "Fold31"], "row 2: x is 'Fold31': it should be a whole number from 0 to 30"),
        (["Fold1", ""], "row 2: x is empty: it should be a whole number"),
    ],
)
def test_texts_that_number_nothing_are_named(values, why):
    with pytest.raises(PrgbenchError, match=why):
        cells(values).whole_numbers("x", 30, "fold")


def test_ids_are_whole_numbers_or_checksums_of_texts():
    assert cells([3, 0]).ids("x", "instance").tolist() == [3, 0]
    assert cells([3.0, 0.0]).ids("x", "instance").tolist() == [3, 0]
    assert cells(["3", "4"]).ids("x", "instance").tolist() == [3, 4]
    assert cells(["3.0", "4.00"]).ids("x", "instance").tolist() == [3, 4]
    assert (cells(["3.1", "v4.0"]).ids("x", "instance") < 0).all()
    mixed = cells(["3", "b", "b", "c"]).ids("x", "instance")
    assert mixed[0] == 3
    assert mixed[1] == mixed[2] != mixed[3]
    assert (mixed[1:] < 0).all()
    # What is spelt otherwise, or too long for 64 bits, is a text.
    assert cells(["+4"]).ids("x", "instance")[0] < 0
    assert cells(["9" * 19]).ids("x", "instance")[0] < 0


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([1, None], "row 2: x is empty: name the instance"),
        (["a", ""], "row 2: x is empty: name the instance"),
        ([1.0, 1.5], "row 2: x is 1.5: it should be a whole number or text"),
        ([1, -2], "row 2: x is -2: it should be text or a whole number that is not negative"),
        (
            ["1", "-2"],
            "row 2: x is '-2': it should be text or a whole number that is not negative",
        ),
    ],
)
def test_ids_that_are_none(values, why):
    with pytest.raises(PrgbenchError, match=why):
        cells(values).ids("x", "instance")


def block(datasets, models, first=0):
    records = make_records(len(datasets), row_id=np.arange(first, first + len(datasets)))
    return np.array(datasets) * MODELS_PER_DATASET + np.array(models), records


def test_rows_of_a_pair_come_back_in_their_order():
    first = block([0, 0, 1, 1, 1], [0, 1, 0, 0, 1])
    models = by_model([first, block([1, 0, 1, 0, 0], [1, 1, 0, 0, 1], first=5)])
    ids = {
        dataset: {model: rows["row_id"].tolist() for model, rows in of_dataset.items()}
        for dataset, of_dataset in models.items()
    }
    assert ids == {0: {0: [0, 8], 1: [1, 6, 9]}, 1: {0: [2, 3, 7], 1: [4, 5]}}


def test_a_column_of_rows_is_not_taken_for_one_of_models(monkeypatch):
    monkeypatch.setattr(coded_rows, "MOST_PAIRS", 3)
    blocks = [block([0, 0, 1, 1], [0, 1, 0, 0])] * 2
    assert len(by_model(blocks)) == 2
    with pytest.raises(
        PrgbenchError, match=r"^The table has more than 3 pairs of a data set and a"
    ):
        by_model([*blocks, block([1], [1], first=4)])


NAN = float("nan")


@pytest.mark.parametrize(
    ("value", "name", "label"),
    [
        ("forest", "forest", "forest"),
        ("1.0", "1.0", "1"),
        ("+1.00", "+1.00", "+1"),
        ("-0.0", "-0.0", "-0"),
        ("1.5", "1.5", "1.5"),
        ("v1.0", "v1.0", "v1.0"),
        (7, "7", "7"),
        (7.0, "7", "7"),
        (0.5, "0.5", "0.5"),
        (True, "True", "True"),
        (b"caf\xc3\xa9", "café", "café"),
        (b"\xff", "\ufffd", "\ufffd"),
        ("", None, None),
        (None, None, None),
        (NAN, None, None),
        (" ", " ", " "),
    ],
)
def test_names_and_labels(value, name, label):
    assert name_text(value) == name
    assert label_text(value) == label


def test_ids_are_whole_numbers_that_a_page_holds_exactly():
    ids = [id_of("model", str(number)) for number in range(1000)]
    assert len(set(ids)) == 1000
    assert 0 < min(ids) <= max(ids) < 2**53


def test_names_that_run_together_are_told_apart():
    assert id_of("run", "ab", "c") != id_of("run", "a", "bc")
    assert id_of("run", "a\0b") != id_of("run", "a", "b")
    assert id_of("run", "a") != id_of("model", "a")
