"""The list of the chapters and their folders hold the same."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import prgtheory
from places import ROOT
from prgtheory.chapters import CHAPTERS, chapter_named, table_named

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)


def functions(chapter, module, prefix):
    """Return what functions of a module of a chapter are called after a prefix."""
    name = chapter.module(module)
    if find_spec(name) is None:
        return []
    loaded = import_module(name)
    return [
        function.removeprefix(prefix)
        for function, value in vars(loaded).items()
        if function.startswith(prefix) and value.__module__ == name
    ]


def test_every_folder_is_a_source_of_the_list():
    folders = {
        path.parent.name for path in Path(prgtheory.__file__).parent.glob("*/__init__.py")
    } - {"populations"}
    assert folders == {chapter.name for chapter in CHAPTERS}


@each_chapter
def test_the_figures_of_the_list_are_those_of_the_folder(chapter):
    assert sorted(functions(chapter, "figures", "figure_")) == sorted(chapter.figures)


@each_chapter
def test_the_tables_of_the_list_are_those_of_the_folder(chapter):
    modules = {"model", *(table.module for table in chapter.tables)}
    found = {(module, name) for module in modules for name in functions(chapter, module, "table_")}
    assert found == {(table.module, table.name) for table in chapter.tables}


@each_chapter
def test_printed_numbers_are_where_the_list_says(chapter):
    assert (functions(chapter, "printed", "rows") == [""]) == bool(chapter.sources)


@each_chapter
def test_modules_that_are_loaded_by_name_exist(chapter):
    assert all(find_spec(name) for name in [chapter.module("figures"), *chapter.table_modules])


def test_the_list_is_light_to_import():
    heavy = "{'numpy', 'pandas', 'matplotlib', 'scipy'} & sys.modules.keys()"
    code = f"import sys, prgtheory.chapters; print({heavy} or 'none')"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout == "none\n"


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="There is no chapter flach"):
        chapter_named("flach")
    with pytest.raises(ValueError, match="There is no table areas"):
        table_named("areas")


def test_a_table_is_found_by_its_name():
    assert chapter_named("boyd").name == "boyd"
    assert len(table_named("properties")) == 6
    assert list(table_named("downsampling")[0]) == [
        "negatives for each positive",
        "AUPR",
        "AUCNPR",
    ]
