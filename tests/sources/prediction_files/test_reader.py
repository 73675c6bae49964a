"""Every variant of a prediction file that clients are known to have written."""

import numpy as np
import pytest

from made_up_predictions import HEADER
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.reader import read_predictions

ROWS = ["0,0,4,0.75,0.25,neg,neg", "0,1,2,0.1,0.9,pos,neg", "0,1,7,0.5,0.5,neg,pos"]
CLASSES = ["neg", "pos"]


def read(folder, text, classes=CLASSES):
    path = folder / "predictions.arff"
    path.write_bytes(text.encode())
    return read_predictions(path, classes)


def refusal(folder, text, classes=CLASSES):
    with pytest.raises(RunUnusableError) as caught:
        read(folder, text, classes)
    return caught.value


def example(header=HEADER, rows=ROWS):
    return header + "\n".join(rows) + "\n"


def quoted(row, mark):
    return row.replace("neg", f"{mark}neg{mark}").replace("pos", f"{mark}pos{mark}")


def separated(*separators):
    """Put other separators between the values, the last of them between all the rest."""
    rows = ROWS
    for separator in separators[:-1]:
        rows = [row.replace(",", separator, 1) for row in rows]
    return [row.replace(",", separators[-1]) for row in rows]


def assert_is_example(predictions):
    assert predictions.repeat.tolist() == [0, 0, 0]
    assert predictions.fold.tolist() == [0, 1, 1]
    assert predictions.row_id.tolist() == [4, 2, 7]
    assert predictions.confidences.tolist() == [[0.75, 0.1, 0.5], [0.25, 0.9, 0.5]]
    assert predictions.predicted.tolist() == [0, 1, 0]
    assert predictions.truth.tolist() == [0, 0, 1]


def test_ordinary_file_and_its_types(tmp_path):
    predictions = read(tmp_path, example())
    assert_is_example(predictions)
    assert len(predictions) == 3
    assert predictions.repeat.dtype == predictions.fold.dtype == np.int16
    assert predictions.row_id.dtype == np.int64
    assert predictions.truth.dtype == np.int8
    assert predictions.confidences.dtype == np.float64


WRITTEN_OTHERWISE = {
    "upper-case header": example(HEADER.upper()),
    "CRLF": example().replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + example(),
    "NUL at the end": example() + "\0",
    "CRLF and NUL at the end": example().replace("\n", "\r\n") + "\0",
    "no newline at the end": example().rstrip(),
    "blank lines": example(rows=["", ROWS[0], "", "  ", *ROWS[1:], ""]),
    "comments before the header": "% made by hand\n%\n" + example(),
    "comments among the rows": example(
        rows=["% x", ROWS[0], "% a,b,c,d,e,f,g", " \t% y", *ROWS[1:]]
    ),
    "blanks after commas": example(rows=separated(", ")),
    "tabs": example(rows=separated("\t")),
    "spaces": example(rows=separated(" ")),
    "several spaces": example(rows=separated("   ")),
    "tabs and spaces": example(rows=separated("\t", " ", "\t")),
    "double-quoted labels": example(rows=[quoted(row, '"') for row in ROWS]),
    "single-quoted labels": example(rows=[quoted(row, "'") for row in ROWS]),
    "both quotes": example(rows=[quoted(ROWS[0], "'"), ROWS[1], quoted(ROWS[2], '"')]),
    "quoted numbers": example(rows=['"0","0",4,"0.75",0.25,neg,neg', *ROWS[1:]]),
    "quoted names": example(
        HEADER.replace("row_id", "'row_id'").replace("confidence.neg", '"confidence.neg"')
    ),
    "strings": example(HEADER.replace("{neg,pos}", "string")),
    "blanks in the declared labels": example(HEADER.replace("{neg,pos}", "{neg, pos} ")),
    "tabs in the header": example(HEADER.replace(" ", "\t")),
    "rowid": example(HEADER.replace("row_id", "rowid")),
    "fold_nr": example(HEADER.replace("fold", "fold_nr")),
    "repeat_nr": example(HEADER.replace("repeat", "repeat_nr")),
    "truth": example(HEADER.replace("correct", "truth")),
    "other spellings of numbers": example(
        rows=["0.0,0,4.0,75e-2,.25,neg,neg", "0,1e0,2,1E-1,+.9,pos,neg", "0,1,7,0.50,5e-1,neg,pos"]
    ),
    "labels in other case": example(rows=[row.replace("neg", "NEG") for row in ROWS]),
    "sparse rows": example(
        rows=[
            "{2 4,3 0.75,4 0.25}",
            "{1 1, 2 2, 3 0.1, 4 0.9, 5 pos}",
            "{1 1,2 7,3 .5,4 .5,6 'pos'}",
        ]
    ),
}


@pytest.mark.parametrize("variant", WRITTEN_OTHERWISE)
def test_ways_of_writing_the_same_rows(tmp_path, variant):
    assert_is_example(read(tmp_path, WRITTEN_OTHERWISE[variant]))


def test_scores_belong_to_the_class_of_their_name_whatever_the_order_of_classes(tmp_path):
    predictions = read(tmp_path, example(), ["pos", "neg"])
    assert predictions.confidences.tolist() == [[0.25, 0.9, 0.5], [0.75, 0.1, 0.5]]
    assert predictions.truth.tolist() == [1, 1, 0]


def test_unquoted_labels_and_names_with_spaces(tmp_path):
    header = HEADER.replace("neg", "not so").replace("pos", "so it is")
    rows = [row.replace("neg", "not so").replace("pos", "so it is") for row in ROWS]
    assert_is_example(read(tmp_path, example(header, rows), ["not so", "so it is"]))


