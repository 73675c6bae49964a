import inspect
import pkgutil
from importlib import import_module

import pytest

import prgbench.report.figures
from prgbench.report.figures import FIGURES, figure_module, load_figure


def test_every_module_is_in_the_list():
    modules = {found.name for found in pkgutil.iter_modules(prgbench.report.figures.__path__)}
    assert modules == set(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_from_files_and_facts(name):
    draw = load_figure(name)
    assert draw is import_module(figure_module(name)).draw
    assert list(inspect.signature(draw).parameters) == ["files", "facts"]
