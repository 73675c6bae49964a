"""Sources by their names in study files."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from prgbench.run.errors import PrgbenchError
from prgbench.run.plugins import SOURCES, load_plugin, package_of, plugins
from prgbench.run.safe_text import plain
from prgbench.sources.frozen import is_frozen
from prgbench.sources.interface import Source
from prgbench.sources.openml.address import PATIENCE, store_name
from prgbench.sources.table.files import is_table

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OPENML = "openml"
DEMO = "demo"
DEMO_FILE = Path(__file__).with_name("demo.zip")
"""A frozen study of learners of scikit-learn, made by `make demo-archive`."""

_MAYBE_PLUGIN = re.compile(r"[A-Za-z][\w-]+(:.*)?", re.DOTALL)


def source_of(
    archive: str | Sequence[str],
    resources: Path,
    *,
    columns: Mapping[str, str] | None = None,
    positive_label: str | Mapping[str, str] | None = None,
    server: str,
    connections: int,
    requests_per_second: float,
    patience: float = PATIENCE / 3600,
    api: str = "v1",
) -> Source:
    """Return the source that a study file names.

    ``archive`` is "openml", "demo", "name" or "name:what it reads" of a source that another
    package adds, the path of a frozen study or of a folder, or what `TableSource` takes;
    ``resources`` has the stores, and ``columns`` the columns of a table by role. ``patience`` is
    in hours, ``api`` the version of OpenML's interface.
    """
    source: Source
    # From the special to the general. A name wins over a folder that is called so. A folder is a
    # frozen study by its manifest, whatever else is in it, then a table by what is in it, and else
    # one of `FolderSource`. Only tables have `columns`: all tests after theirs may refuse them.
    added = plugin_of(archive)
    if added and not columns:
        source = _added(added, str(archive), resources)
    elif (archive == DEMO and not columns) or is_frozen(archive):
        from prgbench.sources.frozen import FrozenSource

        source = FrozenSource(DEMO_FILE if archive == DEMO else Path(str(archive)), resources)
    elif archive not in (OPENML, DEMO) and is_table(archive):
        from prgbench.sources.table.source import TableSource

        source = TableSource(archive, resources, columns or {})
    elif columns:
        raise PrgbenchError(
            f"`columns` in the study file is only for tables, and {plain(str(archive))} is not "
            "one: remove `columns`."
        )
    elif archive == OPENML:
        from prgbench.sources.openml.source import OpenMLSource

        source = OpenMLSource(
            resources / store_name(server),
            server,
            connections=connections,
            requests_per_second=requests_per_second,
            patience=3600 * patience,
            api=api,
        )
    else:
        from prgbench.sources.folder import FolderSource

        source = FolderSource(Path(str(archive)), resources)
    source.positive_label = positive_label
    return source


def plugin_of(archive: str | Sequence[str]) -> "EntryPoint | None":
    """Return the entry point of a source that another package adds; None if it is none."""
    if archive in (OPENML, DEMO) or not isinstance(archive, str):
        return None
    if not _MAYBE_PLUGIN.fullmatch(archive):
        return None
    return plugins(SOURCES, (OPENML, DEMO)).get(archive.partition(":")[0])


def _added(entry: "EntryPoint", archive: str, resources: Path) -> Source:
    source = load_plugin(entry)(archive.partition(":")[2], resources)
    if not isinstance(source, Source):
        raise PrgbenchError(
            f"{entry.value} of the package {package_of(entry)} does not return a source: "
            "return a subclass of prgbench.sources.interface.Source."
        )
    return source