def test_escaped_quotes(tmp_path):
    header = HEADER.replace("confidence.pos", r"'confidence.it\'s'")
    rows = [row.replace("pos", r"'it\'s'") for row in ROWS]
    assert_is_example(read(tmp_path, example(header, rows), ["neg", "it's"]))


def test_columns_that_may_be_absent(tmp_path):
    header = "@relation p\n@attribute row_id numeric\n@attribute confidence.pos numeric\n@data\n"
    predictions = read(tmp_path, example(header, ["5,0.25", "6,1"]))
    assert predictions.truth is None
    assert predictions.predicted is None
    assert predictions.repeat.tolist() == [0, 0]
    assert predictions.fold.tolist() == [-1, -1]
    assert predictions.confidences.tolist() == [[0.75, 0.0], [0.25, 1.0]]


def test_predicted_labels_that_are_no_class_are_unknown(tmp_path):
    rows = ["0,0,1,0.5,0.5,?,neg", "0,0,2,0.5,0.5,neg,neg", "0,0,3,0.5,0.5,other,pos"]
    predictions = read(tmp_path, example(rows=rows))
    assert predictions.predicted.tolist() == [-1, 0, -1]


@pytest.mark.parametrize("mark", ["", "'", '"'])
def test_unlabelled_instances_stay_with_an_unknown_truth(tmp_path, mark):
    rows = [f"0,0,1,.5,.5,{mark}neg{mark},{mark}neg{mark}", f"0,1,2,.25,.75,neg,{mark}?{mark}"]
    predictions = read(tmp_path, example(rows=rows))
    assert predictions.row_id.tolist() == [1, 2]
    assert predictions.truth.tolist() == [0, -1]


def test_scores_of_a_declared_class_that_does_not_occur_are_left_out(tmp_path):
    header = HEADER.replace(
        "@attribute prediction", "@attribute confidence.none numeric\n@attribute prediction"
    )
    rows = ["0,0,1,0,0,1,neg,neg", "0,0,2,0.25,0.5,?,pos,neg"]
    predictions = read(tmp_path, example(header, rows))
    assert predictions.confidences.tolist() == [[0.0, 0.25], [0.0, 0.5]]


def test_rows_without_any_score_score_the_prediction(tmp_path):
    rows = ["0,0,1,0,0,pos,neg", "0,0,2,0.0,-0.0,neg,neg", "0,0,3,0,0.5,neg,pos"]
    predictions = read(tmp_path, example(rows=rows))
    assert predictions.confidences.tolist() == [[0.0, 1.0, 0.0], [1.0, 0.0, 0.5]]


def test_decision_values_are_taken_as_they_are(tmp_path):
    rows = ["0,0,1,-3.5,2,pos,pos", "0,0,2,1e-300,1234567,pos,neg", "0,0,3,0.3,0.3,neg,pos"]
    predictions = read(tmp_path, example(rows=rows))
    assert predictions.confidences.tolist() == [[-3.5, 1e-300, 0.3], [2.0, 1234567.0, 0.3]]


def test_repeats_hold_the_same_instances(tmp_path):
    rows = [f"{repeat},0,{row_id},0.5,0.5,neg,neg" for repeat in range(10) for row_id in (5, 3)]
    predictions = read(tmp_path, example(rows=rows))
    assert predictions.repeat.tolist() == sorted(list(range(10)) * 2)
    assert predictions.row_id.tolist() == [5, 3] * 10


@pytest.mark.parametrize("row_id", ["0,0,2,", "0,1,2.0,"])
def test_instances_predicted_twice(tmp_path, row_id):
    error = refusal(tmp_path, example(rows=[*ROWS, row_id + "0.5,0.5,neg,neg"]))
    assert error.reason is Reason.ROWS_TWICE
    assert error.detail == "1 of 4"


def test_instances_predicted_twice_among_sparse_row_ids(tmp_path):
    rows = [f"0,0,{row_id},0.5,0.5,neg,neg" for row_id in (10**12, 1, 10**12, 1)]
    assert refusal(tmp_path, example(rows=rows)).detail == "2 of 4"


@pytest.mark.parametrize("score", ["?", "NaN", "nan", "Infinity", "-inf", "\ufffd", "NA", ""])
def test_scores_that_are_missing(tmp_path, score):
    error = refusal(tmp_path, example(rows=[*ROWS, f"0,2,9,{score},0.5,neg,neg"]))
    assert error.reason is Reason.SCORES_MISSING
    assert "row_id 9" in error.detail


def test_codes_in_place_of_labels_with_all_scores_zero(tmp_path):
    error = refusal(tmp_path, example(rows=[*ROWS, "0,0,53,0,0,1,neg"]))
    assert error.reason is Reason.SCORES_MISSING


def test_learning_curves(tmp_path):
    header = HEADER.replace("@attribute row_id", "@attribute sample numeric\n@attribute row_id")
    curve = example(header, ["0,0,0,4,0.5,0.5,neg,neg", "0,0,1,5,0.5,0.5,neg,neg"])
    assert refusal(tmp_path, curve).reason is Reason.LEARNING_CURVE
    ordinary = example(header, ["0,0,1,4,0.5,0.5,neg,neg", "0,0,1,5,0.5,0.5,neg,neg"])
    assert read(tmp_path, ordinary).row_id.tolist() == [4, 5]


UNREADABLE = {
    "empty": "",
    "HTML": "<!DOCTYPE html><html>502 Bad Gateway</html>",
    "a database error": "Database connection error. Usually due to high server load.",
    "no rows": HEADER,
    "a decimal comma": example(rows=[*ROWS, "0,0,1,0,5,0,5,neg,neg"]),
    "a sparse row of other columns": example(rows=["{2 4,9 1}"]),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_files_that_cannot_be_read(tmp_path, case):
    assert refusal(tmp_path, UNREADABLE[case]).reason is Reason.UNREADABLE
