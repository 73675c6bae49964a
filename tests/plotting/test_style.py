import re
import subprocess
import sys
import zlib
from io import BytesIO
from xml.etree import ElementTree

import pandas as pd
import pytest
from fontTools.ttLib import TTFont
from matplotlib import pyplot as plt
from PIL import Image

from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.style import check_sheet, default_sheet, save, save_images, style

NAMES = [r"$\frac{1}{$", "$x$", r"\alpha^2_3", "数据 🎉", "<b>&amp;", "%s", r"\$"]
CODE = """
import sys
from prgbench.plotting import drawn, rows, spaces, style, words
assert "matplotlib" not in sys.modules
"""


@pytest.fixture(autouse=True)
def _look(pytestconfig):
    with style(pytestconfig.rootpath / "config" / "figures.mplstyle"):
        yield


def figure_with(name):
    figure, axes = plt.subplots(figsize=(3, 1), layout="constrained")
    axes.set_yticks([0], [name])
    axes.set_title(name)
    return figure


@pytest.mark.parametrize("name", NAMES)
def test_text_in_figures_is_text(name, tmp_path):
    save_images(figure_with(name), tmp_path / "figure", ["pdf", "svg", "png"])
    svg = ElementTree.parse(tmp_path / "figure.svg")
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count(name) == 2
    with Image.open(tmp_path / "figure.png") as image:
        assert max(image.size) < 1000


def embedded_fonts(path):
    streams = re.findall(rb"stream\n(.*?)\nendstream", path.read_bytes(), re.DOTALL)
    unpacked = [zlib.decompress(stream) for stream in streams if stream.startswith(b"x")]
    return [TTFont(BytesIO(data)) for data in unpacked if data.startswith(b"\0\1\0\0")]


def outlines(font):
    return {font["glyf"][name].compile(font["glyf"]) for name in font.getGlyphOrder()}


def test_pdf_files_have_the_glyphs_they_show_and_no_tables_for_laying_out_text(tmp_path):
    figure = figure_with("office fluff AVAT Å é λ → 数")
    figure.savefig(tmp_path / "usual.pdf")
    save_images(figure, tmp_path / "figure", ["pdf"])
    usual, ours = (embedded_fonts(tmp_path / f"{name}.pdf") for name in ("usual", "figure"))
    layout = {"GDEF", "GPOS", "GSUB", "MATH", "kern"}
    assert any(layout & set(font.keys()) for font in usual)
    assert not any(layout & set(font.keys()) for font in ours)
    for by_matplotlib, font in zip(usual, ours, strict=True):
        # What is left out beside the tables are glyphs that only the tables speak of.
        assert outlines(font) <= outlines(by_matplotlib)
    names = {name for font in ours for name in font.getGlyphOrder()}
    # "office" and "fluff" have ligatures, which only the tables lead to.
    assert {"o", "c", "e", "u", "A", "V", "T", "Aring", "eacute", "lambda", "arrowright"} <= names
    assert any("f_f_i" in name or "uniFB03" in name for name in names)


def test_a_style_sheet_cannot_turn_names_into_mathematics(tmp_path):
    sheet = tmp_path / "own.mplstyle"
    sheet.write_text("text.usetex: True\ntext.parse_math: True\n")
    with style(sheet):
        save_images(figure_with(NAMES[0]), tmp_path / "figure", ["png"])
    assert (tmp_path / "figure.png").stat().st_size > 0


def test_the_drawn_numbers_stand_beside_the_figure(tmp_path):
    data = pd.DataFrame({"row": ["=1+1"], "value": [1 / 3]})
    save(Drawn(figure_with("x"), "Caption.", "Alt.", data), tmp_path / "figure", ["svg"])
    assert {path.name for path in tmp_path.iterdir()} == {"figure.svg", "figure.csv", "figure.md"}
    assert (tmp_path / "figure.csv").read_text() == "row,value\n'=1+1,0.3333333333333333\n"


def test_the_last_digit_of_the_layout_does_not_change_the_file(tmp_path):
    def written(difference):
        figure = plt.figure(figsize=(2, 2))
        axes = figure.add_axes((0.1 + difference, 0.2, 0.7, 0.6))
        axes.plot([0, 2], [0, 2])
        axes.set(xlim=(0, 1), ylim=(0, 1))
        stem = tmp_path / str(difference)
        save_images(figure, stem, ["svg"])
        return stem.with_suffix(".svg").read_bytes()

    with style(default_sheet()):
        assert written(0.0) == written(1e-14)


def test_a_long_sentence_is_broken_into_lines(tmp_path):
    words = "a word of five " * 12
    save(not_drawn(words.strip() + "."), tmp_path / "figure", ["svg"])
    svg = ElementTree.parse(tmp_path / "figure.svg")
    lines = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    # Of at most 56 signs: three times fifteen signs and eleven, without the space at the end.
    assert [len(line) for line in lines] == [54, 56, 54, 13]


def test_the_sheet_of_the_project_is_found():
    assert default_sheet().name == "figures.mplstyle"
    assert "font.size" in default_sheet().read_text()


def test_without_a_figure_the_images_hold_the_sentence(tmp_path):
    save(not_drawn("Too little data for a figure of it."), tmp_path / "figure", ["svg", "png"])
    assert "Too little data for a figure of it." in (tmp_path / "figure.svg").read_text()
    assert (tmp_path / "figure.png").stat().st_size > 0
    assert (tmp_path / "figure.csv").read_text() == "\n"


def test_matplotlib_is_imported_when_a_figure_is_drawn():
    subprocess.run([sys.executable, "-c", CODE], check=True)


@pytest.mark.parametrize("sheet", ["https://example.org/a", "file:///a", "/dev/zero", "/"])
def test_a_style_sheet_is_a_regular_file(sheet):
    with pytest.raises(ValueError, match="not a regular file"):
        check_sheet(sheet)
