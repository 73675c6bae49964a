"""Where things lie in a store: inside its folder, whatever a plan calls a task."""

import shutil
import time
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import remove_remains
from prgbench.pipeline.foreign_text import plain

FORGOTTEN_AFTER = 7 * 24 * 3600.0


class Places:
    """The places of a store.

    Parameters
    ----------
    folder : Path
        The store's folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of_task(self, kind: str, task_id: int, ending: str = "") -> Path:
        """Return the place of what there is of a kind for a task.

        Raises
        ------
        PrgbenchError
            If it is no id of a task.
        """
        return self._folder / kind / f"{checked_id(task_id, 'task')}{ending}"

    def inside(self, path: Path) -> Path:
        """Return a place whose contents may be deleted.

        Raises
        ------
        PrgbenchError
            If a link leads out of the store.
        """
        if not path.resolve().is_relative_to(self._folder.resolve()):
            raise PrgbenchError(
                f"{path} leads out of the store {self._folder}: remove the link and run again."
            )
        return path

    def tidy(self) -> None:
        """Remove what killed processes have left: temporary files, and what was staged long ago.

        Staged models of tasks that a living process works on stay.
        """
        for folder in (self._folder / "bundles", self._folder / "bundles" / "damaged"):
            remove_remains(self.inside(folder))
        oldest = time.time() - FORGOTTEN_AFTER
        for staged in (self._folder / "staging").glob("*"):
            if staged.name.isdecimal() and staged.lstat().st_mtime < oldest:
                with suppress(Timeout), FileLock(self.lock(int(staged.name)), blocking=False):
                    shutil.rmtree(self.inside(staged), ignore_errors=True)

    def lock(self, task_id: int) -> Path:
        """Return the place of the lock of a task; its folder is there."""
        path = self.of_task("locks", task_id, ".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        return path


def checked_id(given: int, what: str) -> int:
    """Return an id that may be a part of a file's name.

    Raises
    ------
    PrgbenchError
        If it is no whole number from 0.

    Examples
    --------
    >>> checked_id("../../x", "task")
    Traceback (most recent call last):
        ...
    prgbench.pipeline.errors.PrgbenchError: '../../x' is no id of a task: correct the plan.
    """
    if type(given) is not int or given < 0:
        raise PrgbenchError(f"{plain(repr(given))} is no id of a {what}: correct the plan.")
    return given
