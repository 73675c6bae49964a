"""The answers of OpenML's new API, which is in JSON, as those of version 1, which is in XML.

What comes after, from tasks to files, knows one kind of answer. The shapes are those of the server
https://github.com/openml/server-api of June 2026, by its code and its tests: lists of records
without a name, numbers as numbers, what is missing as null or not at all, errors by RFC 9457 [1]_
with the codes of version 1 where they have one.

References
----------
.. [1] Nottingham, Wilde & Dalal (2023). Problem Details for HTTP APIs. RFC 9457.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from prgbench.run.safe_text import plain
from prgbench.sources.openml.answers import (
    NAMESPACE,
    SOUND,
    BusyError,
    NoAnswerError,
    ServerError,
    beginning,
    whole_number,
)
from prgbench.sources.openml.calls import Kind

FIRST_SERVER_ERROR = 500
TOO_MANY = 429
PROBLEMS = "https://openml.org/problems/"
CODES_OF_PROBLEMS = {"task-not-found": 151, "run-not-found": 236}
"""The codes that version 1 has for problems which come without one."""

Record = Mapping[str, Any]


def read_json_answer(call: str, status: int, body: bytes) -> ElementTree.Element:
    """Return the data that answer a call, in the shape that version 1 has for them.

    `ServerError` if OpenML refuses with an error code, `NoAnswerError` if the body is neither its
    answer to this call nor an error.
    """
    content = _parsed(body, status)
    if status != SOUND:
        raise _error(call, status, content)
    kind = Kind.of(call)
    try:
        return _READERS[kind](content)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise NoAnswerError(f"not a {kind.root} but {beginning(body)}", damaged=True) from error


def _parsed(body: bytes, status: int) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        if status != SOUND:
            busy = status == TOO_MANY or status >= FIRST_SERVER_ERROR
            raise NoAnswerError(f"HTTP {status}", damaged=not busy) from error
        raise NoAnswerError(f"something other than JSON: {beginning(body)}") from error


def _error(call: str, status: int, content: Any) -> Exception:
    """Return what a problem means: a refusal with its code, or that there is no answer."""
    problem = content if isinstance(content, dict) else {}
    name = str(problem.get("type", "")).removeprefix(PROBLEMS)
    code = whole_number(str(problem.get("code", ""))) or CODES_OF_PROBLEMS.get(name)
    detail = plain(str(problem.get("detail", "")), 200)
    if status == TOO_MANY:
        return BusyError(f"HTTP {status}")
    if status >= FIRST_SERVER_ERROR:
        return NoAnswerError(f"HTTP {status}")
    if code is None:
        return NoAnswerError(f"HTTP {status}{f': {detail}' if detail else ''}", damaged=True)
    return ServerError(code, detail, call)


def _element(
    tag: str, /, *inner: ElementTree.Element | None, **attributes: Any
) -> ElementTree.Element:
    """Return an element with those of the inner ones that there are."""
    stated = {key: _text(value) for key, value in attributes.items() if value is not None}
    element = ElementTree.Element(f"{NAMESPACE}{tag}", stated)
    element.extend(child for child in inner if child is not None)
    return element


def _value(record: Record, name: str, called: str = "") -> ElementTree.Element | None:
    """Return an element with a value of a record; None for null or where it is missing."""
    stated = record.get(name)
    if stated is None:
        return None
    element = _element(called or name)
    element.text = _text(stated)
    return element


def _text(value: object) -> str:
    # Numbers and texts are values; a list or an object in place of one is no answer.
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError(f"{value!r} is neither a number nor text")
    return str(value)


def _run(content: Record) -> ElementTree.Element:
    of_run = ("run_id", "task_id", "flow_id", "flow_name", "setup_id", "uploader")
    output = content["output_data"]
    return _element(
        "run",
        *(_value(content, name) for name in of_run),
        *(_element("file", _value(f, "file_id"), _value(f, "name")) for f in output["file"]),
        *map(_evaluation, output["evaluation"]),
    )


def _evaluation(score: Record) -> ElementTree.Element:
    values = (_value(score, name) for name in ("name", "value", "array_data"))
    return _element("evaluation", *values, repeat=score.get("repeat"), fold=score.get("fold"))


def _task(content: Record) -> ElementTree.Element:
    return _element(
        "task",
        _value(content, "id", "task_id"),
        _value(content, "task_type_id"),
        *(field for given in content["input"] for field in _inputs(given)),
    )


def _inputs(given: Record) -> Iterator[ElementTree.Element | None]:
    """Yield what an input of a task says of its data set and its estimation procedure."""
    if dataset := given.get("data_set"):
        yield _value(dataset, "data_set_id")
        yield _value(dataset, "target_feature")
    if procedure := given.get("estimation_procedure"):
        parameters = procedure.get("parameter", ())
        yield _element(
            "estimation_procedure",
            _value(procedure, "id"),
            _value(procedure, "type"),
            *(_parameter(parameter) for parameter in parameters),
        )


def _parameter(parameter: Record) -> ElementTree.Element:
    element = _element("parameter", name=parameter["name"])
    # One without a value has null or an empty list.
    value = parameter.get("value")
    element.text = _text(value) if value not in (None, []) else None
    return element


def _features(content: list[Record]) -> ElementTree.Element:
    return _element("data_features", *map(_feature, content))


def _feature(record: Record) -> ElementTree.Element:
    labels = (_value({"label": label}, "label", "nominal_value") for label in _labels(record))
    missing = _value(record, "number_of_missing_values")
    return _element("feature", _value(record, "name"), *labels, missing)


def _labels(record: Record) -> list[str]:
    labels = record.get("nominal_values") or []
    if not isinstance(labels, list):
        raise TypeError("the labels are not a list")
    return labels


def _qualities(content: list[Record]) -> ElementTree.Element:
    rows = (_element("quality", _value(q, "name"), _value(q, "value")) for q in content)
    return _element("data_qualities", *rows)


def _dataset(content: Record) -> ElementTree.Element:
    of_dataset = ("id", "name", "file_id")
    return _element("data_set_description", *(_value(content, name) for name in of_dataset))


def _procedures(content: list[Record]) -> ElementTree.Element:
    return _element("estimationprocedures", *map(_procedure, content))


def _procedure(record: Record) -> ElementTree.Element:
    same = (_value(record, name) for name in ("id", "name", "type", "repeats", "folds"))
    return _element("estimationprocedure", _value(record, "task_type_id", "ttid"), *same)


_READERS: dict[Kind, Callable[[Any], ElementTree.Element]] = {
    Kind.PROCEDURES: _procedures,
    Kind.TASKS: _task,
    Kind.RUNS: _run,
    Kind.FEATURES: _features,
    Kind.QUALITIES: _qualities,
    Kind.DATASETS: _dataset,
}
