"""What the client believes of an answer, keeps of it, and says where there is none."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from canned_client import SERVER, answer, fields
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml import retries
from prgbench.sources.openml.answers import (
    MissingFileError,
    NoAnswerError,
    ServerError,
    TooBigError,
    UnansweredCallError,
    read_answer,
    text,
)
from prgbench.sources.openml.calls import PROCEDURES as FIRST_CALL
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import (
    FIRST_CONTACT_TIMEOUT,
    AnswerCache,
    Client,
)
from prgbench.sources.openml.retries import Contact, Retries
from prgbench.sources.openml.transport import Reply, SharedLimiter, TooMuchError

RUN = answer("run", fields(run_id=9))
PROCEDURES = answer("estimationprocedures")
ARFF = b"@relation x\n@data\n1\n"

Said = bytes | str | int | Exception


class Wire:
    """Stands for the network: says what is next of a path, the last of it again and again."""

    def __init__(self, said: dict[str, list[Said]]) -> None:
        self._said = said
        self.asked: list[str] = []
        self.timeouts: list[tuple[float, float]] = []

    @contextmanager
    def get(self, url: str, timeout: tuple[float, float], _: Any) -> Iterator[Reply]:
        path = url.removeprefix(f"{SERVER}/").removeprefix("api/v1/xml/")
        self.asked.append(path)
        self.timeouts.append(timeout)
        waiting = self._said[path]
        said = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        if isinstance(said, Exception):
            raise said
        if isinstance(said, int):
            yield Reply(said, url, iter([b"<html>"]))
        else:
            body = said.encode() if isinstance(said, str) else said
            yield Reply(200, url, iter([body[:3], body[3:30], body[30:]] if body else []))


@pytest.fixture
def client_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Client, Wire]]:
    monkeypatch.setattr(retries, "LONGEST_WAIT", 0.001)

    def made(**said: Said | list[Said]) -> tuple[Client, Wire]:
        paths = {
            name.replace("__", "/"): one if isinstance(one, list) else [one]
            for name, one in said.items()
        }
        wire = Wire(paths)
        client = Client(
            SERVER,
            SharedLimiter(tmp_path / "limits", 1, 10_000.0),
            AnswerCache(tmp_path / "cache"),
            Retries(Contact(tmp_path / "limits"), 1.0, 0.001),
            (30.0, 40.0),
        )
        monkeypatch.setattr(client, "_transport", wire)
        return client, wire

    return made


def test_an_answer_is_read_and_kept_only_where_that_is_asked(client_on: Any) -> None:
    client, wire = client_on(run__9=RUN)
    assert text(client.ask("run/9"), "run_id") == "9"
    assert text(client.ask("run/9", cached=True), "run_id") == "9"
    assert text(client.ask("run/9", cached=True), "run_id") == "9"
    assert wire.asked == ["run/9"] * 2


def test_the_first_contact_is_hurried(client_on: Any) -> None:
    client, wire = client_on(run__9=RUN)
    client.ask("run/9")
    client.ask("run/9")
    assert wire.timeouts == [FIRST_CONTACT_TIMEOUT, (30.0, 40.0)]


def test_what_the_reader_refuses_is_asked_for_again_and_not_kept(client_on: Any) -> None:
    client, wire = client_on(run__9=[answer("run", fields(run_id=8)), RUN])

    def check(root: Any) -> None:
        if text(root, "run_id") != "9":
            raise NoAnswerError("another run", damaged=True)

    for _ in range(2):
        assert text(client.ask("run/9", check=check, cached=True), "run_id") == "9"
    assert wire.asked == ["run/9"] * 2


def test_a_refusal_of_openml_is_an_answer(client_on: Any) -> None:
    client, wire = client_on(task__9=answer("error", fields(code=151, message="Unknown task")))
    with pytest.raises(ServerError) as raised:
        client.ask("task/9")
    assert str(raised.value) == (
        "OpenML refuses task/9: Unknown task (code 151), which is not a known answer "
        "to this call: try again later; fetched files are kept, and the same command continues "
        "from there."
    )
    assert wire.asked == ["task/9"]


def test_a_run_that_is_refused_is_believed_if_others_are_described(client_on: Any) -> None:
    gone = answer("error", fields(code=236, message="Run not found"))
    client, wire = client_on(run__8=RUN, run__9=gone)
    client.ask("run/8")
    with pytest.raises(UnansweredCallError, match=r"Run not found \(code 236\)") as caught:
        client.ask("run/9")
    assert caught.value.cause.code == 236
    assert wire.asked == ["run/8", *["run/9", "run/8"] * 2]


def test_a_first_refusal_is_one_though_another_answer_comes_just_then(
    client_on: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the server was said to be out of order, in one of a hundred plans of named runs."""

    def run(tried: Retries, kind: Kind, *rest: Any, **options: Any) -> Any:
        try:
            return run_as_it_is(tried, kind, *rest, **options)
        except NoAnswerError:
            tried.contact.answered(kind, time.time(), "run/8")
            raise

    run_as_it_is = Retries.run
    monkeypatch.setattr(Retries, "run", run)
    gone = answer("error", fields(code=236, message="Run not found"))
    client, wire = client_on(run__9=gone)
    with pytest.raises(UnansweredCallError, match=r"Run not found \(code 236\)"):
        client.ask("run/9")
    assert wire.asked == ["run/9"]


@pytest.mark.parametrize("times", [1, 2])
def test_runs_that_are_all_refused_are_asked_for_again(times: int, client_on: Any) -> None:
    gone = answer("error", fields(code=236, message="Run not found"))
    client, wire = client_on(run__8=[RUN, *[gone] * times, RUN], run__9=[gone, RUN])
    client.ask("run/8")
    assert text(client.ask("run/9"), "run_id") == "9"
    assert wire.asked == ["run/8", "run/9", *["run/8"] * times, "run/8", "run/9"]


