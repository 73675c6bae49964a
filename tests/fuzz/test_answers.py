"""Damaged answers: refused in one sentence, or read as an independent reader reads them.

What is no record of its list (a row without ids, a stored AUROC that is no number) is passed over
or unknown for both readers.
"""

import itertools
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from archive_server import SMALL, Content, GeneratedArchive, render
from archive_server.routes import Routes
from fuzz.mutators import mutated
from fuzz.said import ContradictionError, Element, count, identifier, said, share
from fuzz.trial import Tally, attempt
from prgbench.run.errors import PrgbenchError
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.openml import answers
from prgbench.sources.openml.answers import RefusedError, UnansweredCallError, text
from prgbench.sources.openml.calls import PROCEDURES
from prgbench.sources.openml.classes import ClassesUnknownError, Targets
from prgbench.sources.openml.client import AnswerCache, Client
from prgbench.sources.openml.described_tasks import described, with_sizes
from prgbench.sources.openml.downloads import Downloads
from prgbench.sources.openml.listed_tasks import ListedTask, all_tasks, suite_tasks
from prgbench.sources.openml.listings import Evaluations, NoResultsError
from prgbench.sources.openml.procedures import procedures
from prgbench.sources.openml.retries import Contact, Retries
from prgbench.sources.openml.transport import Reply, SharedLimiter

pytestmark = pytest.mark.fuzz

INPUTS = 1_200
SERVER = "http://127.0.0.1:1"
REFUSED = (PrgbenchError, RunUnusableError, ClassesUnknownError, NoResultsError)


class Wire:
    """Answers without a network: damaged ones of one call, sound ones of all others."""

    def __init__(self, routes):
        self._routes = routes
        self.call = "nothing yet"
        self.body = b""
        self.status = 200

    @contextmanager
    def get(self, url, *_):
        path = url.removeprefix(SERVER)
        if self.call in path:
            yield Reply(self.status, url, iter([self.body]))
        else:
            answer = self._routes.answer(path)
            yield Reply(answer.status, url, iter([answer.body]))


@dataclass
class World:
    """A client on the wire, and what it may ask for."""

    folder: Path
    content: Content
    wire: Wire
    client: Client

    @property
    def task(self):
        return self.content.tasks[1]

    @property
    def run(self):
        return self.content.runs[100_001]


@pytest.fixture
def world(tmp_path, monkeypatch):
    source = GeneratedArchive(tmp_path / "generated", **SMALL)
    content = Content.of(source)
    content.suites["demo"] = (1, 2, 4)
    limiter = SharedLimiter(tmp_path / "limits", 1, 1e9)
    monkeypatch.setattr(limiter, "request", lambda: contextmanager(lambda: iter([None]))())
    monkeypatch.setattr("prgbench.sources.openml.retries.ATTEMPTS_OF_A_LIVING_SERVER", 1)
    client = Client(
        SERVER,
        limiter,
        AnswerCache(tmp_path / "answers"),
        Retries(Contact(tmp_path / "limits"), 0.0, 0.0),
        (1.0, 1.0),
    )
    wire = Wire(Routes(content, SERVER))
    monkeypatch.setattr(client, "_transport", wire)
    monkeypatch.setattr(client._cache, "put", lambda *_: None)
    client.ask(PROCEDURES)
    return World(tmp_path, content, wire, client)


def is_nested(element):
    """Tell whether a record is within one of its kind."""
    own = any(child.name == element.name for child in element.children)
    return own or any(map(is_nested, element.children))


# Every kind of answer: the call, how the package reads it, and how the judge does.


def read_procedures(world):
    return {key: (p.n_repeats, p.n_folds) for key, p in procedures(world.client).items()}


def judge_procedures(root, _):
    found = {}
    for record in root.all("estimationprocedure"):
        number, repeats = identifier(record.one("id")), count(record.one("repeats") or "1", 1000)
        folds = None
        if record.one("type") != "leaveoneout":
            folds = count(record.one("folds") or "1", 10_000)
        is_one = record.one("ttid") == "1" and number and repeats
        if is_one and (folds or record.one("type") == "leaveoneout"):
            found[number] = (repeats, folds)
    return found


def read_tasks(world):
    return {
        key: (t.dataset_id, t.procedure_id, t.target, t.n_instances, t.minority_size)
        for key, t in all_tasks(world.client, lambda: None).items()
    }


def judge_tasks(root, _):
    found = {}
    for record in root.all("task"):
        inputs, qualities = ({}, {})  # type: dict[str, str], dict[str, str]
        for name, values in (("input", inputs), ("quality", qualities)):
            for child in record.children:
                key = child.attributes.get("name", "")
                if child.name == name and values.setdefault(key, child.text) != child.text:
                    raise ContradictionError(key)
        key = identifier(record.one("task_id"))
        value = (
            identifier(record.one("did")),
            identifier(inputs.get("estimation_procedure", "")),
            inputs.get("target_feature") or None,
            count(qualities.get("NumberOfInstances", "")) or None,
            count(qualities.get("MinorityClassSize", "")),
        )
        if key and value[0] and found.setdefault(key, value) != value:
            found[key] = (min(found[key][0], value[0]), None, None, None, None)
    return found


def read_evaluations(world):
    return {
        run.run_id: (run.task_id, run.flow_id, run.setup_id, run.uploader_id, run.auroc)
        for run in Evaluations(world.client).of_one(world.task)
    }


