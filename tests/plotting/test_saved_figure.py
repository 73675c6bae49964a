from prgbench.plotting.saved_figure import SavedFigure


def test_a_figure_is_shown_with_its_caption(tmp_path):
    png = tmp_path / "figures" / "noise_alone.png"
    png.parent.mkdir()
    png.with_suffix(".md").write_text("The caption.\n")
    figure = SavedFigure.read(tmp_path / "report.md", png)
    assert figure.markdown == "![noise alone](figures/noise_alone.png)\n\n*The caption.*"
