"""The scripts, charts and figures of the page."""

import base64
import hashlib
import re

import pytest
import vl_convert

from made_up_page import DATA, write_figures
from prgbench.report.html import assets
from prgbench.report.html.assets import FigureFiles

# What a person reads in the page's own scripts as an address: only those that nobody asks for.
ADDRESS = re.compile(r"https?://[\w./-]+")


@pytest.mark.parametrize("name", assets.CHARTS)
def test_charts_are_vega_lite(name):
    vega = vl_convert.vegalite_to_vega({**assets.charts()[name], "data": {"values": []}})
    assert vega["marks"]


def test_a_line_is_cut_where_its_pieces_end():
    values = [
        {"x": x / 4, "y": 0.5, "order": x, "piece": f"first {x // 3}", "curve": "first"}
        for x in range(5)
    ]
    chart = assets.charts()["curve"] | {"data": {"values": values}, "width": 300}
    chart["layer"][0]["data"] = {"values": []}
    svg = vl_convert.vegalite_to_svg(chart)
    assert svg.count('stroke="#0072B2"') == 2


def test_every_script_of_the_room_is_in_the_page():
    room = assets.files("prgbench.report.html")
    found = {path.name for path in room.joinpath("js").iterdir()}
    assert found == {f"{name}.js" for name in assets.SCRIPTS}
    assert {p.name for p in room.joinpath("charts").iterdir()} == {
        f"{name}.json" for name in assets.CHARTS
    }


def test_the_pages_own_scripts_make_no_html_and_ask_for_nothing():
    _, own = assets.scripts()
    for word in (
        "innerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "fetch(",
        "XMLHttp",
    ):
        assert word not in own
    assert set(ADDRESS.findall(own)) == {"https://www.openml.org/"}


def test_no_script_ends_the_element_that_holds_it():
    assert all("</script" not in text and "<!--" not in text for text in assets.scripts())


def test_the_policy_allows_the_scripts_by_their_text_and_no_address():
    policy = dict(
        rule.split(" ", 1) for rule in assets.policy(["one()"], beside=False).split("; ")
    )
    digest = base64.b64encode(hashlib.sha256(b"one()").digest()).decode()
    assert policy == {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest}'",
        "style-src": "'unsafe-inline'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    beside = assets.policy(["one()"], beside=True)
    assert f"script-src 'sha256-{digest}' 'self' file:;" in beside


def test_a_figure_is_read_with_its_texts_and_its_data(tmp_path):
    write_figures(tmp_path)
    figure = FigureFiles.read(tmp_path, "choosing", ("pdf", "svg", "png"))
    assert figure.drawn
    assert figure.caption_html == "The caption of <em>choosing</em>."
    assert figure.endings == ["pdf", "svg", "png", "csv"]
    assert figure.data == DATA
    assert figure.element.startswith(
        '<svg id="figure-choosing" role="img" aria-label="What &quot;choosing&quot; shows"'
    )


def test_a_study_without_vector_graphics_shows_pixels(tmp_path):
    write_figures(tmp_path)
    (tmp_path / "choosing.csv").unlink()
    figure = FigureFiles.read(tmp_path, "choosing", ("png",))
    letters = base64.b64encode(b"png of the figure").decode()
    assert figure.data is None
    assert figure.endings == ["png"]
    assert figure.element == (
        f'<img id="figure-choosing" src="data:image/png;base64,{letters}" '
        'alt="What &#34;choosing&#34; shows">'
    )


def test_a_figure_that_was_not_drawn_is_a_sentence(tmp_path):
    write_figures(tmp_path)
    figure = FigureFiles.read(tmp_path, "ties", ("png",))
    assert not figure.drawn
    assert figure.caption_html == "Too few ties to draw."