def judge_evaluations(root, _):
    found = {}
    for record in root.all("evaluation"):
        names = ("run_id", "task_id", "flow_id", "setup_id", "uploader", "evaluation_engine_id")
        run_id, task_id, flow_id, *others = (identifier(record.one(name)) for name in names)
        setup_id, uploader_id, engine = (other or 0 for other in others)
        value = (task_id, flow_id, setup_id, uploader_id, share(record.one("value")))
        if not (run_id and task_id and flow_id):
            continue
        known = found.get(run_id)
        if known is None or (known[1][-1] is None and engine >= known[0]):
            found[run_id] = (engine, value)
        elif known[0] == engine and known[1] != value:
            found[run_id] = (engine, (*min(known[1], value, key=repr)[:-1], None))
    return {key: value for key, (_, value) in found.items() if value[0] == 1}


def read_features(world):
    target = Targets(world.client, AnswerCache(world.folder / "notes")).target(1001, "class", 5)
    return target.classes, target.n_unlabelled


def judge_features(root, _):
    for record in root.all("feature"):
        if record.texts("name") and record.texts("name")[0] == "class":
            record.one("name")
            labels = tuple(value.text for value in record.all("nominal_value"))
            return labels, count(record.one("number_of_missing_values")) or 0
    return "refused"


def read_qualities(world):
    listed = ListedTask(1, 1001, "data-1", 3, "class", None, None)
    found = with_sizes(world.client, listed)
    return found.n_instances, found.minority_size


def judge_qualities(root, _):
    sizes = {}
    for record in root.all("quality"):
        sizes[record.one("name")] = count(record.one("value"))
    return sizes.get("NumberOfInstances") or None, sizes.get("MinorityClassSize")


def read_task(world):
    found = described(world.client, 1)
    return None if found is None else (found.dataset_id, found.procedure_id, found.target)


def judge_task(root, _):
    if identifier(root.one("task_id")) != 1:
        return "refused"
    datasets, procedure = root.all("data_set_id"), root.all("estimation_procedure")
    dataset_id = identifier(datasets[0].text) if datasets else None
    if identifier(root.one("task_type_id")) != 1 or dataset_id is None:
        return None
    targets = root.all("target_feature")
    procedure_id = identifier(procedure[0].one("id")) if procedure else None
    return dataset_id, procedure_id, targets[0].text if targets else None


def read_suite(world):
    return set(suite_tasks(world.client, "demo"))


def judge_suite(root, _):
    return {identifier(task.text.strip()) for task in root.all("task_id")} - {None}


def read_run(world):
    return Downloads(world.client, world.folder / "downloads")._described(world.run)[0]


def judge_run(root, _):
    files = [file for file in root.all("file") if file.one("name") == "predictions"]
    right = identifier(root.one("run_id")) == 100_001 and identifier(root.one("task_id")) == 1
    if len(files) != 1 or not right:
        return "refused"
    stated = files[0].one("file_id")
    in_url = files[0].one("url").partition("/data/download/")[2].partition("/")[0]
    return identifier(stated) if stated else identifier(in_url)


def read_dataset(world):
    return answers.identifier(text(world.client.ask("data/1001"), "file_id"))


def judge_dataset(root, _):
    return identifier(root.one("file_id"))


def read_error(world):
    try:
        world.client.ask("run/100001")
    except UnansweredCallError as error:
        if not isinstance(error.cause, RefusedError):
            raise
        return error.cause.code
    return "data"


def judge_error(root, _):
    return identifier(root.one("code"))


KINDS: dict[str, tuple[str, str, Callable[[World], Any], Callable[[Element, World], Any]]] = {
    "procedures": (PROCEDURES, "estimationprocedures", read_procedures, judge_procedures),
    "tasks": ("task/list/type/1/status/all", "tasks", read_tasks, judge_tasks),
    "evaluations": (
        "evaluation/list/function/area_under_roc_curve/task/1/",
        "evaluations",
        read_evaluations,
        judge_evaluations,
    ),
    "features": ("data/features/1001", "data_features", read_features, judge_features),
    "qualities": ("data/qualities/1001", "data_qualities", read_qualities, judge_qualities),
    "task": ("xml/task/1", "task", read_task, judge_task),
    "study": ("study/demo", "study", read_suite, judge_suite),
    "run": ("xml/run/100001", "run", read_run, judge_run),
    "dataset": ("xml/data/1001", "data_set_description", read_dataset, judge_dataset),
    "error": ("xml/run/100001", "error", read_error, judge_error),
}


def sound(kind, world):
    """Return the sound answer, a field on each line, as the real server writes it."""
    if kind == "error":
        body = render.error(236, "Run not found", "more").encode()
    else:
        path = KINDS[kind][0].removeprefix("xml/")
        more = "limit/100/offset/0" if path.endswith("/") else ""
        body = world.wire._routes.answer(f"/api/v1/xml/{path}{more}").body
    return body.replace(b"><", b">\n<")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", KINDS)
def test_damaged_answers(kind, world):
    call, name, read, judge = KINDS[kind]
    body, tally = sound(kind, world), Tally()
    world.wire.call = call
    for damage, damaged in itertools.chain([("none", body)], mutated(body, INPUTS, 11)):
        world.wire.body = damaged
        try:
            found = attempt(lambda: read(world))
        except REFUSED as error:
            found = error
        if isinstance(found, REFUSED):
            assert damage != "none", found
            tally["refused"] += 1
            continue
        root = said(damaged)
        try:
            assert root is not None, damage
            assert root.name == name, damage
            assert not is_nested(root), damage
            expected = judge(root, world)
        except ContradictionError as contradiction:
            pytest.fail(f"{damage}: two values of {contradiction}")
        assert found == expected, damage
        tally["same"] += 1
    tally.say(f"answers, {kind}")
    assert tally["same"] > 50
