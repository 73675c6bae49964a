"""What a run has made, in one line for a person."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

_FEW = 3


def look_at(files: Iterable[str | Path]) -> str:
    """Return where the results are: a folder where there are many, each file otherwise.

    Examples
    --------
    >>> look_at(["results/demo/report.md", *(f"results/demo/figures/{i}.png" for i in range(9))])
    'Done. Look at results/demo/figures/ and results/demo/report.md'
    """
    folders = defaultdict(list)
    for file in dict.fromkeys(map(Path, files)):
        folders[file.parent].append(file)
    places = [
        place
        for folder, found in folders.items()
        for place in (found if len(found) <= _FEW else [f"{folder}/"])
    ]
    *most, last = sorted(map(str, places))
    return f"Done. Look at {', '.join(most)} and {last}" if most else f"Done. Look at {last}"
