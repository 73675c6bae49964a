"""A part is a module, what is shown of it another, and a line each: the rest follows."""

import os
import subprocess
import sys

import pandas as pd

from copied_code import copy_code, edit
from workflow_project import Project

FORMATS = ("pdf", "svg", "png")
COMPUTED = '''
"""How many models a task has."""

import pandas as pd

from prgbench.answer.interface import Part, PartOptions


class Options(PartOptions):
    """How many models a task has."""

    unit: int = 1
    """What the models are divided by."""


def per_task(task, setting, options):
    return {"sizes": pd.DataFrame({"task_id": [task.task_id], "size": [len(task.run_ids)]})}


def tables(study, options):
    sizes = study.per_task["sizes"]
    return {"pool_size": sizes.assign(size=sizes["size"] / options.unit)}


PART = Part("pool_size", Options, tables, per_task)
'''
SHOWN = """
from matplotlib import pyplot as plt

from prgbench.plotting.drawn import Drawn
from prgbench.report.shown_part import ShownPart


def pool_size(tables, facts):
    figure, axes = plt.subplots()
    sizes = tables["pool_size"]["size"]
    axes.plot(sizes, "o")
    caption = f"The models of each task ({facts.source})."
    return Drawn(figure, caption, f"{len(sizes)} points.", tables["pool_size"])


def paragraphs(tables, facts):
    return [f"There are {tables['pool_size']['size'].sum():g} models."]


SHOWN = ShownPart(
    "pool_size",
    "How many models are there?",
    "How many models each task has.",
    "Which of them is best.",
    paragraphs,
    {"pool_size": pool_size},
)
"""


def test_two_modules_and_their_lines_are_all_that_a_part_takes(project, tmp_path):
    code = copy_code(tmp_path / "code")
    package = code / "src" / "prgbench"
    (package / "robustness" / "pool_size.py").write_text(COMPUTED.lstrip("\n"))
    (package / "report" / "parts" / "pool_size.py").write_text(SHOWN.lstrip("\n"))
    parts, shown = "robustness/__init__.py", "report/parts/__init__.py"
    edit(code, parts, "import breakdown, ", "import breakdown, pool_size, ")
    edit(code, parts, "breakdown.PART, ", "breakdown.PART, pool_size.PART, ")
    edit(code, shown, "    breakdown,\n", "    breakdown,\n    pool_size,\n")
    edit(code, shown, "    breakdown.SHOWN,\n", "    breakdown.SHOWN, pool_size.SHOWN,\n")
    project = Project(project.folder, code=code, formats=FORMATS, parts=("pool_size",))
    project.write()
    project.run()
    table = pd.read_csv(project.results / "tables" / "robustness" / "pool_size.csv")
    assert table["size"].tolist() == [4, 4, 4, 4]
    page = (project.results / "report" / "index.html").read_text()
    for text in ("How many models are there?", "There are 16 models.", "Which of them is best."):
        assert text in page
    assert 'id="figure-pool_size"' in page
    for ending in (*FORMATS, "md", "csv"):
        assert (project.results / "figures" / f"pool_size.{ending}").stat().st_size > 0
    subprocess.run(
        [sys.executable, str(code / "docs" / "config.py")],
        env=os.environ | {"PYTHONPATH": str(code / "src")},
        check=True,
    )
    page = (code / "config" / "README.md").read_text()
    assert (
        "| `comparison.pool_size.unit` | integer | `1` | What the models are divided by. |" in page
    )
    assert "pool_size:" in (code / "workflow" / "schemas" / "study.schema.yaml").read_text()
