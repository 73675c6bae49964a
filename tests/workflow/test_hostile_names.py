"""Names that are mathematics, markup, formulas or commands pass the pipeline as text."""

import csv
import re
import unicodedata
from functools import partial
from itertools import pairwise
from xml.etree import ElementTree

import pandas as pd
from markdown_it import MarkdownIt
from PIL import Image

from hostile_project import CLASSES, EVERYTHING, FLOWS, NAMES
from prgbench.report.explanations import files
from prgbench.report.markdown_report import PAGE
from prgbench.run.csv_files import read_csv
from prgbench.run.safe_text import plain

whole = partial(plain, longest=None)
FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"-?\d+(\.\d*)?(e[-+]?\d+)?|-inf")


def harmful(text):
    """Return what a terminal would obey, and what turns the direction of writing."""
    kept = {char for char in text if unicodedata.category(char) in {"Cc", "Cf", "Zl", "Zp"}}
    return kept - set("\n\t\r")


def rendered(path):
    """Return the tokens of a page, those within lines included."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(path.read_text())
    return [found for token in tokens for found in (token, *(token.children or ()))]


def texts_of(svg):
    elements = ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")
    return {"".join(element.itertext()) for element in elements}


def test_terminal_and_logs_have_no_control_characters(complete):
    assert harmful(complete.output) == set()
    logs = [*(complete.results / "logs").rglob("*.log")]
    assert len(logs) > 8
    for log in logs:
        assert harmful(log.read_text(encoding="utf-8")) == set(), log
    assert "Warning" not in complete.output


def test_pages_have_no_markup_of_names(complete):
    pages = [complete.results / "report.md", *(complete.results / "figures").glob("*.md")]
    assert len(pages) > 11
    settings = {"robustness": "all", "replication": False, "measures": ["aupr"]}
    listed = files(settings, verified=False)
    for page in pages:
        assert harmful(page.read_text(encoding="utf-8")) == set(), page
        tokens = rendered(page)
        kinds = {token.type for token in tokens}
        assert not kinds & {"html_inline", "html_block", "s_open", "hardbreak"}, page
        assert "image" not in kinds, page
        links = [token.attrs["href"] for token in tokens if token.type == "link_open"]
        leads = {link.partition("#")[0] for link in links}
        assert leads <= {PAGE, *listed}, page
    assert harmful((complete.results / PAGE).read_text(encoding="utf-8")) == set()


def test_the_report_has_its_own_headings_and_emphasis_alone(complete):
    tokens = rendered(complete.results / "report.md")
    title, *headings = [after for token, after in pairwise(tokens) if token.type == "heading_open"]
    assert title.content.startswith(r"\$\\frac{1}{\$ =HYPERLINK")
    assert "".join(c.content for c in title.children) == plain(EVERYTHING, None)
    assert [heading.content for heading in headings] == ["In detail", "Files"]
    strong = [after.content for token, after in pairwise(tokens) if token.type == "strong_open"]
    first, *strong = strong
    assert first.startswith("Does the measure change which model wins? ")
    assert strong == [
        "Does the choice of the measure change which model wins?",
        "Tasks with different winners.",
        "Pairs of models.",
        "Costs of errors.",
        "Assumptions.",
    ]


def test_no_cell_of_a_table_is_a_formula(complete):
    tables = [*(complete.results / "tables").rglob("*.csv")]
    assert len(tables) > 25
    for path in tables:
        with path.open(encoding="utf-8", newline="") as file:
            cells = {cell for row in csv.reader(file) for cell in row}
        formulas = {cell for cell in cells if FORMULA.match(cell) and not NUMBER.fullmatch(cell)}
        assert formulas == set(), path
        assert harmful("".join(cells)) == set(), path
    tasks = pd.read_csv(complete.results / "tables" / "tasks.csv", keep_default_na=False)
    assert tasks["dataset_name"].tolist() == [
        f"'{name}" if name.startswith(("=", "-")) else name for name in map(whole, NAMES)
    ]


def test_the_tables_of_models_have_the_names_as_they_are(complete):
    models = pd.read_parquet(complete.results / "models.parquet")
    named = models.drop_duplicates("dataset_id").sort_values("dataset_id")["dataset_name"]
    assert named.tolist() == [whole(name) for name in NAMES]
    assert set(models["flow_name"]) <= {whole(name) for name in FLOWS}
    assert set(models["pos_label"]) == {CLASSES[1]}


def test_flows_that_look_alike_are_two(complete):
    table = complete.results / "tables" / "answer" / "standings.csv"
    board = read_csv(table, {"model": str})
    flows = board.groupby("measure")[["model_id", "model"]].nunique()
    assert (flows["model_id"] == flows["model"]).all()
    alike = [len(NAMES) + place for place in (1, 2)]
    own = board.drop_duplicates("model_id").set_index("model_id")["model"]
    named = own.reindex(alike).dropna()
    assert len(named)
    assert named.tolist() == [f"two lines (id {flow})" for flow in named.index]


def test_figures_are_of_usual_size_and_show_the_names_as_text(complete):
    figures = complete.results / "figures"
    sizes = {}
    for path in figures.glob("*.png"):
        with Image.open(path) as image:
            sizes[path.name] = image.size
    assert len(sizes) > 10
    assert {name: size for name, size in sizes.items() if max(size) > 4000} == {}
    curves = texts_of(figures / "model_curves.svg")
    assert NAMES[0] in curves
    assert f"{'x' * 33}…" in curves
    assert "AUPR – top" in texts_of(figures / "answer.svg")
    for path in figures.glob("*.svg"):
        assert harmful("".join(texts_of(path))) == set(), path
