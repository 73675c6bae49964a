"""One look for all figures, and files that are the same for the same data."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import atomic_path, write_text

COLUMN = 3.4
PAGE = 7.0
_UNDATED = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {"Software": None}}


@contextmanager
def style(sheet: str | Path) -> Iterator[None]:
    """Draw with a Matplotlib style sheet, without a display.

    All text is text: no mathematics between two "$", no TeX; a sign that the font lacks is a box.
    """
    if not Path(sheet).exists():
        raise PrgbenchError(f"The style sheet {sheet} does not exist: see `figures.style`.")
    with mpl.rc_context(), plt.style.context(str(sheet)), warnings.catch_warnings():
        mpl.rcParams.update({"text.parse_math": False, "text.usetex": False})
        warnings.filterwarnings("ignore", r"Glyph \d+ .*missing from font", UserWarning)
        plt.switch_backend("agg")
        yield


def save(figure: Figure, stem: Path, formats: Sequence[str], caption: str = "") -> None:
    """Write a figure as ``stem.<format>`` for each format and its caption as ``stem.md``."""
    for suffix in formats:
        with atomic_path(stem.with_suffix(f".{suffix}")) as temporary:
            figure.savefig(temporary, format=suffix, metadata=_UNDATED.get(suffix))
    if caption:
        write_text(stem.with_suffix(".md"), f"{caption}\n")
    plt.close(figure)
