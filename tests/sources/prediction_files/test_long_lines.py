"""Time and memory grow with the size of a file and no faster, whatever is in it.

What is here took minutes to hours as long as a pattern could go back over what it had matched.
"""

import subprocess
import sys

import pytest

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.prediction_files.arff import read_header
from prgbench.sources.prediction_files.class_labels import LabelMatcher
from prgbench.sources.prediction_files.reader import read_predictions

MEGABYTE = 1_000_000
HEADER = """@relation p
@attribute row_id numeric
@attribute confidence.neg numeric
@attribute confidence.pos numeric
@attribute prediction string
@data
"""


def filled(piece):
    return piece * (MEGABYTE // len(piece))


ATTRIBUTES = {
    "blanks": " " * MEGABYTE,
    "blanks in a name": "a" + " " * MEGABYTE + "x",
    "words": filled("a "),
    "single quotes": "'" * MEGABYTE,
    "both quotes": filled("'\""),
    "escaped quotes": filled("\\'"),
    "escapes in a quote": "'" + "\\" * MEGABYTE,
    "escapes in a quote that is closed": "'" + "\\" * MEGABYTE + "' numeric x",
    "blanks behind a name": "'a'" + " " * MEGABYTE + "x",
    "braces": "a " + "{" * MEGABYTE,
    "braces and blanks": filled("a { "),
    "commas": "a {" + "," * MEGABYTE,
    "labels that are not closed": "a {" + filled("'b' ,"),
    "blanks among labels": "a {" + " " * MEGABYTE + "'b' x}",
    "blanks behind labels": "a {b}" + " " * MEGABYTE + "x",
    "dates": "a" + filled(" date"),
    "dates and blanks": "a" + filled(" date   ") + "x",
    "types": "a" + filled(" numeric"),
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("case", ATTRIBUTES)
def test_lines_of_the_header(tmp_path, case):
    path = tmp_path / "predictions.arff"
    attribute = f"@attribute {ATTRIBUTES[case]}\n@data\n"
    path.write_text(HEADER.replace("@data\n", attribute))
    if case in ("dates", "types"):
        assert len(read_header(path).names) == 5
    else:
        with pytest.raises(RunUnusableError, match="not ARFF"):
            read_header(path)


ROWS = {
    "blanks": "1,.5," + " " * MEGABYTE + "x,'neg'",
    "blanks before a quote": "1,.5," + " " * MEGABYTE + "'",
    "blanks behind a quote": "1,.5,.5,'a'" + " " * MEGABYTE + "x",
    "commas": "," * MEGABYTE + "'",
    "quotes": "1,.5,.5," + "'" * MEGABYTE,
    "both quotes": "1,.5,.5," + filled("'\""),
    "escaped quotes": "1,.5,.5," + filled("\\'"),
    "escaped quotes in a quote": "1,.5,.5,'" + filled("\\'"),
    "a long number": "1,.5," + "1" * MEGABYTE + "x,neg",
    "points": "1,.5," + "." * MEGABYTE + ",neg",
    "tabs": "1\t.5\t" + "\t" * MEGABYTE + "'",
    "blanks between tabs": "1\t.5\t" + " " * MEGABYTE + "x\t'neg'",
    "blanks that separate": "1 .5 " + " " * MEGABYTE + "'neg",
    "sparse, blanks": "{0 1,1 .5," + " " * MEGABYTE + "x}",
    "sparse, blanks behind an index": "{0 1,1 .5,2" + " " * MEGABYTE + "}",
    "sparse, digits": "{" + "1" * MEGABYTE,
    "sparse, pairs": "{" + filled("0 1,"),
    "sparse, quotes": "{0 1,3 " + filled("'\""),
    "sparse, escaped quotes": "{0 1,3 '" + filled("\\'"),
    "sparse, open braces": "{" * MEGABYTE,
    "sparse, closing braces": "{" + "}" * MEGABYTE,
    "sparse, commas": "{" + "," * MEGABYTE,
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("first", ["", "0,.5,.5,neg\n"])
@pytest.mark.parametrize("case", ROWS)
def test_rows(tmp_path, case, first):
    path = tmp_path / "predictions.arff"
    path.write_text(HEADER + first + ROWS[case] + "\n")
    with pytest.raises(RunUnusableError) as caught:
        read_predictions(path, ["neg", "pos"])
    assert len(str(caught.value)) < 200


@pytest.mark.timeout(20)
def test_labels(tmp_path):
    matcher = LabelMatcher(["1", "2"])
    for piece in ("1", " ", "'", ".", "e", "\u0130"):
        assert matcher.index(filled(piece)) == -1
    path = tmp_path / "predictions.arff"
    path.write_text(f"{HEADER}0,.5,.5,neg\n1,.5,.5,{filled('1')}\n2,.5,.5,'{filled('1')}'\n")
    predicted = read_predictions(path, ["neg", "pos"]).predicted
    assert predicted.tolist() == [0, -1, -1]


READER = """
import resource, sys
from pathlib import Path
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.prediction_files.reader import read_predictions
small, large = map(Path, sys.argv[1:])
def kilobytes(path):
    try:
        read_predictions(path, ["neg", "pos"])
    except RunUnusableError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(-kilobytes(small) + kilobytes(large))
"""
LARGE = {
    "one row": (HEADER + "0,.5,.5,neg\n1,.5,.5,", "a" * MEGABYTE, 60, 60),
    "one quoted row": (HEADER + "0,.5,.5,'neg'\n1,.5,.5,'", "a" * MEGABYTE, 60, 60),
    "one row of commas": (HEADER + "0,.5,.5,neg\n", "," * MEGABYTE, 60, 60),
    "one sparse row": (HEADER, "{" + "0 1," * (MEGABYTE // 4), 60, 60),
    "one line of a header": ("@relation p\n@attribute ", "a" * MEGABYTE, 60, 20),
    "blank lines": (HEADER + "0,.5,.5,'neg'\n", "\n" * MEGABYTE, 60, 60),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", LARGE)
def test_memory_for_what_is_no_row(tmp_path, case):
    head, piece, times, most = LARGE[case]
    small, large = tmp_path / "small.arff", tmp_path / "large.arff"
    small.write_text(HEADER + "0,.5,.5,'neg'\n")
    with large.open("w") as file:
        file.write(head)
        for _ in range(times):
            file.write(piece)
    command = [sys.executable, "-c", READER, str(small), str(large)]
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert int(output) < 1000 * most


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["", "'"])
def test_a_million_labels(tmp_path, mark):
    small, large = tmp_path / "small.arff", tmp_path / "large.arff"
    small.write_text(HEADER + "0,.5,.5,neg\n1,.5,.5,'neg '\n")
    with large.open("w") as file:
        file.write(HEADER)
        file.writelines(f"{i},.5,.5,{mark}label {i}{mark}\n" for i in range(MEGABYTE))
    command = [sys.executable, "-c", READER, str(small), str(large)]
    output = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=120
    ).stdout
    assert int(output) < 150_000
