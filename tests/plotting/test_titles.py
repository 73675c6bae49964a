import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from prgbench.plotting.rows import draw_rows
from prgbench.plotting.style import save_images, titles_gid, with_titles
from prgbench.plotting.words import percent

SVG = "{http://www.w3.org/2000/svg}"


def titles_of(tmp_path, table, **columns):
    """Draw rows, save them, and return the titles of the marks in the file."""
    figure, axes = plt.subplots()
    draw_rows(axes, table, **columns)
    save_images(figure, tmp_path / "rows", ["svg"])
    root = ElementTree.parse(tmp_path / "rows.svg").getroot()
    assert not [e for e in root.iter() if "titles:" in e.get("id", "")]
    marks = [e for e in root.iter() if e.find(f"{SVG}title") is not None]
    assert all("stroke-opacity: 0.001" in mark.get("style") for mark in marks[1:])
    return [mark.find(f"{SVG}title").text for mark in marks]


def test_points_are_named_with_their_numbers(tmp_path):
    table = pd.DataFrame(
        {
            "task": ["a < b", "two", "two"],
            "measure": ["AUPR", "AUPR", 'AUROC "&"'],
            "share": [0.25, 0.5, 0.75],
            "low": [0.125, None, None],
            "high": [0.5, None, None],
        }
    )
    columns = {"row": "task", "series": "measure", "value": "share"}
    assert titles_of(tmp_path, table, **columns, lower="low", upper="high", write=percent) == [
        "a < b, AUPR: 25.0% [12.5%, 50.0%]",
        "two, AUPR: 50.0%",
        'two, AUROC "&": 75.0%',
    ]


def test_what_is_not_drawn_has_no_title(tmp_path):
    table = pd.DataFrame({"row": ["one", "two"], "value": [np.nan, 12345.678]})
    table = table.assign(lower=np.nan, upper=np.nan)
    assert titles_of(tmp_path, table, series=None) == ["two: 1.235e+04"]
    assert titles_of(tmp_path, table.head(1), series=None) == []


def test_definitions_and_other_groups_get_no_title():
    svg = (
        f'<g id="{titles_gid(["one"])}"><defs><path id="m" d="M 0 0"/></defs><use x="1"/></g>'
        '<g id="other"><use x="2"/></g>'
    )
    assert with_titles(svg) == (
        '<g><defs><path id="m" d="M 0 0"/></defs><use x="1"><title>one</title></use></g>'
        '<g id="other"><use x="2"/></g>'
    )


def test_a_title_is_one_line():
    assert titles_gid(["one\ntwo"]) == "titles:one two"
