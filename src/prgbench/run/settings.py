"""Settings from YAML files, checked by a typed model; a mistake in them is one sentence."""

import ast
import json
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from inspect import cleandoc, getsource
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any, Self, TypeVar

import yaml
from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
)
from pydantic_core import CoreSchema, core_schema

from prgbench.run.errors import PrgbenchError, did_you_mean
from prgbench.run.files import read_text_file
from prgbench.run.safe_text import LONGEST, plain

MERGE = "tag:yaml.org,2002:merge"
LARGEST = 1 << 19
MOST_MISTAKES = 100
_EXCERPT = re.compile(r":\n.*\n *\^")
"""The line that PyYAML shows with a mark below it, which makes no sense in one sentence."""
YAML_WORDS = {
    "a valid array": "a list",
    "an object": "a mapping of keys to values",
    "a valid boolean": "true or false",
}
"""What users of YAML call the types that pydantic names as in JSON."""


class OneOf:
    """One of a list of words: ``Annotated[str, OneOf(words)]``."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def check(self, word: str) -> str:
        """Return the word if it is on the list."""
        if word not in self.words:
            meant = did_you_mean(word, self.words)
            raise ValueError(
                f"{_quoted(word)} is not allowed.{meant} Allowed values: {', '.join(self.words)}"
            )
        return word

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {**handler(schema), "enum": list(self.words)}


class Section(BaseModel):
    """A section of a settings file: fields with type, default and, below each, its meaning."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        validate_default=True,
    )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe each field by the text below it.

        Pydantic can do so itself, but whenever a section is imported, which takes as long as all
        else of it; the texts are needed only where a schema is written or a mistake explained.
        """
        described = handler(schema)
        properties = handler.resolve_ref_schema(described).get("properties", {})
        for name, text in _texts_below_fields(cls).items():
            if name in properties:
                properties[name].setdefault("description", text)
        return described

    def as_params(self) -> dict[str, Any]:
        """Return the section as plain values, from which it can be made again."""
        return self.model_dump(mode="json")

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Self:
        """Make the section from what `as_params` returns."""
        return cls.model_validate(params, strict=False)


Model = TypeVar("Model", bound=Section)


def read_settings(path: Path, model: type[Model]) -> Model:
    """Read a settings file; a `PrgbenchError` names the first key that is wrong."""
    return check_settings(read_yaml(path), path, model)


def check_settings(content: Any, source: str | Path, model: type[Model]) -> Model:
    """Return the settings in the content of a YAML file; messages begin with its ``source``."""
    if not isinstance(content, Mapping):
        raise PrgbenchError(f"{source} is not a mapping of keys to values.")
    try:
        # As JSON: lists are tuples there, keys are texts, and days are written as in the file.
        return model.model_validate_json(json.dumps(content, default=str))
    except ValidationError as error:
        where, problem = _place_and_problem(error, content, model)
        # Without a source they are those of a call in Python.
        place = ": ".join(filter(None, [str(source), where])) or "`settings`"
        raise PrgbenchError(f"{place}: {problem}") from None
    except TypeError:
        raise PrgbenchError(f"{source}: a key is neither a word nor a number.") from None
    except (ValueError, RecursionError) as error:
        raise PrgbenchError(f"{source} can't be written as JSON ({error}): correct it.") from None


def read_yaml(path: Path) -> Any:
    """Read a YAML file in UTF-8 in which no key is repeated."""
    text = read_text_file(path, LARGEST)
    try:
        return yaml.load(text, Loader=_UniqueKeysLoader)
    except ValueError as error:  # of a date such as 2015-02-30, or a number of 5,000 digits
        raise PrgbenchError(f"{path}: a value can't be read ({error}): correct it.") from None
    except RecursionError:
        raise PrgbenchError(f"{path} is nested too deeply: correct it.") from None
    except yaml.YAMLError as error:
        said = _EXCERPT.sub("", str(error)).replace(' in "<unicode string>",', " in")
        problem = plain(said, LONGEST)
        raise PrgbenchError(f"{path} is not YAML: {problem}.") from None


def schema_of(model: type[Section]) -> dict[str, Any]:
    """Return the JSON schema of a model, its sections written out in place."""
    schema = model.model_json_schema()
    resolved = _written_out(schema, schema.pop("$defs", {}))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **resolved}


def _texts_below_fields(section: type[Section]) -> dict[str, str]:
    """Return what is written below the fields of a section and of its bases, by their names."""
    texts = {}
    for base in (base for base in reversed(section.__mro__) if issubclass(base, Section)):
        # A class made by `create_model` has no source, and some sources can't be parsed alone.
        with suppress(OSError, TypeError, SyntaxError):
            (definition,) = ast.parse(dedent(getsource(base))).body
            for field, below in pairwise(getattr(definition, "body", [])):
                match field, below:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(text))),
                    ):
                        texts[name] = cleandoc(text)
    return texts


class _UniqueKeysLoader(yaml.SafeLoader):
    """YAML as PyYAML reads it, but repeated keys are errors."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        # Merged keys (<<) may be overridden; after reading they are among the others.
        written = [key for key, _ in node.value if key.tag != MERGE]
        mapping = super().construct_mapping(node, deep)
        seen = set()
        for key_node in written:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                problem = f"the key {_quoted(key)} appears twice"
                raise yaml.constructor.ConstructorError(
                    problem=problem, problem_mark=key_node.start_mark
                )
            seen.add(key)
        return mapping


