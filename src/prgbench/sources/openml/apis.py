"""The interfaces of OpenML's servers: where a call goes, and how its answer is read.

A call is named by its path in version 1 throughout, such as ``run/145651``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from xml.etree import ElementTree

from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import read_answer
from prgbench.sources.openml.json_answers import read_json_answer


@dataclass(frozen=True, slots=True)
class Api:
    """An interface, in words; where a call goes, None if it has none such; how it is read."""

    words: str
    path: Callable[[str], str | None]
    read: Callable[[str, int, bytes], ElementTree.Element]


APIS = {
    "v1": Api("REST API v1, in XML", calls.path_in_v1, read_answer),
    "v2": Api("REST API v2, in JSON", calls.path_in_v2, read_json_answer),
}
"""By their names in settings."""
