"""The copy of the page for the docs."""

import pandas as pd
from PIL import Image

from prgbench.papers.chapters import CHAPTERS
from prgbench.papers.docs import write_docs


def test_docs_hold_the_page_and_smaller_figures(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    pd.DataFrame({"verdict": ["agrees"]}).to_csv(results / "table.csv", index=False)
    for name in [table.name for chapter in CHAPTERS for table in chapter.tables if table.heading]:
        pd.DataFrame({"x": [1]}).to_csv(results / f"{name}.csv", index=False)
    (results / "demo.md").write_text("Not run.\n")
    (results / "boyd_1.md").write_text("Caption.\n")
    Image.new("RGB", (1000, 500), "white").save(results / "boyd_1.png")
    (results / "index.md").write_text("# Page\n\n![boyd 1](boyd_1.png)\n")
    images = write_docs(results, tmp_path / "docs")
    assert images == [tmp_path / "docs" / "theory" / "boyd_1.png"]
    assert Image.open(images[0]).size == (630, 315)
    assert "![boyd 1](theory/boyd_1.png)" in (tmp_path / "docs" / "theory.md").read_text()
