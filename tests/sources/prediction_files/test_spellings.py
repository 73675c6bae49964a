"""Which spellings are numbers, and that both paths take the same ones to the same bits."""

import numpy as np
import pytest

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.reader import (
    NotPlainError,
    fast_blocks,
    read_predictions,
    tolerant_blocks,
)
from sources.prediction_files.two_paths import read_by

CLASSES = ["neg", "pos"]
NAMES = ["repeat", "fold", "row_id", "sample", "confidence.neg", "confidence.pos"]
HEADER = "@relation p\n" + "".join(f"@attribute {name} numeric\n" for name in NAMES) + "@data\n"

NUMBERS = {
    "1": 1.0, "+1": 1.0, "-1": -1.0, "-0": -0.0, "+0.0": 0.0, "007": 7.0, "00.5": 0.5,
    ".5": 0.5, "-.5": -0.5, "+.5": 0.5, "5.": 5.0, "1.e5": 1e5, "1e5": 1e5, "1E+05": 1e5,
    "1e-05": 1e-5, "1e0005": 1e5, " 1": 1.0, "1 ": 1.0, " 1 ": 1.0, "1e-999": 0.0,
    "-1e-999": -0.0, "2e-324": 0.0, "5e-324": 5e-324,
    "2.2250738585072011e-308": 2.225073858507201e-308,
    "1.7976931348623158e308": 1.7976931348623157e308, "0.1": 0.1, "9007199254740993": 2.0**53,
    "0.1000000000000000055511151231257827021181583404541015625": 0.1,
    "123456789012345678901234567890": 1.2345678901234568e29, "0." + "0" * 300 + "1e301": 1.0,
}  # fmt: skip
NO_NUMBERS = [
    "?", "", "NA", "null", "N/A", "nan", "NaN", "nan(1)", "inf", "-inf", "Infinity", "1e999",
    "-1e999", "1.7976931348623159e308", "9" * 400, "1e", "1e+", "e5", ".", "-", "--1", "+-1",
    "1.5.2", "1e1.5", "1_0", "0x1", "0x1p3", "0b1", "1f", "1L", "1/3", "true", "neg", "\u0661",
    "\uff11", "\u22121", "1\u00a0", "\u00a01", "\ufeff1", "1\x0b", "1\x0c", "1\x1f", "1\x00",
    "\ufffd",
]  # fmt: skip


def written(folder, row):
    path = folder / "predictions.arff"
    path.write_bytes(f"{HEADER}0,1,5,0,.25,.75\n{row}\n".encode())
    return path


@pytest.mark.parametrize("spelling", NUMBERS)
def test_spellings_of_scores_that_both_paths_read(tmp_path, spelling):
    path = written(tmp_path, f"0,1,6,0,{spelling},.75")
    for blocks in (fast_blocks, tolerant_blocks):
        found = read_by(blocks, path, CLASSES).confidences[0]
        assert found.tobytes() == np.array([0.25, NUMBERS[spelling]]).tobytes()


@pytest.mark.parametrize("spelling", NO_NUMBERS)
def test_spellings_that_are_no_score_for_any_path(tmp_path, spelling):
    path = written(tmp_path, f"0,1,6,0,{spelling},.75")
    with pytest.raises((NotPlainError, RunUnusableError)):
        read_by(fast_blocks, path, CLASSES)
    for read in (
        lambda: read_by(tolerant_blocks, path, CLASSES),
        lambda: read_predictions(path, CLASSES),
    ):
        with pytest.raises(RunUnusableError) as caught:
            read()
        assert caught.value.reason is Reason.SCORES_MISSING
        assert caught.value.detail == "1 or more, as for row_id 6"


COUNTS = {"0": 0, "7": 7, "+7": 7, "07": 7, "7.0": 7, "7.": 7, "70e-1": 7, "-0": 0, " 7": 7}
LARGEST = {"repeat": 32767, "fold": 32767, "sample": 32767, "row_id": 2**53 - 1}


def with_count(folder, role, spelling, more=""):
    values = {"repeat": "0", "fold": "1", "row_id": "6", "sample": "0", role: spelling}
    return written(folder, ",".join([*values.values(), ".25", ".75"]) + more)


@pytest.mark.parametrize("more", ["", "\n% read by the tolerant path"])
@pytest.mark.parametrize("role", ["repeat", "fold", "row_id"])
def test_whole_numbers_count(tmp_path, role, more):
    for spelling, value in {**COUNTS, str(LARGEST[role]): LARGEST[role]}.items():
        predictions = read_predictions(with_count(tmp_path, role, spelling, more), CLASSES)
        assert getattr(predictions, role).tolist()[1] == value


@pytest.mark.parametrize("more", ["", "\n% read by the tolerant path"])
@pytest.mark.parametrize("role", LARGEST)
def test_what_is_no_whole_number_counts_nothing(tmp_path, role, more):
    beyond = [str(LARGEST[role] + 1), "70000" if role != "row_id" else "9007199254740993"]
    odd = [word for word in NO_NUMBERS if word != "?"]
    for spelling in [*beyond, *odd, "-1", "1.5", "1e30", "9223372036854775808", "a"]:
        with pytest.raises(RunUnusableError) as caught:
            read_predictions(with_count(tmp_path, role, spelling, more), CLASSES)
        assert caught.value.reason is Reason.UNREADABLE, spelling
        assert f"{role}" in caught.value.detail
        assert caught.value.detail.isprintable()


@pytest.mark.parametrize("more", ["", "\n% read by the tolerant path"])
def test_a_question_mark_is_an_unknown_fold_but_no_repeat_and_no_instance(tmp_path, more):
    predictions = read_predictions(with_count(tmp_path, "fold", "?", more), CLASSES)
    assert predictions.fold.tolist() == [1, -1]
    for role in ("repeat", "row_id"):
        with pytest.raises(RunUnusableError, match=f"{role} is missing"):
            read_predictions(with_count(tmp_path, role, "?", more), CLASSES)


def test_no_two_samples_are_taken_for_one(tmp_path):
    for spelling in ("1", "?"):
        with pytest.raises(RunUnusableError) as caught:
            read_predictions(with_count(tmp_path, "sample", spelling), CLASSES)
        assert caught.value.reason is Reason.LEARNING_CURVE
