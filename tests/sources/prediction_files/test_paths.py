"""The fast and the tolerant path read the same from the same file."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.reader import (
    BLOCK_BYTES,
    BLOCK_VALUES,
    NotPlainError,
    fast_blocks,
    read_predictions,
    tolerant_blocks,
)
from sources.prediction_files.two_paths import read_by

FINITE = st.floats(allow_nan=False, allow_infinity=False)
LABEL = st.text(st.sampled_from("abAB01. _-<>=é"), min_size=1, max_size=6).filter(
    lambda text: text == text.strip()
)


@st.composite
def files(draw):
    """Draw a prediction file and its classes."""
    classes = draw(st.lists(LABEL, min_size=2, max_size=3, unique=True))
    separator = draw(st.sampled_from([",", "\t"]))
    quote = draw(st.sampled_from(["", "'", '"']))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    spelling = draw(st.sampled_from([repr, "{:.6f}".format, "{:.17g}".format, "{:E}".format]))
    row_ids = draw(st.lists(st.integers(0, 10**9), min_size=1, max_size=8, unique=True))
    confidences = [f"'confidence.{label}'" for label in classes]
    names = ["row_id", "fold", *confidences, "prediction", "truth"]
    lines = [f"@attribute {name} string" for name in names]
    lines = ["@relation p", *lines, "@data"]
    for row_id in row_ids:
        scores = [spelling(draw(FINITE)) for _ in classes]
        label = draw(st.sampled_from([*classes, "?"]))
        fold = draw(st.sampled_from(["0", "3", "9.0", "?"]))
        predicted = draw(st.sampled_from([*classes, "?", "other"]))
        labels = [f"{quote}{value}{quote}" for value in (predicted, label)]
        values = [str(row_id), fold, *scores, *labels]
        lines.append(separator.join(values))
    return newline.join(lines) + draw(st.sampled_from(["", newline, newline + "\0"])), classes


def outcome(blocks, path, classes):
    try:
        return read_by(blocks, path, classes)
    except RunUnusableError as error:
        return error.reason


def assert_identical(one, other):
    if isinstance(one, Reason) or isinstance(other, Reason):
        assert one is other
        return
    for name in ("repeat", "fold", "row_id", "truth", "predicted", "confidences"):
        mine, its = getattr(one, name), getattr(other, name)
        assert (mine is None) == (its is None)
        if mine is not None:
            assert mine.dtype == its.dtype
            assert mine.tobytes() == its.tobytes()


@given(files())
def test_both_paths_give_the_same_bits(drawn):
    text, classes = drawn
    with TemporaryDirectory() as folder:
        path = Path(folder) / "predictions.arff"
        path.write_bytes(text.encode())
        assert_identical(
            outcome(fast_blocks, path, classes), outcome(tolerant_blocks, path, classes)
        )


SOUND = """@relation p
@attribute row_id numeric
@attribute confidence.neg numeric
@attribute confidence.pos numeric
@attribute correct {neg,pos}
@data
"""
ROWS = "4,0.75,0.25,'neg'\n2,0.1,0.9,pos\n7,1e-5,.5,\"neg\"\n"
EDIT = st.tuples(
    st.floats(0, 1),
    st.integers(0, 4),
    st.text("0123456789,.-+eE \t\n\r'\"\\{}%?@nps\0", max_size=3),
)


@settings(max_examples=500, derandomize=True)
@given(st.sampled_from(["", ",", "\t", " "]), st.lists(EDIT, min_size=1, max_size=4))
def test_damaged_rows_are_refused_or_read_the_same(separator, edits):
    rows = ROWS.replace("'", "").replace('"', "").replace(",", separator) if separator else ROWS
    for place, length, inserted in edits:
        start = int(place * len(rows))
        rows = rows[:start] + inserted + rows[start + length :]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "predictions.arff"
        path.write_bytes((SOUND + rows).encode())
        try:
            found = read_by(fast_blocks, path, ["neg", "pos"])
        except (NotPlainError, RunUnusableError) as error:
            if isinstance(error, RunUnusableError):
                with pytest.raises(RunUnusableError):
                    read_by(tolerant_blocks, path, ["neg", "pos"])
            else:
                with suppress(RunUnusableError):
                    read_predictions(path, ["neg", "pos"])
        else:
            assert_identical(found, read_by(tolerant_blocks, path, ["neg", "pos"]))


@given(st.lists(FINITE, min_size=1, max_size=50))
def test_both_paths_read_the_nearest_double(scores):
    header = "@relation p\n@attribute row_id numeric\n@attribute confidence.a numeric\n@data\n"
    rows = [f"{row_id},{score!r}" for row_id, score in enumerate(scores)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "predictions.arff"
        path.write_text(header + "\n".join(rows))
        for blocks in (fast_blocks, tolerant_blocks):
            predictions = read_by(blocks, path, ["a", "b"])
            assert predictions.confidences[0].tobytes() == np.array(scores).tobytes()


def test_blocks_are_joined_in_order(tmp_path):
    n_rows = 50_003
    rng = np.random.default_rng(0)
    scores = rng.random(n_rows)
    row_ids = rng.permutation(n_rows)
    names = ["row_id", "confidence.a", "truth"]
    header = "".join(f"@attribute {name} string\n" for name in names) + "@data\n"
    rows = [
        f"{row_id},{score!r},{'ab'[row_id % 2]}"
        for row_id, score in zip(row_ids.tolist(), scores.tolist(), strict=True)
    ]
    path = tmp_path / "predictions.arff"
    path.write_text(header + "\n".join(rows))
    assert n_rows > 2 * BLOCK_VALUES // len(names)
    assert path.stat().st_size > BLOCK_BYTES
    for blocks in (fast_blocks, tolerant_blocks):
        predictions = read_by(blocks, path, ["a", "b"])
        assert np.array_equal(predictions.row_id, row_ids)
        assert np.array_equal(predictions.confidences, [scores, 1 - scores])
        assert np.array_equal(predictions.truth, row_ids % 2)


@pytest.mark.parametrize(
    "rows",
    [
        "0,.5,.5,b\n1,.5,.5", "0,.5,.5,b\n1,.5,.5,a,more", r"0,.5,.5,'it\'s'", "0,.5,.5,'a",
        "0,.5,.5, b", "0,.5,.5,", "0,.5,.5,a\0b", "0,half,.5,b", "nan,.5,.5,b",
        "% a comment\n0,.5,.5,b", "{0 1, 1 0.5}", "\ufeff0,.5,.5,b", "",
    ],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_the_tolerant_path(tmp_path, rows):
    names = ["row_id", "confidence.a", "confidence.b", "prediction"]
    path = tmp_path / "predictions.arff"
    header = "".join(f"@attribute {name} string\n" for name in names)
    path.write_bytes(f"@relation p\n{header}@data\n{rows}\n".encode())
    with pytest.raises(NotPlainError):
        read_by(fast_blocks, path, ["a", "b"])


# What a process has held at most, as Linux says; `getrusage` counts what its parent held, too.
READER = """
import re, sys
from pathlib import Path
from prgbench.sources.prediction_files.reader import read_predictions
assert len(read_predictions(Path(sys.argv[1]), ["a", "b"])) == int(sys.argv[2])
status = Path("/proc/self/status").read_text()
print(int(re.search(r"VmHWM:\\s+([0-9]+) kB", status)[1]) // 1024)
"""


@pytest.mark.slow
def test_ten_repeats_of_a_million_rows_pass_in_a_gigabyte(tmp_path):
    n_rows, n_repeats = 1_000_000, 10
    path = tmp_path / "predictions.arff"
    names = ["repeat", "fold", "row_id", "confidence.a", "confidence.b", "prediction", "truth"]
    scores = np.random.default_rng(0).random(n_rows).round(6)
    rows = [f"{i % 10},{i},{1 - s:.6f},{s:.6f},a,b\n" for i, s in enumerate(scores.tolist())]
    with path.open("w") as file:
        file.write("".join(f"@attribute {name} string\n" for name in names) + "@data\n")
        for repeat in range(n_repeats):
            file.writelines(f"{repeat},{row}" for row in rows)
    command = [sys.executable, "-c", READER, str(path), str(n_rows * n_repeats)]
    megabytes = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert megabytes < 1000
