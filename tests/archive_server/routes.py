"""Which call is answered how: filters, limits, error codes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from archive_server import render, render_json
from archive_server.content import Content, Dataset
from archive_server.failing import Rule
from archive_server.faults import HTML, Answer
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

HIGHEST_LIMIT = 10_000
JSON = "application/json"
UNLISTED = set("'\"<>")
LEGAL = {
    "task": {"type", "tag", "data_tag", "status", "limit", "offset", "task_id", "data_id"}
    | {"number_classes", "number_instances", "number_features"},
    "run": {"task", "setup", "flow", "uploader", "run", "limit", "offset", "show_errors"},
    "evaluation": {"task", "setup", "flow", "uploader", "run", "limit", "offset", "function"}
    | {"per_fold", "sort_order", "study"},
}
FIRST_CODE = {"task": 480, "run": 510, "evaluation": 540}

Row = TypeVar("Row")


@dataclass(frozen=True)
class RefusalError(Exception):
    """An error of OpenML."""

    code: int
    message: str
    more: str = ""


class Routes:
    """Answer calls from the content.

    ``unstable_pages`` makes a row of each page's end come again on the next page in place
    of another, as it happens without an order of the rows. Queries that fulfil one of the
    ``failing`` rules fail, and the rows of tasks in ``left_out`` are missing from answers for
    several tasks. Tasks whose target has quotes or angle brackets are never listed.
    With ``api`` "v2", the calls are those of the new API, which has no lists of runs, and those
    of version 1 are gone; files stay where they are.
    """

    def __init__(self, content: Content, address: str) -> None:
        self.content = content
        self.address = address
        self.unstable_pages = False
        self.failing: list[Rule] = []
        self.left_out: set[int] = set()
        self.api = "v1"

    def answer(self, path: str) -> Answer:
        """Answer the path of a request."""
        parts = path.strip("/").split("/")
        if self.api == "v2" and parts[0] != "data":
            return self._in_json(parts)
        if parts[:3] == ["api", "v1", "xml"]:
            try:
                return Answer(200, self._call(parts[3:]).encode())
            except RefusalError as refusal:
                text = render.error(refusal.code, refusal.message, refusal.more)
                return Answer(412, text.encode())
        if parts[:2] == ["data", "download"]:
            return _file(self.content.file(int(parts[2])))
        if parts[:3] == ["data", "v1", "download"]:
            dataset = self.content.datasets.get(int(parts[3]))
            return _file(None if dataset is None else dataset.arff)
        return Answer(404, HTML % 404, "text/html")

    def _in_json(self, parts: list[str]) -> Answer:
        """Answer a call of the new API."""
        *call, name = parts
        if parts == ["estimationprocedure", "list"]:
            return Answer(200, render_json.procedure_list(), JSON)
        if call == ["run"]:
            if (run := self.content.runs.get(int(name))) is None:
                return _problem("run-not-found", f"Run {name} not found.", 236)
            body = render_json.run(self.content, run, self.content.file_id(run))
            return Answer(200, body, JSON)
        if call == ["tasks"]:
            if (task := self.content.tasks.get(int(name))) is None:
                return _problem("task-not-found", f"Task {name} not found.")
            return Answer(200, render_json.task(task), JSON)
        of_dataset = {
            ("datasets",): render_json.data_description,
            ("datasets", "features"): render_json.data_features,
            ("datasets", "qualities"): render_json.data_qualities,
        }.get(tuple(call))
        if of_dataset is None:
            return Answer(404, b'{"detail":"Not Found"}', JSON)
        if (dataset := self.content.datasets.get(int(name))) is None:
            code = 361 if call[-1] == "qualities" else 111
            return _problem("dataset-not-found", f"No dataset with id {name} found.", code)
        return Answer(200, of_dataset(dataset), JSON)

    def _call(self, parts: list[str]) -> str:
        if parts[1:2] == ["list"] and parts[0] in LEGAL:
            filters = _filters(parts[0], parts[2:])
            return {"task": self._tasks, "run": self._runs, "evaluation": self._evaluations}[
                parts[0]
            ](filters)
        if parts[:2] == ["user", "list"]:
            return render.user_list(
                sorted({run.uploader_id for run in self.content.runs.values()})
            )
        calls: dict[tuple[str, ...], Callable[[str], str]] = {
            ("run",): self._run,
            ("task",): self._task,
            ("data",): lambda number: render.data_description(self._dataset(number), self.address),
            ("data", "features"): lambda number: render.data_features(self._dataset(number)),
            ("data", "qualities"): lambda number: render.data_qualities(self._dataset(number)),
            ("study",): self._study,
            ("estimationprocedure",): lambda _: render.procedure_list(),
        }
        call = calls.get(tuple(parts[:-1]))
        if call is None:
            raise RefusalError(100, "Function not valid")
        return call(parts[-1])

    def _tasks(self, filters: dict[str, str]) -> str:
        tasks = [
            task
            for task in self.content.tasks.values()
            if self._is_wanted(task, filters) and UNLISTED.isdisjoint(task.target)
        ]
        tasks.sort(key=lambda task: task.task_id)
        return render.task_list(self.content, self._page("task", tasks, filters))

    def _is_wanted(self, task: Task, filters: dict[str, str]) -> bool:
        dataset = self.content.datasets[task.dataset_id]
        checks = {
            "type": lambda text: text == "1",
            "status": lambda text: text in ("all", dataset.status),
            "tag": lambda text: task.task_id in self.content.tags.get(text, ()),
            "task_id": lambda text: task.task_id in (_numbers(text) or ()),
            "number_classes": lambda text: dataset.qualities.get("NumberOfClasses") == int(text),
        }
        stated = {"status": "active"} | filters
        return all(check(stated[name]) for name, check in checks.items() if name in stated)

    def _runs(self, filters: dict[str, str]) -> str:
        if not filters.keys() - {"limit", "offset"} and "limit" not in filters:
            raise RefusalError(510, "Please provide at least task, flow or setup, uploader or run")
        runs = self._wanted_runs(filters)
        rows = [run for run in runs for _ in self.content.engines.get(run.run_id) or (1,)]
        return render.run_list(self._page("run", rows, filters))

    def _evaluations(self, filters: dict[str, str]) -> str:
        if "function" not in filters:
            raise RefusalError(540, "Please provide at least task, flow or setup, uploader or run")
        if filters["function"] != render.MEASURE:
            raise RefusalError(542, "No results")
        rows = [
            (run, engine)
            for run in self._wanted_runs(filters)
            for engine in self.content.engines.get(run.run_id, (1,))
        ]
        page = self._page("evaluation", rows, filters)
        return render.evaluation_list(self.content, page, filters["function"])

    def _wanted_runs(self, filters: dict[str, str]) -> list[Run]:
        run_ids, flow_ids = _numbers(filters.get("run")), _numbers(filters.get("flow"))
        task_ids = _numbers(filters.get("task"))
        if task_ids is not None and len(task_ids) > 1:
            task_ids -= self.left_out
        return [
            run
            for run in self.content.runs_of(task_ids)
            if (run_ids is None or run.run_id in run_ids)
            and (flow_ids is None or run.flow_id in flow_ids)
        ]

    def _page(self, kind: str, rows: list[Row], filters: dict[str, str]) -> list[Row]:
        code = FIRST_CODE[kind]
        if "offset" in filters and "limit" not in filters:
            raise RefusalError(
                code + (3 if kind == "task" else 5), "Can not specify an offset without"
            )
        limit, offset = int(filters.get("limit", 0)), int(filters.get("offset", 0))
        if kind != "task" and limit > HIGHEST_LIMIT:
            raise RefusalError(code + 6, "Requested result limit too high. ")
        if kind != "task" and not limit and len(rows) > HIGHEST_LIMIT:
            raise RefusalError(code + 3, "Too many results")
        if self.unstable_pages and 0 < offset < len(rows) - 1:
            rows = rows.copy()
            later = min(offset + 3, len(rows) - 1)
            rows[offset - 1], rows[later] = rows[later], rows[offset - 1]
        page = rows[offset : offset + limit] if limit else rows
        if not page or any(fails(kind, filters) for fails in self.failing):
            raise RefusalError(code + 2, "No results")
        return page

    def _run(self, number: str) -> str:
        run = self.content.runs.get(int(number))
        if run is None:
            raise RefusalError(236, "Run not found")
        files = {"description": render.FIRST_DESCRIPTION + run.run_id}
        if (file_id := self.content.file_id(run)) is not None:
            files["predictions"] = file_id
        return render.run_description(self.content, run, self.address, files)

    def _task(self, number: str) -> str:
        task = self.content.tasks.get(int(number))
        if task is None:
            raise RefusalError(151, "Unknown task")
        return render.task_description(task, self.address)

    def _dataset(self, number: str) -> Dataset:
        dataset = self.content.datasets.get(int(number))
        if dataset is None:
            raise RefusalError(111, "Unknown dataset")
        return dataset

    def _study(self, name: str) -> str:
        if name not in self.content.suites:
            raise RefusalError(601, "Study does not exist. ")
        tasks: Iterable[Task] = (self.content.tasks[task] for task in self.content.suites[name])
        return render.study(name, tasks)


def _problem(name: str, detail: str, code: int | None = None) -> Answer:
    body = render_json.problem(404, name, detail, code)
    return Answer(404, body, "application/problem+json")


def _filters(kind: str, parts: list[str]) -> dict[str, str]:
    filters = dict(zip(parts[::2], parts[1::2], strict=True))
    code = FIRST_CODE[kind]
    illegal = filters.keys() - LEGAL[kind]
    if illegal:
        more = (
            f"Legal filter operators: {','.join(LEGAL[kind])}. Found illegal filter(s): {illegal}"
        )
        raise RefusalError(code + (0 if kind == "task" else 4), "Illegal filter specified", more)
    for name in filters.keys() & {"task", "task_id", "run", "flow", "limit", "offset"}:
        if not filters[name].replace(",", "").isdigit():
            more = f"Filters with illegal values: {name}"
            raise RefusalError(code + 1, "Input not safe", more)
    return filters


@lru_cache
def _numbers(text: str | None) -> frozenset[int] | None:
    return None if text is None else frozenset(map(int, text.split(",")))


def _file(content: bytes | None) -> Answer:
    if content is None:
        return Answer(404, HTML % 404, "text/html")
    return Answer(200, content, "text/plain;charset=UTF-8")
