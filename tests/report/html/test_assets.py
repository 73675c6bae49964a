import base64
import hashlib
import re

import pytest
import vl_convert

from prgbench.report.html import assets

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
