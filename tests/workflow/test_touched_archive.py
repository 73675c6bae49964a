"""The content of an archive decides what is made again, not the times of its files."""

import os
import time

import pytest

from workflow_project import ALL_TABLES, FAST, Project

TARGETS = ("results/test/answer.json", *ALL_TABLES[1:])


def touch(folder):
    """Give all files of a folder, or a file, the time of now."""
    for path in [folder, *folder.rglob("*")]:
        os.utime(path)


def put_other_content_of_the_same_time(path, old, new):
    """Edit a file so that its size and its time stay what they were."""
    facts = path.stat()
    text = path.read_text()
    edited = text.replace(old, new)
    assert edited != text
    assert len(edited) == len(text)
    time.sleep(0.02)
    path.write_text(edited)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))


@pytest.mark.parametrize("triggers", [(), ("--rerun-triggers", "mtime")], ids=["all", "times"])
def test_a_touched_folder_makes_nothing_and_other_content_does(project, triggers):
    touch(project.folder / "archive")
    assert project.jobs(*TARGETS, *triggers) == {}
    runs = project.folder / "archive" / "runs.csv"
    put_other_content_of_the_same_time(runs, "flow", "FLOW")
    assert project.jobs(*TARGETS, *triggers)["plan"] == 1


def test_other_content_of_a_file_of_predictions_is_fetched_again(project):
    file = next((project.folder / "archive" / "predictions").iterdir())
    facts = file.stat()
    content = file.read_bytes()
    file.write_bytes(content[:-1] + b" ")
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert "fetch" in project.jobs(*TARGETS)
    file.write_bytes(content)
    assert project.jobs(*TARGETS) == {}


class Table(Project):
    """A study of a table of more than a megabyte, which Snakemake does not compare by content."""

    chunks = 1

    def make(self):
        lines = ["dataset,model,y_true,y_score,row_id"]
        for dataset in range(2):
            for model in range(3):
                for row in range(8_000):
                    score = (row * (7 + model + dataset) % 1009) / 1009
                    lines.append(f"d{dataset},m{model},{row % 3 // 2},{score:.12f},{row}")
        (self.folder / "mine.csv").write_text("\n".join(lines) + "\n")
        study = self.folder / "config" / "studies" / "test.yaml"
        study.write_text(f"title: T\narchive: mine.csv\ncomparison: {FAST}\n")


@pytest.mark.slow
def test_a_touched_table_makes_nothing_and_one_digit_does(tmp_path):
    project = Table(tmp_path / "project")
    table = project.folder / "mine.csv"
    assert table.stat().st_size > 1_000_000
    project.run("results/test/answer.json")
    before = project.contents()
    touch(table)
    assert project.jobs("results/test/answer.json") == {}
    put_other_content_of_the_same_time(table, "d0,m0,0,0.0069", "d0,m0,0,0.0068")
    # The plan is the same, but the predictions are not.
    assert "plan" in project.jobs("results/test/answer.json")
    project.run("results/test/answer.json")
    assert project.contents() != before
