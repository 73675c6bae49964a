import json
import shutil

import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D

import prgbench
from fast_settings import FAST
from golden_files import check_golden
from made_up_answer import BELOW
from prgbench.answer.answer import Warned
from prgbench.direct.compared_models import PrintedAnswer, check_folder
from prgbench.plotting.words import percent
from prgbench.report.names import MARKDOWN
from prgbench.run.errors import PrgbenchError
from tables_of_predictions import long_table

SETTINGS = {"comparison": FAST, "figures": {"formats": ["png"]}}


@pytest.fixture(scope="module")
def compared():
    return prgbench.compare(long_table(3, 4), title="Mine", settings=SETTINGS)


def test_printed_it_is_the_answer_in_sentences(compared):
    text, details = str(compared), compared.answer.details
    for one in compared.answer.best_models:
        assert f"{one.mean:.3f}" in text
        assert f"{one.mean:.3f}" in details.splitlines()[1]
    check_golden("compared_models", text)
    assert text == f"{compared.answer.first_screen}\n\n{details}"
    assert "**" not in text
    words = compared.answer.short().text
    assert words in text
    assert words in compared.answer._repr_markdown_()


def test_what_looks_wrong_is_printed_below_the_answer_in_short(compared):
    warned = {"warnings": [Warned(kind=BELOW.kind, text=BELOW.text)]}
    answer = compared.answer.model_copy(update=warned)
    warning = "Warning: 1 of 3 models is worse than chance: x*y <b>."
    assert answer.first_screen == f"{compared.answer.first_screen}\n\n{warning}"
    assert str(answer) == f"{answer.first_screen}\n\n{compared.answer.details}"
    short = compared.answer._repr_markdown_()
    assert answer._repr_markdown_().startswith(f"{short}\n\n**Warning:** 1 of 3 models")
    assert PrintedAnswer.read(answer.to_json()) == answer
    assert compared.answer.warnings == []


def test_a_replication_is_printed_as_on_its_page_with_the_papers_nine_numbers(tmp_path):
    settings = {**SETTINGS, "replication": True}
    repeated = prgbench.compare(long_table(9, 4), title="Again", settings=settings)
    shown = repeated.answer.short(MARKDOWN)
    assert shown.question == "Does the measure change which model wins?"
    assert [row[0] for row in shown.table.rows] == [
        "AUPR and AUPRG", "AUPR and AUROC", "AUPRG and AUROC"
    ]  # fmt: skip
    summary = repeated.tables["agreement"].set_index(["measure_a", "measure_b"])
    alike = repeated.tables["if_alike"].set_index(["measure_a", "measure_b", "statistic"])
    for pair, printed, row in zip(
        summary.index, ("24%", "29%", "22%"), shown.table.rows, strict=True
    ):
        noise = percent(alike.loc[(*pair, "best_differs"), "if_alike"])
        assert row[1] == f"{percent(summary.loc[pair, 'best_differs'])} ({printed}; {noise})"
    # The page, report.md, the print and the notebook have the same table.
    repeated.report(tmp_path / "report")
    report = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert shown.table.markdown() in report
    assert shown.table.markdown() in repeated.answer._repr_markdown_()
    assert repeated.answer.short().table.text() in str(repeated)
    assert "Expected F1." in report
    assert "Expected F1." in repeated.answer.details


def test_it_shows_its_size(compared):
    assert repr(compared) == f"<ComparedModels: {compared.answer.scope}>"
    assert "3 data sets (data 0, data 1, data 2), 4 models" in repr(compared)


def test_the_figures_that_are_listed_can_be_drawn(compared):
    assert all(compared.figure(name).axes for name in compared.figures)
    with pytest.raises(PrgbenchError, match="area_scatter is not drawn: Drawn from 8 data sets"):
        compared.figure("area_scatter")
    with pytest.raises(PrgbenchError, match=r"no figure .bars.; the figures are .*standings"):
        compared.figure("bars")


def test_a_figure_is_drawn_and_shown_once(compared):
    figure = compared.figure("standings")
    colours = {line.get_color() for line in figure.findobj(Line2D)}
    assert to_rgba("#0072b2") in colours
    assert not any(isinstance(colour, str) and colour[0] == "C" for colour in colours)
    assert figure.number not in plt.get_fignums()
    assert [axes.get_xlabel() for axes in figure.axes] == ["AUPR", "AUPRG", "AUROC"]


def test_a_figure_that_needs_more_data_sets_says_so(compared):
    with pytest.raises(PrgbenchError, match=r"answer is not drawn: Drawn from 6 data sets on\."):
        compared.figure("answer")


def test_the_display_of_the_user_stays(compared):
    plt.switch_backend("svg")
    compared.figure("standings")
    assert plt.get_backend() == "svg"
    plt.switch_backend("agg")


def test_an_unknown_figure_is_named(compared):
    with pytest.raises(PrgbenchError, match=r"no figure 'roc'; the figures are .*standings, "):
        compared.figure("roc")


def test_the_report_has_pages_figures_and_tables(compared, tmp_path):
    page = compared.report(tmp_path / "report")
    assert page == tmp_path / "report" / "report" / "index.html"
    assert "<title>Mine" in page.read_text(encoding="utf-8")
    text = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    short = compared.answer.short()
    assert text.startswith(f"# Mine\n\n**{short.headline}** {short.text}\n\n3 data sets (")
    assert "**The best model on these 3 data sets.** Under AUPR " in text
    assert "\n\n3 data sets (data 0, data 1, data 2), 4 models (model-0, model-1, " in text
    for name in ("leaderboard.csv", "leaderboard.md", "leaderboard.tex"):
        assert (tmp_path / "report" / name).is_file()
    answer = json.loads((tmp_path / "report" / "answer.json").read_text(encoding="utf-8"))
    assert answer == json.loads(compared.answer.to_json())
    pngs = {path.stem for path in (tmp_path / "report" / "figures").glob("*.png")}
    assert set(compared.figures) < pngs
    models = pd.read_parquet(tmp_path / "report" / "models.parquet")
    assert models.equals(compared.models)
    assert compared.report(tmp_path / "report") == page


def test_no_other_files_are_mixed_with_pages(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(PrgbenchError, match=r"is not empty: .* another output folder"):
        check_folder(tmp_path)
    with pytest.raises(PrgbenchError, match=r"thesis.tex is a file: name a folder"):
        check_folder(tmp_path / "thesis.tex")


def test_a_report_is_there_with_all_its_files_or_not_at_all(compared, tmp_path, monkeypatch):
    def stop(*_arguments):
        raise KeyboardInterrupt

    for folder in (tmp_path / "new", tmp_path / "empty"):
        monkeypatch.setattr(type(compared._run), "write_report", stop)
        if folder.name == "empty":
            folder.mkdir()
        with pytest.raises(KeyboardInterrupt):
            compared.report(folder)
        assert [*tmp_path.rglob("*")] == ([folder] if folder.name == "empty" else [])
        monkeypatch.undo()
        compared.report(folder)
        assert (folder / "report" / "index.html").is_file()
        assert not [path for path in folder.rglob("*") if path.name.startswith(".")]
        shutil.rmtree(folder)


def test_only_the_report_of_the_same_comparison_is_written_again(compared, tmp_path):
    folder = tmp_path / "report"
    compared.report(folder)
    (folder / "answer.json").write_text("{}")
    check_folder(folder)
    with pytest.raises(PrgbenchError, match=r"report has the report of another comparison: remo"):
        compared.report(folder)
