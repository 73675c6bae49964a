"""Writes the schemas and config/README.md from the typed settings; `--check` only compares."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from written import write_or_check

from prgbench.run.settings import Section, schema_of
from prgbench.study.run_config import RunConfig
from prgbench.study_file import StudyFile

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "config" / "README.md"
SCHEMAS = ROOT / "workflow" / "schemas"
MODELS: dict[str, tuple[str, type[Section]]] = {
    "config": ("config.yaml", RunConfig),
    "study": ("studies/<name>.yaml", StudyFile),
}
YAML_TYPES = {"array": "list", "object": "mapping"}
INTRODUCTION = """\
# Settings

`config.yaml` selects the study and limits the use of the network; any key can be given on the
command line, as in `snakemake --cores 8 --config study=demo`. A study is one file in `studies/`;
add your own beside `paper.yaml`, `demo.yaml` and `cc18.yaml`. `figures.mplstyle`, a Matplotlib
style sheet, sets the style of all figures. A wrong key or value stops the run at once with an
error that names it. Omitted keys have their defaults; a list replaces the default list.

To run the workflow: [docs/start.md](../docs/start.md); as a module of another workflow, or
deployed by snakedeploy: [docs/as_a_module.md](../docs/as_a_module.md). The package must be
installed in Snakemake's environment.

`make pages` writes this page, and the schemas in `workflow/schemas/` for editors, from the
sections in `src/prgbench/study/` and in the modules of the parts in `src/prgbench/answer/` and
`src/prgbench/robustness/`.
"""


def files() -> dict[Path, str]:
    """Return what is made from the settings, by path."""
    schemas = {name: schema_of(model) for name, (_, model) in MODELS.items()}
    written = {
        SCHEMAS / f"{name}.schema.yaml": yaml.safe_dump(
            schema, sort_keys=False, allow_unicode=True, width=99
        )
        for name, schema in schemas.items()
    }
    parts = [INTRODUCTION]
    for name, (title, _) in MODELS.items():
        rows = [("key", "value", "default", "meaning"), ("---",) * 4]
        rows += [(f"`{key}`", *rest) for key, *rest in keys(schemas[name])]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        parts.append(f"## `{title}`\n\n{table}\n")
    return written | {PAGE: "\n".join(parts)}


def keys(schema: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str, str, str]]:
    """Yield key, kind of value, default and meaning of every setting, sections included."""
    for name, part in schema.get("properties", {}).items():
        key = f"{prefix}{name}"
        section = "properties" in part
        default = "" if section or "default" not in part else f"`{_plain(part['default'])}`"
        text = part.get("description", "").replace("|", "\\|")
        yield key, "section" if section else _kind(part), default, text
        yield from keys(part, f"{key}.")


def _kind(part: Mapping[str, Any]) -> str:
    if "anyOf" in part:
        return " or ".join(_kind(choice) for choice in part["anyOf"])
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    bounds = [
        f"{sign} {part[name]:.10g}"
        for name, sign in (
            ("minimum", "≥"),
            ("exclusiveMinimum", ">"),
            ("maximum", "≤"),
            ("exclusiveMaximum", "<"),
        )
        if name in part
    ]
    kind = YAML_TYPES.get(part["type"], part["type"])
    return f"{kind} {', '.join(bounds)}".strip()


def _plain(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, width=200)
    return text.removesuffix("\n").removesuffix("\n...")


if __name__ == "__main__":
    write_or_check(files(), "the typed settings")
