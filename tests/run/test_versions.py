"""Which versions decide a study's numbers."""

from importlib.metadata import version

import numpy as np

from prgbench.run import versions


def test_versions_of_what_is_installed_and_of_what_is_not(monkeypatch):
    monkeypatch.setattr(versions, "DECIDE_NUMBERS", ("numpy", "sklearn", "no_such_package"))
    installed = versions.versions_installed()
    assert installed["numpy"] == np.__version__
    assert installed["sklearn"] == version("scikit-learn")
    assert installed["no_such_package"] == ""
    assert installed["shapely"] == version("shapely")
    assert installed["kernels"] in ("compiled", "NumPy")


def test_packages_of_modules_have_versions_and_files_have_none():
    modules = ["sklearn.metrics", "scipy", "my_measures"]
    assert versions.versions_of_packages(modules) == {
        "scikit-learn": version("scikit-learn"),
        "scipy": version("scipy"),
    }
    assert versions.versions_of_packages([]) == {}
