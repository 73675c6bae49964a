"""How Sphinx makes the site from these pages: `make site`."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from prgbench import __version__

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS))

# Sphinx does not look for modules beside this file before the line above.
from gallery import with_figures  # noqa: E402 - its folder has to be on the path first

# Files beside the docs, and the pages that include them.
INCLUDED = {
    "config/README.md": "settings.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "GOVERNANCE.md": "governance.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "REPRODUCE.md": "reproduce.md",
    "SECURITY.md": "security.md",
}
EXAMPLE = "docs/example/"
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?!\w+:|#)(?P<path>[^)#\s]+)(?P<anchor>#[^)]*)?\)")

project = "prgbench"
author = "The prgbench developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["example"]
templates_path = ["_templates"]
myst_heading_anchors = 3
autosummary_ignore_module_all = False
autodoc_typehints = "none"
napoleon_google_docstring = False
# As fields of their own they would lose the underscore at their end.
napoleon_custom_sections = [("Attributes", "params_style")]

# Blocks without a language are tables and what commands print.
highlight_language = "text"
# GitHub draws mermaid diagrams; here they are shown as text, for which there is no lexer.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"prgbench {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["example"]
html_copy_source = False
html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Let the pages be read with the links and figures of the site."""
    # Pages of names that are gone.
    shutil.rmtree(DOCS / "api", ignore_errors=True)
    app.connect("source-read", read_page)
    app.connect("include-read", read_included)
    app.connect("autodoc-skip-member", skip_member)
    app.connect("autodoc-process-docstring", number_references)


DRAWN = ("gallery", "who_wins_where")
"""The pages whose code draws figures."""


def read_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Point the links of a page to pages of the site, and draw the figures of its code."""
    if page in DRAWN:
        source[0] = with_figures(source[0], ROOT / "build" / page)
    if app.env.doc2path(page).suffix == ".md":
        source[0] = with_links(source[0], DOCS)


def read_included(_: Sphinx, path: Path, __: str, source: list[str]) -> None:
    """Point the links of an included file to pages of the site."""
    source[0] = with_links(source[0], (DOCS / path).parent)


def with_links(text: str, folder: Path) -> str:
    """Return Markdown of a folder with links as they are on the site, seen from the docs."""

    def link(match: re.Match[str]) -> str:
        path = (folder / match["path"]).resolve().relative_to(ROOT).as_posix()
        if path.startswith(EXAMPLE):
            return f'<a href="{path.removeprefix(EXAMPLE)}">{match["text"]}</a>'
        target = INCLUDED.get(path) or os.path.relpath(ROOT / path, DOCS)
        return f"[{match['text']}]({target}{match['anchor'] or ''})"

    return LINK.sub(link, text)


def skip_member(*event: Any) -> bool | None:
    """Leave out fields of named tuples, which are listed as attributes, and what others add."""
    value = event[3]
    field = (value.__doc__ or "").startswith("Alias for field number")
    foreign = (getattr(value, "__module__", None) or "").startswith("sklearn")
    return True if field or foreign else None


def number_references(*event: Any) -> None:
    """Make citations plain text: the first line of a docstring stands without its references."""
    lines = event[-1]
    lines[:] = [re.sub(r"^\.\. \[(\d)\] ", r"\1.     ", line) for line in lines]
    lines[:] = [re.sub(r"\[(\d)\]_", r"[\1]", line) for line in lines]
