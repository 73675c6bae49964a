"""One look for all figures, and files that are the same for the same data."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from logging import WARNING, getLogger
from logging.handlers import BufferingHandler
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from prgbench.plotting.drawn import Drawn, caption_file
from prgbench.run.csv_files import write_csv
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import atomic_path, write_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

COLUMN = 3.4
PAGE = 7.0
PHONE = 4.2
"""In inches: a figure of one column that is read on a phone, too, without scrolling."""

_DIGITS_OF_PLACES = 9
_LINE = 56
_MOST_WARNINGS = 10_000
_SHEET = "figures.mplstyle"
_LAYOUT_TABLES = ("GDEF", "GPOS", "GSUB", "MATH", "kern")
_UNDATED = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {"Software": None}}


def default_sheet() -> Path:
    """Return the project's style sheet: where the package is installed, or in its checkout."""
    installed = Path(__file__).with_name(_SHEET)
    return installed if installed.exists() else Path(__file__).parents[3] / "config" / _SHEET


def check_sheet(sheet: str | Path) -> None:
    """Raise ValueError with what is wrong with a style sheet: Matplotlib only warns, and late.

    Where only the workflow's rules are read there may be no Matplotlib: nothing is checked.
    """
    try:
        import matplotlib as mpl
    except ModuleNotFoundError:
        return
    # Matplotlib fetches addresses, and reads devices without an end.
    if "://" in str(sheet) or (Path(sheet).exists() and not Path(sheet).is_file()):
        raise ValueError(f"{str(sheet)!r} is not a style sheet: it is not a regular file")
    problem = ""
    warned = BufferingHandler(_MOST_WARNINGS)
    logger = getLogger("matplotlib")
    warned.setLevel(WARNING)
    logger.addHandler(warned)
    try:
        mpl.rc_params_from_file(sheet, use_default_template=False)
    except OSError as error:
        problem = f"it can't be read ({error.strerror})"
    except UnicodeDecodeError:
        problem = "it is not in UTF-8"
    finally:
        logger.removeHandler(warned)
    if not problem and warned.buffer:
        problem = warned.buffer[0].getMessage().strip().splitlines()[0]
    if problem:
        raise ValueError(f"{str(sheet)!r} is not a style sheet: {problem}")


@contextmanager
def style(sheet: str | Path) -> Iterator[None]:
    """Draw with a Matplotlib style sheet, without a display.

    All text is plain: no mathematics between two "$", no TeX. A character that the font lacks is
    a box. Afterwards the display is as before.
    """
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    if not Path(sheet).exists():
        raise PrgbenchError(f"The style sheet {sheet} does not exist: see `figures.style`.")
    with mpl.rc_context(), plt.style.context(str(sheet)), boxes_for_missing_characters():
        mpl.rcParams.update({"text.parse_math": False, "text.usetex": False})
        display = plt.get_backend()
        # That of notebooks shows figures only if it was in use when it was loaded.
        plt.switch_backend(display)
        plt.switch_backend("agg")
        try:
            yield
        finally:
            plt.switch_backend(display)


@contextmanager
def boxes_for_missing_characters() -> Iterator[None]:
    """Draw or save without a warning for each character that the font lacks, which is a box.

    Names of models are in all scripts; the tables beside a figure have them as they are.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .*missing from font", UserWarning)
        yield


def save(drawn: Drawn, stem: Path, formats: Sequence[str]) -> None:
    """Write a figure with its numbers and its caption.

    The files are ``stem.<format>`` for each format, ``stem.csv`` with the drawn numbers and
    ``stem.md`` with the caption. Without a figure, the images show its sentence, so that all
    promised files exist.
    """
    figure = drawn.figure or _sentence(drawn.alt)
    save_images(figure, stem, formats)
    write_csv(drawn.data, stem.with_suffix(".csv"))
    text = caption_file(drawn.caption, drawn.alt, drawn=drawn.figure is not None)
    write_text(stem.with_suffix(".md"), text)


def keep_colours(figure: "Figure") -> None:
    """Resolve colours such as "C0" now, as lines look them up whenever they are drawn.

    Else a figure that is shown or saved after `style` has the colours of another style sheet.
    """
    from matplotlib.colors import to_rgba
    from matplotlib.lines import Line2D

    for line in figure.findobj(Line2D):
        # The colours of a marker are those of its line unless they are given.
        edge = line.get_markeredgecolor()
        face = line.get_markerfacecolor()
        line.set(color=to_rgba(line.get_color()), markeredgecolor=to_rgba(edge))
        line.set_markerfacecolor(to_rgba(face))


def save_images(figure: "Figure", stem: Path, formats: Sequence[str]) -> None:
    """Write a figure as ``stem.<format>`` for each format, and close it.

    It is laid out once, so that all formats have the same layout.
    """
    from matplotlib import pyplot as plt

    area = _lay_out(figure)
    for suffix in formats:
        fonts = _fonts_of_glyphs_alone() if suffix == "pdf" else nullcontext()
        with atomic_path(stem.with_suffix(f".{suffix}")) as temporary, fonts:
            figure.savefig(
                temporary, format=suffix, metadata=_UNDATED.get(suffix), bbox_inches=area
            )
    plt.close(figure)


@contextmanager
def _fonts_of_glyphs_alone() -> Iterator[None]:
    """Embed fonts in PDF files without their tables for laying out text.

    Matplotlib gives each glyph its place, so that no reader of the file needs them. To cut them
    down to the glyphs of a figure takes a fifth of the time of a figure in three formats.
    """
    from fontTools.subset import Options

    # Matplotlib does not let its users choose the tables; where the list is not found, all stay.
    dropped = "_drop_tables_default"
    usual = getattr(Options, dropped, [])
    setattr(Options, dropped, [*usual, *_LAYOUT_TABLES])
    try:
        yield
    finally:
        setattr(Options, dropped, usual)


def _lay_out(figure: "Figure") -> "Bbox | None":
    """Give the axes their places for good, and return the area to save: None for the whole."""
    from matplotlib import rcParams

    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine(None)
    _round_places(figure)
    if rcParams["savefig.bbox"] != "tight":
        return None
    return figure.get_tightbbox().padded(rcParams["savefig.pad_inches"])


def _round_places(figure: "Figure") -> None:
    """Round the places of axes: the layout's solver may differ in the last digit between runs.

    SVG names the areas that clip lines by a checksum of all digits, so that the same figure would
    be another file.
    """
    from matplotlib.transforms import Bbox

    for axes in figure.axes:
        place = axes.get_position(original=True).get_points().round(_DIGITS_OF_PLACES)
        in_layout = axes.get_in_layout()
        axes.set_position(Bbox(place), which="original")
        axes.set_in_layout(in_layout)


def _sentence(text: str) -> "Figure":
    """Return a small figure with a sentence."""
    from matplotlib import pyplot as plt

    figure = plt.figure(figsize=(COLUMN, 0.8))
    figure.text(0.5, 0.5, fill(text, _LINE), ha="center", va="center")
    return figure
