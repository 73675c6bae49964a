"""What the server's description of a run says of its prediction file."""

import re
from xml.etree import ElementTree

from prgbench.archive.interface import Reason, Run, RunUnusableError
from prgbench.archive.openml.answers import NoAnswerError, records, whole_number
from prgbench.archive.openml.markup import NAMESPACE
from prgbench.pipeline.foreign_text import plain

PREDICTIONS = "predictions"

_FILE_IN_URL = re.compile(r"/data/(?:v1/)?download/([0-9]+)(?:/|$)")


def file_of(run: Run, root: ElementTree.Element) -> int:
    """Return the id of the prediction file that a run's description states.

    Raises
    ------
    RunUnusableError
        If the run has none.
    NoAnswerError
        If the description is of another run, or not as it should be.
    """
    for name, expected in (("run_id", run.run_id), ("task_id", run.task_id)):
        if whole_number(_only(root, name)) != expected:
            raise _damaged(root, name)
    files = [file for file in records(root, "file") if _only(file, "name") == PREDICTIONS]
    if not files:
        raise RunUnusableError(Reason.NO_FILE)
    if len(files) > 1:
        raise NoAnswerError("several prediction files", damaged=True)
    return _id(files[0])


def _id(file: ElementTree.Element) -> int:
    """Return the id, which the URL states too, or alone."""
    stated = _only(file, "file_id")
    in_url = _FILE_IN_URL.search(_only(file, "url"))
    url_id = None if in_url is None else whole_number(in_url[1])
    file_id = whole_number(stated) if stated else url_id
    if file_id is None or url_id not in (None, file_id):
        raise _damaged(file, "file_id")
    return file_id


def _only(element: ElementTree.Element, name: str) -> str:
    """Return the text of the only child of that name, "" where there is none."""
    found = element.findall(f"{NAMESPACE}{name}")
    if len(found) > 1:
        raise NoAnswerError(f"several times {name}", damaged=True)
    return "".join(child.text or "" for child in found).strip()


def _damaged(element: ElementTree.Element, name: str) -> NoAnswerError:
    stated = plain(_only(element, name), 40)
    return NoAnswerError(f"{name} is {stated!r}", damaged=True)
