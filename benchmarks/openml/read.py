"""Times reading and checking prediction files against the way of the package ``openml``.

The same files for both, generated with scores as Weka writes them (6 digits) and as scikit-learn
does (17 digits). The package's way starts from the text that it has downloaded: liac-arff, then a
DataFrame. Ours starts from the file on disk: checksum, columns, labels, checks. Run by
``make bench-openml``.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import arff
import numpy as np
import pandas as pd

from prgbench.run.files import sha256_of
from prgbench.sources.prediction_files.reader import read_predictions

SIZES = (500, 5_000, 50_000, 200_000)
REPEATS = 5
CLASSES = ("tested_negative", "tested_positive")
NUMBERS = ("repeat", "fold", "row_id", *(f"confidence.{label}" for label in CLASSES))


def main() -> None:
    """Print a table of times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="rows of a file")
    options = parser.parse_args()
    say("   rows digits     MB   openml s    ours s   ratio    MB/s")
    total = np.zeros(2)
    with TemporaryDirectory() as folder:
        for digits in (6, 17):
            for n_rows in options.sizes:
                path = Path(folder) / f"{n_rows}-{digits}.arff"
                path.write_text("".join(lines(n_rows, digits)))
                text, megabytes = path.read_text(), path.stat().st_size / 1e6
                theirs = median_seconds(lambda text=text: package_way(text))
                ours = median_seconds(lambda path=path: our_way(path))
                total += theirs, ours
                say(
                    f"{n_rows:7d} {digits:6d} {megabytes:6.2f} {theirs:10.4f} {ours:9.4f}"
                    f" {theirs / ours:6.1f}x {megabytes / ours:7.0f}"
                )
    say(f"all files: {total[0] / total[1]:.1f} times as fast")


def our_way(path: Path) -> None:
    """Check and read a file."""
    sha256_of(path)
    read_predictions(path, CLASSES)


def package_way(text: str) -> None:
    """Do what ``openml.runs.OpenMLRun.predictions`` does with the text of a file."""
    decoded = arff.loads(text)
    pd.DataFrame(decoded["data"], columns=[name for name, _ in decoded["attributes"]])


def lines(n_rows: int, digits: int) -> Iterator[str]:
    """Yield the lines of a prediction file."""
    rng = np.random.default_rng(n_rows)
    yield "@relation predictions\n"
    for name in NUMBERS:
        yield f"@attribute {name} numeric\n"
    for name in ("prediction", "correct"):
        yield f"@attribute {name} {{{','.join(CLASSES)}}}\n"
    yield "@data\n"
    scores = rng.random(n_rows).round(digits).tolist()
    for row_id, score in zip(rng.permutation(n_rows).tolist(), scores, strict=True):
        other = round(1 - score, digits)
        yield f"0,{row_id % 10},{row_id},{other},{score},"
        yield f"{CLASSES[score > 0.5]},{CLASSES[row_id % 3 == 0]}\n"


def median_seconds(way: Callable[[], None]) -> float:
    """Return the median time of some calls, after one that does not count."""
    seconds = []
    for _ in range(REPEATS + 1):
        start = time.perf_counter()
        way()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds[1:])


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
