"""A client whose answers are written by hand, for tests of what is made of answers."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

from prgbench.sources.openml.answers import (
    NO_RESULTS,
    SOUND,
    EmptyError,
    MissingFileError,
    ServerError,
    TooBigError,
    UnansweredCallError,
    read_answer,
)

Answer = str | Exception
SERVER = "https://archive.test"


class CannedClient:
    """Answer calls with XML, or raise; of several answers to one call the last is repeated.

    What was asked, in how many attempts, and whether the answer may be kept, is noted.

    What has no answer is refused as OpenML refuses a listing without rows.
    """

    server = SERVER

    def __init__(
        self,
        answers: Mapping[str, Answer | Iterable[Answer]] = {},
        files: Mapping[str, bytes] = {},
        no_results: int = 482,
    ) -> None:
        self._answers = {
            call: [said] if isinstance(said, str | Exception) else list(said)
            for call, said in answers.items()
        }
        self._files = files
        self._no_results = no_results
        self.calls: list[str] = []
        self.attempts: list[int | None] = []
        self.cached: list[bool] = []

    def ask(
        self,
        call: str,
        *,
        check: Callable[[ElementTree.Element], object] = lambda _: None,
        cached: bool = False,
        attempts: int | None = None,
        nonempty: bool = False,
    ) -> ElementTree.Element:
        """Return the next answer to a call."""
        self.calls.append(call)
        self.attempts.append(attempts)
        self.cached.append(cached)
        waiting = self._answers.get(call) or [ServerError(self._no_results, "No results", call)]
        said = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        if nonempty and isinstance(said, ServerError) and said.code in NO_RESULTS:
            raise UnansweredCallError("no results", call, EmptyError())
        if isinstance(said, Exception):
            raise said
        root = read_answer(call, SOUND, said.encode())
        check(root)
        return root

    def download(
        self,
        path: str,
        target: Path,
        *,
        most_bytes: int = 1 << 31,
        stated: str = "",  # noqa: ARG002 - as the client has it
    ) -> None:
        """Write a file, or as much of it as may be."""
        self.calls.append(path)
        if path not in self._files:
            raise MissingFileError(f"HTTP 404 for {self.server}/{path}")
        target.write_bytes(self._files[path][:most_bytes])
        if len(self._files[path]) > most_bytes:
            raise TooBigError(f"more than {most_bytes} bytes")


def answer(root: str, *children: str) -> str:
    """Return an answer of OpenML with these children."""
    return f'<oml:{root} xmlns:oml="http://openml.org/openml">{"".join(children)}</oml:{root}>'


def element(tag: str, /, *children: str, **attributes: object) -> str:
    """Return an element with its children, or its text."""
    stated = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<oml:{tag}{stated}>{''.join(children)}</oml:{tag}>"


def fields(**texts: object) -> str:
    """Return an element for each field."""
    return "".join(element(name, str(text)) for name, text in texts.items())
