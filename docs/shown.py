"""What the pages show of studies follows the code: the demo's picture, the example's page.

``python docs/shown.py picture`` (`make picture`) takes over the demo's answer and draws it,
``python docs/shown.py example`` (`make example`) notes what the page in docs/example was made of,
and ``--check`` says what is stale. It runs no study: where `results/demo` is, its answer is
compared, too, by the Python that the numbers are from.
"""

import ast
import json
import math
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import pyplot as plt

from prgbench.answer.answer import Answer
from prgbench.plotting.style import save, style
from prgbench.report import ANSWER_FIGURE
from prgbench.report.answer_figure import answer_figure
from prgbench.run.fingerprint import FOLDERS
from prgbench.study_file import read_study

DOCS = Path(__file__).parent
ROOT = DOCS.parent
RESULTS = ROOT / "results" / "demo" / "answer.json"
ANSWER = DOCS / "demo" / "answer.json"
PICTURE = DOCS / "images" / f"{ANSWER_FIGURE}.png"
MADE_OF = DOCS / "example" / "made_of.json"
STYLE = ROOT / "config" / "figures.mplstyle"
OTHERS = (".css", ".j2", ".js", ".json", ".txt")
ROOMS = [FOLDERS["prgbench"] / name for name in ("report", "plotting")]
DIGITS = 6
CLOSE = 4e-3
"""Numbers that differ by less are written alike: libraries and processors round differently, and
two models that change places in one of the demo's 610 replicates of noise make a share differ by
.0016."""

PIXELS = 2e-5
"""This share of a picture's colours may differ, for the same reason."""

PYTHON = (3, 11)
"""The lock has another NumPy for later ones, with which a tie may fall otherwise."""


def main() -> None:
    """Renew what is named, or say what is stale."""
    plt.switch_backend("agg")
    if sys.argv[1:] == ["picture"]:
        answer = json.loads(RESULTS.read_text(encoding="utf-8"), parse_float=_rounded)
        if not alike(answer, _read(ANSWER)):
            ANSWER.write_text(f"{json.dumps(answer, indent=1)}\n", encoding="utf-8")
        PICTURE.write_bytes(drawn())
    elif sys.argv[1:] == ["example"]:
        MADE_OF.write_text(f"{json.dumps(made_of(), indent=1)}\n", encoding="utf-8")
    elif stale := list(what_is_stale()):
        sys.exit("\n".join(stale))


def what_is_stale() -> Iterator[str]:
    """Yield a sentence for each file that is not what the code makes now."""
    answer = _read(ANSWER)
    comparable = RESULTS.exists() and sys.version_info[:2] == PYTHON
    if comparable and not alike(answer, _read(RESULTS)):
        yield f"{ANSWER} is not the answer of the demo in results/demo: run `make picture`."
    if _differs(PICTURE):
        yield f"{PICTURE} is not what the code draws of {ANSWER.name}: run `make picture`."
    if _read(MADE_OF) != made_of():
        example = MADE_OF.with_name("example.html")
        yield f"{example} has other words, scripts or numbers: run `make example`."


def drawn() -> bytes:
    """Return the figure of the demo's answer as a PNG."""
    study = read_study(ROOT / "config" / "studies", "demo")
    facts = study.facts(_read(ANSWER)["archive"], openml=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answer = Answer.read(ANSWER.read_text(encoding="utf-8"))
        with style(STYLE):
            drawn = answer_figure(answer, facts, printed=study.replication)
            save(drawn, folder / ANSWER_FIGURE, ["png"])
        return (folder / PICTURE.name).read_bytes()


def made_of() -> dict[str, str]:
    """Return digests of what a page consists of: words and scripts, and the demo's numbers.

    The example has the demo's data and estimators, so that its numbers change with the demo's.
    """
    texts = sorted({text for room in ROOMS for text in _texts(room)})
    return {
        "words_and_scripts": sha256("\n".join(texts).encode()).hexdigest(),
        "demo": sha256(ANSWER.read_bytes()).hexdigest(),
    }


def alike(one: Any, other: Any) -> bool:
    """Return whether two answers are written alike."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, abs_tol=CLOSE)
    return bool(one == other)


def _differs(picture: Path) -> bool:
    with tempfile.NamedTemporaryFile(suffix=".png") as made:
        made.write(drawn())
        made.flush()
        now, then = plt.imread(made.name), plt.imread(picture)
    return now.shape != then.shape or float(np.mean(np.abs(now - then) > 0.1)) > PIXELS


def _texts(room: Path) -> Iterator[str]:
    """Yield what the code of a room says outside docstrings, and its other files but caches."""
    for path in room.rglob("*.*"):
        if path.parent.name == "__pycache__":
            continue
        if path.suffix in OTHERS:
            yield path.read_text(encoding="utf-8")
        elif path.suffix == ".py":
            nodes = list(ast.walk(ast.parse(path.read_bytes())))
            docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            for node in nodes:
                if isinstance(node, ast.Constant) and id(node) not in docstrings:
                    yield str(node.value)


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _rounded(digits: str) -> float:
    return round(float(digits), DIGITS)


if __name__ == "__main__":
    main()
