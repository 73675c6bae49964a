"""Writes config/README.md from the schemas; `--check` only says whether it is up to date."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "config" / "README.md"
INTRODUCTION = """\
# Settings

`config.yaml` says which study is run and how the network is used; any key can be given on the
command line, `snakemake --cores 8 --config study=demo`. A study is one file in `studies/`; write
your own beside `paper.yaml`, `demo.yaml` and `cc18.yaml`. `figures.mplstyle` is the look of all
figures, a Matplotlib style sheet. A wrong key or value stops a run at once with a sentence that
names it. Keys that a file leaves out have their defaults; a list replaces the default list.

This page is made from the schemas in `workflow/schemas/` by `make config-page`.
"""


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for name, title in (("config", "config.yaml"), ("study", "studies/<name>.yaml")):
        path = ROOT / "workflow" / "schemas" / f"{name}.schema.yaml"
        schema = yaml.safe_load(path.read_text(encoding="utf-8"))
        rows = [("key", "value", "default", "meaning"), ("---",) * 4]
        rows += [(f"`{key}`", *rest) for key, *rest in keys(schema)]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        parts.append(f"## {title}\n\n{table}\n")
    return "\n".join(parts)


def keys(schema: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str, str, str]]:
    """Yield key, kind of value, default and meaning of every setting, sections included."""
    for name, part in schema.get("properties", {}).items():
        key = f"{prefix}{name}"
        section = "properties" in part
        default = "" if section or "default" not in part else f"`{_plain(part['default'])}`"
        text = " ".join(part.get("description", "").split()).replace("|", "\\|")
        yield key, "section" if section else _kind(part), default, text
        yield from keys(part, f"{key}.")


def _kind(part: Mapping[str, Any]) -> str:
    if "anyOf" in part:
        return " or ".join(_kind(choice) for choice in part["anyOf"])
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    kind = " or ".join(kinds)
    bounds = [
        f"{sign} {part[name]}"
        for name, sign in (
            ("minimum", "≥"),
            ("exclusiveMinimum", ">"),
            ("maximum", "≤"),
            ("exclusiveMaximum", "<"),
        )
        if name in part
    ]
    return f"{kind} {', '.join(bounds)}".strip()


def _plain(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, width=200)
    return text.removesuffix("\n").removesuffix("\n...")


if __name__ == "__main__":
    if "--check" in sys.argv:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit("config/README.md is not what the schemas say: run `make config-page`.")
    else:
        PAGE.write_text(page(), encoding="utf-8")
