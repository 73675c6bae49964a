"""Where the curves of tasks lie: in the page, or in files beside it that it loads when asked."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from prgbench.pipeline.files import write_text
from prgbench.report.html.encoding import encode

MOST_TASKS = 100
FOLDER = "curves"

Task = tuple[int, dict[str, Any]]


def store_curves(folder: Path, tasks: Iterable[Task], *, inside: bool) -> dict[int, str]:
    """Return the encoded curves of tasks, or write them beside the page.

    Parameters
    ----------
    folder : Path
        The page's folder.
    tasks : iterable of (int, dict)
        The tasks with their curves.
    inside : bool
        Whether they go into the page; else each task is a script ``curves/<task>.js``, because a
        page from the disk may run a file beside it but not read one.

    Returns
    -------
    dict of int to str
        The curves that go into the page.
    """
    beside = folder / FOLDER
    shutil.rmtree(beside, ignore_errors=True)
    if inside:
        return {task_id: encode(curves) for task_id, curves in tasks}
    for task_id, curves in tasks:
        call = f'receiveCurves({task_id}, "{encode(curves)}");\n'
        write_text(beside / f"{task_id}.js", call, durable=False)
    return {}
