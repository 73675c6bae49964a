"""Snakemake's own report of a finished study."""

import json

from prgbench.plotting.drawn import SavedFigure


def test_snakemakes_report_has_each_figure_with_its_caption(project):
    project.run("--report", "report.html")
    text = (project.folder / "report.html").read_text(encoding="utf-8")
    figures = sorted((project.results / "figures").glob("*.png"))
    assert "standings" in {png.stem for png in figures}
    for png in figures:
        saved = SavedFigure.read(png)
        assert json.dumps({"figure": png.stem, "caption": saved.caption})[1:-1] in text