def test_a_number_of_attempts_is_kept(client_on: Any) -> None:
    client, wire = client_on(
        task__9=NoAnswerError("HTTP 503"), estimationprocedure__list=PROCEDURES
    )
    with pytest.raises(UnansweredCallError):
        client.ask("task/9", attempts=3)
    assert wire.asked.count("task/9") == 3


def test_a_server_that_answers_nothing_is_out_of_order(client_on: Any) -> None:
    failure = NoAnswerError("HTTP 503")
    client, _ = client_on(task__9=failure, estimationprocedure__list=failure)
    with pytest.raises(
        ArchiveUnreachableError, match=r"does not answer task/9 \(HTTP 503\): it responds"
    ):
        client.ask("task/9")


def test_a_server_that_answers_others_is_told_from_one_that_is_gone(client_on: Any) -> None:
    client, wire = client_on(
        task__8=answer("task"),
        task__9=NoAnswerError("HTTP 503"),
        estimationprocedure__list=PROCEDURES,
    )
    client.ask("task/8")
    with pytest.raises(UnansweredCallError, match=r"does not answer task/9 as OpenML does"):
        client.ask("task/9", attempts=1)
    assert wire.asked == ["task/8", "task/9", "task/8"]


@pytest.mark.parametrize(
    ("damaged", "why"),
    [
        (answer("task"), r"\(task instead of run\)"),
        (f"<?xml version='1.0'?><!DOCTYPE run>{RUN}", "a document type"),
    ],
)
def test_damaged_answers_are_asked_for_six_times(damaged: str, why: str, client_on: Any) -> None:
    client, wire = client_on(run__9=damaged, estimationprocedure__list=PROCEDURES)
    with pytest.raises(UnansweredCallError, match=why):
        client.ask("run/9")
    assert wire.asked == [*["run/9"] * 2, FIRST_CALL, *["run/9"] * 4, FIRST_CALL]


@pytest.mark.parametrize(
    "body",
    [
        b'{"detail":"Not Found"}',
        b'{"type":"about:blank","title":"Not Found","status":404,"detail":"No such path."}',
    ],
)
def test_the_new_interface_is_told_by_its_errors(body: bytes) -> None:
    with pytest.raises(NoAnswerError, match=r"^HTTP 404, in JSON as from OpenML's new API"):
        read_answer("estimationprocedure/list", 404, body)
    with pytest.raises(NoAnswerError, match=r"^HTTP 404$"):
        read_answer("estimationprocedure/list", 404, b"<html>")


def test_a_file_is_written_with_its_size_and_checksum(client_on: Any, tmp_path: Path) -> None:
    client, _ = client_on(data__1=ARFF)
    written = client.download("data/1", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == ARFF
    assert written == (sha256(ARFF).hexdigest(), len(ARFF))


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_missing_file_is_asked_for_twice(client_on: Any, tmp_path: Path, status: int) -> None:
    client, wire = client_on(data__0=ARFF, data__1=status)
    client.download("data/0", tmp_path / "file")
    with pytest.raises(MissingFileError, match=f"^{SERVER}/data/1: HTTP {status}$"):
        client.download("data/1", tmp_path / "file")
    assert wire.asked == ["data/0", *["data/1", "data/0"] * 2]


def test_a_file_may_be_where_the_description_says(client_on: Any, tmp_path: Path) -> None:
    client, wire = client_on(data__1=404, there__1=ARFF, data__2=404, there__2=ARFF)
    for number in (1, 2):
        stated = f"{SERVER}/there/{number}"
        client.download(f"data/{number}", tmp_path / "file", stated=stated)
    assert wire.asked == ["data/1", "there/1", "there/2"]


def test_a_file_at_another_server_is_not_asked_for(client_on: Any, tmp_path: Path) -> None:
    client, wire = client_on(data__1=404, estimationprocedure__list=PROCEDURES)
    client.ask(FIRST_CALL)
    with pytest.raises(MissingFileError):
        client.download("data/1", tmp_path / "file", stated="https://elsewhere.example/data/1")
    assert wire.asked == [FIRST_CALL, "data/1", FIRST_CALL]


@pytest.mark.parametrize(
    ("said", "why", "times"),
    [
        (b"", "an empty file", 6),
        (b"%PDF-1.5"[1:], "not ARFF but 'PDF-1", 6),
        (500, "HTTP 500", 6),
        (b"Database connection error", "database connection error", None),
    ],
)
def test_what_is_no_file_is_asked_for_again_and_then_missing(
    client_on: Any, tmp_path: Path, said: Said, why: str, times: int | None
) -> None:
    client, wire = client_on(run__8=RUN, data__1=said, estimationprocedure__list=PROCEDURES)
    client.ask("run/8")
    with pytest.raises(MissingFileError, match=why):
        client.download("data/1", tmp_path / "file")
    assert times is None or wire.asked.count("data/1") == times


def test_a_file_that_is_too_big_is_told_apart(client_on: Any, tmp_path: Path) -> None:
    client, wire = client_on(data__1=TooMuchError(100))
    with pytest.raises(TooBigError, match="more than 100 bytes"):
        client.download("data/1", tmp_path / "file", most_bytes=100)
    assert wire.asked == ["data/1"]


@pytest.mark.parametrize(
    "start", [b"% by hand\n@relation x", b"\xef\xbb\xbf@RELATION x", b"\n @attribute a numeric"]
)
def test_the_beginnings_of_arff(client_on: Any, tmp_path: Path, start: bytes) -> None:
    client, _ = client_on(data__1=start + b" " * 20)
    assert client.download("data/1", tmp_path / "file")[1] == len(start) + 20
