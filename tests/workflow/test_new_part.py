"""A part of the comparison is a folder and a line: it shows up everywhere else by itself."""

import os
import subprocess
import sys

import pandas as pd

from copied_code import copy_code, edit
from workflow_project import Project

FORMATS = ("pdf", "svg", "png")
PART = {
    "__init__.py": '''
"""How many models a task has."""

from prgbench.answer.interface import PartOptions


class Options(PartOptions):
    """How many models a task has."""

    unit: int = 1
    """What the models are divided by."""
''',
    "per_task.py": """
import pandas as pd


def per_task(task, models, setting, options):
    return {"sizes": pd.DataFrame({"task_id": [task.task_id], "size": [len(models)]})}
""",
    "tables.py": """
def tables(study, options):
    sizes = study.per_task["sizes"]
    return {"pool_size": sizes.assign(size=sizes["size"] / options.unit)}
""",
    "figure.py": """
from matplotlib import pyplot as plt

from prgbench.plotting.drawn import Drawn


def pool_size(tables, facts):
    figure, axes = plt.subplots()
    sizes = tables["pool_size"]["size"]
    axes.plot(sizes, "o")
    caption = f"The models of each task ({facts.source})."
    return Drawn(figure, caption, f"{len(sizes)} points.", tables["pool_size"])
""",
    "text.py": """
TITLE = "How many models are there?"
SHOWS = "How many models each task has."
CANNOT_TELL = "Which of them is best."


def paragraphs(tables, facts):
    return [f"There are {tables['pool_size']['size'].sum():g} models."]
""",
}


def test_a_folder_and_a_line_are_all_that_a_part_takes(project, tmp_path):
    code = copy_code(tmp_path / "code")
    folder = code / "src" / "prgbench" / "comparison" / "pool_size"
    folder.mkdir()
    for name, text in PART.items():
        (folder / name).write_text(text.lstrip("\n"))
    line = 'Part("pool_size", figures=("pool_size",), needs="instances"),'
    edit(code, "comparison/parts.py", "PARTS = (\n", f"PARTS = (\n    {line}\n")
    project = Project(project.folder, code=code, formats=FORMATS)
    project.write()
    project.run("comparison")
    table = pd.read_csv(project.results / "tables" / "comparison" / "pool_size.csv")
    assert table["size"].tolist() == [4, 4, 4, 4]
    section = (project.results / "comparison.md").read_text()
    assert (
        "### How many models are there?\n\n*What this shows.* How many models each task has. "
        "*What it can't tell.* Which of them is best.\n\nThere are 16 models." in section
    )
    assert "![4 points.](figures/pool_size.png)" in section
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
