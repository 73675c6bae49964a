import base64

from made_up_page import DATA, write_figures
from prgbench.report.html.assets import FigureFiles


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