def _quoted(value: object) -> str:
    return plain(repr(value), LONGEST)


def _place_and_problem(
    error: ValidationError, content: Any, model: type[Section]
) -> tuple[str, str]:
    """Return the deepest key of several mistakes, and what is wrong and what is allowed there.

    The key is "" if the mistake is in no section and no value.
    """
    mistakes = error.errors(include_url=False)[:MOST_MISTAKES]
    paths = [_path_to(mistake, content) for mistake in mistakes]
    # Of several kinds that were tried, the one that fits furthest is what the user meant.
    deepest = max(paths, key=len)
    mistakes = [m for m, path in zip(mistakes, paths, strict=True) if path == deepest]
    where = ".".join(deepest)
    # The deepest part of the schema on the way describes what is allowed.
    described: Mapping[str, Any] = schema_of(model)
    for key in deepest:
        if (inside := described.get("properties", {}).get(key)) is None:
            break
        described = inside
    first = mistakes[0]
    if first["type"] == "extra_forbidden":
        key = str(first["loc"][-1])
        keys = list(described.get("properties", {}))
        allowed = did_you_mean(key, keys) or f" Allowed keys: {', '.join(keys)}."
        return where, f"unknown key {_quoted(key)}.{allowed}"
    if first["type"] == "missing" and isinstance(first["loc"][-1], str):
        lacking = first["loc"][-1]
        meaning = described.get("properties", {}).get(lacking, {}).get("description", "")
        return where, f"the key {lacking!r} is missing. {meaning}".strip()
    if first["type"] == "value_error":  # our own, which says what is allowed
        return where, f"{str(first['ctx']['error']).removesuffix('.')}."
    return where, f"{_problem(mistakes)}. {described.get('description', '')}".strip()


def _path_to(mistake: Mapping[str, Any], content: Any) -> tuple[str, ...]:
    """Return the keys on the way to a mistake, as far as they are in the file."""
    steps = mistake["loc"][:-1] if mistake["type"] == "extra_forbidden" else mistake["loc"]
    path: list[str] = []
    for step in steps:
        if isinstance(content, Mapping):
            inside = {str(key): value for key, value in content.items()}
        elif isinstance(content, Sequence) and not isinstance(content, str):
            inside = {str(number): value for number, value in enumerate(content)}
        else:
            break
        # Steps that are no keys say which of several allowed kinds was tried.
        if str(step) in inside:
            content = inside[str(step)]
            path.append(str(step))
    return tuple(path)


def _problem(mistakes: Sequence[Mapping[str, Any]]) -> str:
    first = mistakes[0]
    if first["type"] == "missing":
        return f"{_quoted(first['input'])} has too few values"
    allowed = (mistake["msg"].partition(" should ")[2] for mistake in mistakes)
    wanted = " or ".join(dict.fromkeys(allowed)).partition(" after validation")[0]
    for of_json, of_yaml in YAML_WORDS.items():
        wanted = wanted.replace(of_json, of_yaml)
    given = first["input"]
    if given is None:
        return f"an empty value is not allowed; it should {wanted}"
    in_quotes = isinstance(given, str) and given.isdecimal() and "a valid integer" in wanted
    without = ": write it without quotes" if in_quotes else ""
    return f"{_quoted(given)} is not allowed; it should {wanted}{without}"


def _written_out(node: Any, sections: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_written_out(part, sections) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        section = sections[node["$ref"].rpartition("/")[2]]
        node = {**section, **{key: value for key, value in node.items() if key != "$ref"}}
    return {
        key: " ".join(value.split()) if key == "description" else _written_out(value, sections)
        for key, value in node.items()
        if key != "title" or isinstance(value, dict)
    }
