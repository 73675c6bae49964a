"""The package as users install it: built, and unpacked beside what an extra brings."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bare_environment import bare_environment
from places import ROOT
from prgbench.run.kernels import LIBRARY
from tables_of_predictions import long_table, write_table

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
METRICS = "from prgbench.metrics import auprg_score; print(auprg_score([1, 0, 0], [3, 2, 1]))"
NEEDS_MORE = (
    "AccuracyCalibrator",
    "h_measure_score([1, 0], [2, 1])",
    "roc_curve([1, 0], [2, 1]).to_frame()",
    "RocCurveDisplay.from_predictions([1, 0], [2, 1])",
)
CALL = "import prgbench; prgbench.compare"
SETTINGS = "comparison: {resamples: 100, replicates: 4, splits: 2}\nfigures: {formats: [png]}\n"


def build_wheel(source, folder, **variables):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=source,
        check=True,
        capture_output=True,
        env={**os.environ, **variables},
    )


def requirements(extra=None):
    """Return what the package needs, with an extra of its own resolved."""
    needed = list(PROJECT["dependencies"])
    waiting = [] if extra is None else [extra]
    while waiting:
        for need in PROJECT["optional-dependencies"][waiting.pop()]:
            own = Requirement(need)
            if own.name == PROJECT["name"]:
                waiting += own.extras
            else:
                needed.append(need)
    return needed


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def install(built, tmp_path_factory):
    """Return the variables of an environment with the wheel and what an extra brings."""

    def installed(extra=None):
        folder = tmp_path_factory.mktemp("environments") / (extra or "alone")
        variables = bare_environment(folder, requirements(extra))
        with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
            wheel.extractall(folder)
        return variables

    return installed


def python(variables, *arguments, code=0):
    process = subprocess.run(
        [sys.executable, "-S", *arguments], env=variables, capture_output=True, text=True
    )
    assert process.returncode == code, process.stderr
    return process.stdout if code == 0 else process.stderr


def test_the_wheel_has_the_package_with_its_data_and_nothing_else(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    tops = {name.partition("/")[0] for name in names}
    info = f"prgbench-{PROJECT['version']}.dist-info"
    assert tops == {"prgbench", "snakemake_logger_plugin_prgbench", info}
    for needed in (
        "prgbench/py.typed",
        "prgbench/study/tasks_2017.csv",
        "prgbench/sources/scores/known_measures.csv",
        "prgbench/plotting/figures.mplstyle",
        "prgbench/report/html/index.html.j2",
        f"{info}/entry_points.txt",
        f"{info}/licenses/LICENSE",
    ):
        assert needed in names


def test_the_source_distribution_builds_the_same_wheel(built, tmp_path):
    shutil.unpack_archive(next(built.glob("*.tar.gz")), tmp_path)
    [source] = tmp_path.iterdir()
    build_wheel(source, tmp_path / "again")
    contents = []
    for path in (next(built.glob("*.whl")), next((tmp_path / "again").glob("*.whl"))):
        with zipfile.ZipFile(path) as wheel:
            contents.append({name: wheel.read(name) for name in wheel.namelist()})
    assert contents[0] == contents[1]


def test_the_wheel_is_for_any_python_of_its_platform_and_has_the_kernels(built):
    [wheel] = built.glob("*.whl")
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert wheel.name.endswith(f"-py3-none-{platform}.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert f"prgbench/metrics/engine/{Path(LIBRARY).name}" in archive.namelist()


def test_without_a_compiler_the_wheel_is_for_any_platform(tmp_path):
    copy = tmp_path / "source"
    copy.mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    for name in ("src", "config"):
        shutil.copytree(ROOT / name, copy / name)  # with a library, which must not be taken
    build_wheel(copy, tmp_path, CC="false")
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "prgbench/metrics/engine/kernels.c" in names
    assert f"prgbench/metrics/engine/{Path(LIBRARY).name}" not in names


def test_alone_it_has_the_metrics_and_names_the_extra_of_the_rest(install):
    alone = install()
    # Without kernels there would be a warning.
    assert python(alone, "-W", "error", "-c", METRICS) == "1.0\n"
    said = python(alone, "-c", CALL, code=1).splitlines()[-1]
    assert said.startswith("ModuleNotFoundError: ")
    assert said.endswith(' is not installed: pip install "prgbench[compare]"')
    for call in NEEDS_MORE:
        said = python(alone, "-c", f"from prgbench import metrics; metrics.{call}", code=1)
        assert said.endswith(' is not installed: pip install "prgbench[metrics]"\n')


@pytest.mark.slow
def test_with_the_extra_a_table_becomes_a_page(install, tmp_path):
    write_table(long_table(3, 4), tmp_path / "mine.csv")
    (tmp_path / "few.yaml").write_text(SETTINGS)
    out = tmp_path / "report"
    written = python(
        install("compare"),
        *("-c", "import sys; from prgbench.command_line import main; sys.exit(main())"),
        *("compare", str(tmp_path / "mine.csv"), "--out", str(out)),
        *("--settings", str(tmp_path / "few.yaml"), "--jobs", "2"),
    )
    assert written.endswith(f"The page: {out}/report/index.html\n")
    assert (out / "report" / "index.html").stat().st_size > 1_000_000
