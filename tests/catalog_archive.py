"""The archive of the study in .test; `python tests/catalog_archive.py` makes it again."""

from pathlib import Path

from folder_archives import make_folder, make_task
from places import ROOT

ARCHIVE = ROOT / ".test" / "archive"


def make_archive(folder: Path) -> None:
    """Write six tasks on four data sets with six models of each."""
    make_folder(folder, [make_task(task_id) for task_id in range(1, 7)], 6)


if __name__ == "__main__":
    make_archive(ARCHIVE)
