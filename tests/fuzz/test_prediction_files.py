"""Damaged prediction files are refused or read as the strict reader of this folder reads them."""

import time
from collections import Counter

import arff
import numpy as np
import pytest

from fuzz.mutators import mutated
from fuzz.prediction_layouts import layouts
from fuzz.strict_arff import Refused, judge
from places import SHARED
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.prediction_files.reader import read_predictions

REAL = SHARED / "openml" / "predictions"
REAL_CLASSES = {
    "mlr_balance_10fold_hard": ("L", "B", "R"),
    "mlr_balance_5x2fold": ("L", "B", "R"),
    "mlr_iris_quoted": ("Iris-setosa", "Iris-versicolor", "Iris-virginica"),
    "sklearn_diabetes_10fold": ("tested_negative", "tested_positive"),
    "weka_vehicle_10fold": ("opel", "saab", "bus", "van"),
    "weka_anneal_learning_curve": ("-3", "-2", "-1", "0", "1", "2", "3"),
}
KEPT_LINES = 40
SLOWEST = 10.0
LAYOUTS = layouts()
VALUES = (
    "?", "", "NA", "null", "nan", "NaN", "nan(1)", "inf", "-Infinity", "1e999", "-1e-999", "+1",
    "-1", "-0", "-0.0", ".5", "5.", "1e5", "1E+05", "1e", ".", "00.5", "1_0", "0x1", "0x1p3",
    "1,5", " 1", "'1'", '" 2"', "\u0661", "\u2212" "1", "\uff11", "1\u00a0", "1\x0b", "1\0",
    "1e30", "70000", "9007199254740991", "9007199254740992", "9007199254740993",
    "9223372036854775808", "0.1000000000000000055511151231257827021181583404541015625",
    "4.00000000000000000001", "2.5e-324", "1.7976931348623158e308", "1.7976931348623159e308",
    "neg", "POS", "'pos'", "'?'", "n'eg", "'neg", "\"po\"s", "neg ", "it's", r"'it\'s'",
    "% x", "{0 1}", "{", "}", "\\", "@data",
)  # fmt: skip


def respelled(body, n, seed):
    """Yield copies in which a value of a row is another one."""
    lines = body.decode().split("\n")
    first = next(k for k, line in enumerate(lines) if line.strip().lower() == "@data") + 1
    for number in range(n):
        rng = np.random.default_rng([seed, number])
        changed = list(lines)
        place = int(rng.integers(first, len(lines) - 1))
        separator = next((mark for mark in ",\t" if mark in changed[place]), " ")
        values = changed[place].split(separator)
        values[rng.integers(len(values))] = VALUES[number % len(VALUES)]
        changed[place] = separator.join(values)
        yield f"respelled {seed}/{number}", "\n".join(changed).encode("utf-8", "surrogateescape")


def verdict(body, classes):
    try:
        return judge(body, classes)
    except Refused:
        return None


def differs(mine, judged):
    """Tell whether two readers differ, be it in a bit."""
    if mine is None or judged is None:
        return (mine is None) != (judged is None)
    counts = ("repeat", "fold", "row_id", "truth", "predicted")
    for found, said in ((getattr(mine, name), getattr(judged, name)) for name in counts):
        if (None if found is None else found.tolist()) != said:
            return True
    return mine.confidences.tobytes() != np.array(judged.confidences).tobytes()


def ours(path, body, classes):
    path.write_bytes(body)
    try:
        return read_predictions(path, classes)
    except RunUnusableError as error:
        sentence = str(error)
    assert sentence.isprintable(), sentence
    return None


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_strict_reader_agrees_on_whole_files(tmp_path, layout):
    body, classes = LAYOUTS[layout]
    mine = ours(tmp_path / "p.arff", body, classes)
    assert mine is not None
    assert not differs(mine, verdict(body, classes))


@pytest.mark.skipif(not REAL.is_dir(), reason=f"no real prediction files in {REAL}")
@pytest.mark.parametrize("name", REAL_CLASSES)
def test_the_strict_reader_agrees_on_real_files(name):
    path = REAL / name / "predictions.arff"
    body, classes = path.read_bytes(), REAL_CLASSES[name]
    try:
        mine = read_predictions(path, classes)
    except RunUnusableError:
        mine = None
    assert (mine is None) == (name == "weka_anneal_learning_curve")
    assert not differs(mine, verdict(body, classes))


@pytest.mark.parametrize(
    "layout", ["weka", "weka, CRLF", "mlr", "openml-python", "one column of scores", "two repeats"]
)
def test_liac_arff_reads_the_same_scores_and_instances(tmp_path, layout):
    body, classes = LAYOUTS[layout]
    mine = ours(tmp_path / "p.arff", body, classes)
    assert mine is not None
    decoded = arff.loads(body.decode().rstrip("\0"))
    columns = dict(
        zip(
            (name for name, _ in decoded["attributes"]),
            zip(*decoded["data"], strict=True),
            strict=True,
        )
    )
    assert mine.row_id.tolist() == list(columns["row_id"])
    assert mine.confidences[1].tolist() == list(columns["confidence.pos"])
    truth = columns.get("correct", columns.get("truth"))
    if mine.truth is None:
        assert truth is None
    else:
        labels = [None if code < 0 else classes[code] for code in mine.truth.tolist()]
        assert labels == list(truth or ())


def sources():
    """Return the files to damage: the layouts, and the beginnings of real files."""
    files = dict(LAYOUTS)
    for name, classes in REAL_CLASSES.items():
        path = REAL / name / "predictions.arff"
        if path.exists():
            lines = path.read_bytes().split(b"\n")
            files[name] = (b"\n".join([*lines[:KEPT_LINES], b""]), classes)
    return files


@pytest.mark.fuzz
@pytest.mark.timeout(1200)
def test_damaged_files_are_refused_or_read_as_the_strict_reader_does(tmp_path):
    seen = Counter()
    faults = []
    slowest = 0.0
    for seed, (name, (body, classes)) in enumerate(sources().items()):
        once = list(mutated(body, 600, seed))
        twice = [
            (f"{damage} twice", next(mutated(damaged, 1, seed + 100))[1])
            for damage, damaged in once[:160]
            if len(damaged) > 1
        ]
        for damage, damaged in [*once, *twice, *respelled(body, 5 * len(VALUES), seed)]:
            start = time.perf_counter()
            mine = ours(tmp_path / "p.arff", damaged, classes)
            slowest = max(slowest, time.perf_counter() - start)
            judged = verdict(damaged, classes)
            seen["inputs"] += 1
            seen["refused" if mine is None else "read"] += 1
            if differs(mine, judged):
                faults.append(f"{name}: {damage}, ours {mine is not None}, {judged is not None}")
    print(f"prediction files: {dict(seen)}, different {len(faults)}, slowest {slowest:.2f} s")
    assert not faults, faults[:20]
    assert seen["inputs"] >= 10_000
    assert slowest < SLOWEST
