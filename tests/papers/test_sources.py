"""The list of the sources and their folders hold the same."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from places import ROOT
from prgbench import papers
from prgbench.papers.sources import PRINTED_TABLE, SOURCES, source_named
from prgbench.papers.theory_tables import table_named

each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)


def functions(source, module, prefix):
    """Return what functions of a module of a source are called after a prefix."""
    name = source.module(module)
    if find_spec(name) is None:
        return []
    loaded = import_module(name)
    return [
        function.removeprefix(prefix)
        for function, value in vars(loaded).items()
        if function.startswith(prefix) and value.__module__ == name
    ]


def test_every_folder_is_a_source_of_the_list():
    folders = {path.parent.name for path in Path(papers.__file__).parent.glob("*/__init__.py")}
    assert folders == {source.name for source in SOURCES}
    assert len(folders) == len(SOURCES)


@each_source
def test_the_figures_of_the_list_are_those_of_the_folder(source):
    assert sorted(functions(source, "figures", "figure_")) == sorted(source.figures)


@each_source
def test_the_tables_of_the_list_are_those_of_the_folder(source):
    tables = [table.name for table in source.tables]
    assert sorted(functions(source, "tabulated", "table_")) == sorted(tables)


@each_source
def test_printed_numbers_are_where_the_list_says(source):
    assert (functions(source, "printed", "rows") == [""]) == source.has_printed_numbers


@each_source
def test_modules_that_are_loaded_by_name_exist(source):
    assert all(find_spec(name) for name in [source.module("figures"), *source.table_modules])


def test_no_two_files_have_one_name():
    tables = [table.name for source in SOURCES for table in source.tables]
    files = [PRINTED_TABLE, *tables, *(file for source in SOURCES for file in source.figure_files)]
    assert len(files) == len(set(files))


def test_the_list_is_light_to_import():
    heavy = "{'numpy', 'pandas', 'matplotlib', 'scipy'} & sys.modules.keys()"
    code = f"import sys, prgbench.papers.sources; print({heavy} or 'none')"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout == "none\n"


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="There is no source flach"):
        source_named("flach")
    with pytest.raises(ValueError, match="There is no table areas"):
        table_named("areas")


def test_a_table_is_found_by_its_name():
    assert source_named("boyd").name == "boyd"
    assert len(table_named("properties")) == 6
    assert list(table_named("downsampling")[0]) == [
        "negatives for each positive",
        "AUPR",
        "AUCNPR",
    ]
