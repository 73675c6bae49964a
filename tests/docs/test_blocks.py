"""Every block of code of the pages runs, or says here why it can't."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from snakemake.cli import get_argument_parser

from blocks_of_pages import BY_EXTRA, own_commands, run
from forked_snakemake import run_snakemake
from markdown_pages import PAGES, blocks, blocks_of, commands, languages, read
from places import ROOT
from prgbench import metrics
from prgbench.command_line import main
from prgbench.run.settings import check_settings
from prgbench.study_file import StudyFile
from tables_of_predictions import long_table, write_table

WITHOUT_RUN = {
    ". .venv/bin/activate": "concerns the shell that gives it",
    "snakemake --profile profiles/slurm": "needs Slurm: tests/cluster runs it",
    "docker build --tag prgbench .": "needs Docker, and the page says that it was not tried",
    "apptainer build prgbench.sif docker-daemon://prgbench:latest": "needs Apptainer, likewise",
}
NOT_PYTHON = {
    "docs/as_a_module.md": "rules of Snakemake: tests/workflow/test_module_use.py",
    "docs/real_tables.md": "needs files of others: tests/docs/test_real_tables.py",
}
SBATCH = re.compile(r'sbatch .*--wrap "(.*)"')
OF_OTHERS = {
    line
    for page in ("docs/real_tables.md", "docs/replication.md")
    for block in blocks_of(page, "sh")
    if page == "docs/real_tables.md" or "published_predictions" in block.text
    for line in block.text.splitlines()
}
"""Commands on files of others: tests/docs/test_real_tables.py tests what reads these."""
COMMANDS = [c for c in commands() if c not in WITHOUT_RUN and c not in OF_OTHERS]
STUDY = re.compile(r"# (config/studies/\w+\.yaml)\n")
STUDIES = {named[1]: block.text for block in blocks("yaml") if (named := STUDY.match(block.text))}


def starting(word):
    return [command for command in COMMANDS if f"{command} ".startswith(f"{word} ")]


def test_all_blocks_are_in_languages_that_are_tested():
    # Diagrams are compared with the code by `make check`.
    assert languages() - {"mermaid"} == {"python", "sh", "yaml"}


def test_every_command_is_one_that_is_tested():
    programs = (
        "git",
        "make",
        "snakemake",
        "sbatch",
        "prgbench",
        "pip",
        "python docs/conformance_check.py",
    )
    tested = [command for program in programs for command in starting(program)]
    assert sorted(tested) == sorted(COMMANDS)
    assert set(WITHOUT_RUN) <= set(commands())


def test_all_that_the_wheel_can_run_is_run_from_it():
    followed = [page for pages in BY_EXTRA.values() for page in pages]
    python = {block.page for block in blocks("python")} - set(NOT_PYTHON)
    own = {page for page in PAGES if own_commands(page)} - set(NOT_PYTHON)
    assert sorted(followed) == sorted(python | own)


@pytest.mark.parametrize("page", [page for pages in BY_EXTRA.values() for page in pages])
def test_what_the_wheel_runs_takes_nothing_that_users_do_not_get(page):
    """The theory is a package of its own, and no comparison writes into the report of another."""
    python = "".join(block.text for block in blocks_of(page, "python"))
    assert "prgtheory" not in python
    folders = re.findall(r'\.report\("(\w+)"\)', python)
    for words in map(shlex.split, own_commands(page)):
        if "--out" in words:
            folders.append(words[words.index("--out") + 1].rstrip("/"))
    assert len(folders) == len(set(folders))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_that_its_commands_need_a_clone(page):
    lines = [line for block in blocks_of(page, "sh") for line in block.text.splitlines()]
    if any(not line.startswith(("prgbench ", 'pip install "prgbench')) for line in lines):
        assert re.search(r"\b(clone|checkout)\b", read(page))


@pytest.mark.parametrize("command", starting("make"))
def test_make_knows_the_targets(command):
    done = subprocess.run(
        ["make", "--dry-run", "--directory", str(ROOT), *command.split()[1:]],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0


@pytest.mark.parametrize("command", starting("snakemake") + starting("sbatch"))
def test_snakemake_knows_the_targets(command, tmp_path):
    within = SBATCH.fullmatch(command)
    shutil.copytree(ROOT / "config", tmp_path / "config")
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    (tmp_path / "preds.csv").write_text("row_id,fold,score\n")
    for path, text in STUDIES.items():
        (tmp_path / path).write_text(text)
    write_table(long_table(3, 4), tmp_path / "my" / "predictions.parquet")
    places = ("--snakefile", str(ROOT / "Snakefile"), "--directory", str(tmp_path))
    words = shlex.split(within[1] if within else command)
    status, output = run_snakemake(
        (*places, "--dry-run", *words[1:]), [str(ROOT / "src")], tmp_path / "printed"
    )
    assert status == 0, output


@pytest.mark.slow
@pytest.mark.parametrize("command", starting("prgbench power"))
def test_prgbench_power_prints_the_power_of_the_study_of_the_page(command, capsys):
    assert main(shlex.split(command)[1:]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "50 data sets with 500 instances, prevalence 0.2, 10 models" in printed
    # Simulated: with other seeds of the replicates it was 49, 51, 55 and 59.
    needed = re.search(r"(\d+) for 0\.9 and 5 for 0\.8", printed)
    assert needed is not None, printed
    assert 45 <= int(needed[1]) <= 60


@pytest.mark.slow
@pytest.mark.parametrize("command", starting("prgbench null"))
def test_prgbench_null_prints_the_numbers_of_the_paper(command, capsys):
    assert main(shlex.split(command)[1:]) == 0
    assert "the paper" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("command", starting("prgbench compare"))
def test_prgbench_does_what_is_written(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = shlex.split(command)[1:]
    write_table(long_table(3, 4), tmp_path / arguments[1])
    assert main(arguments) == 0
    out = arguments[arguments.index("--out") + 1]
    assert (tmp_path / out / "report" / "index.html").is_file()


@pytest.mark.parametrize("command", starting("python docs/conformance_check.py"))
def test_the_script_compares_the_functions_of_the_page(command, tmp_path):
    [block] = [block for block in blocks("python") if block.page == "docs/conformance.md"]
    (tmp_path / "mine.py").write_text(block.text, encoding="utf-8")
    _, script, *arguments = shlex.split(command)
    done = subprocess.run([sys.executable, ROOT / script, *arguments], cwd=tmp_path, check=False)
    # The areas differ where there is only one class.
    assert done.returncode == (len(arguments) > 1)


@pytest.mark.parametrize("command", starting("pip"))
def test_pip_is_told_names_that_there_are(command):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    _, install, *wanted = shlex.split(command)
    assert install == "install"
    for name in wanted:
        package, _, extra = name.rstrip("]").partition("[")
        assert package == "."  # on no index yet
        assert not extra or extra in project["optional-dependencies"]


def test_the_page_of_the_module_is_no_python():
    pages = {block.page for block in blocks("python")}
    assert set(NOT_PYTHON) <= pages


def test_pages_with_python_are_these():
    pages = {block.page for block in blocks("python")} - {"README.md", *NOT_PYTHON}
    assert pages == {
        "docs/conformance.md",
        "docs/examples.md",
        "docs/gallery.md",
        "docs/metrics.md",
        "docs/own_predictions.md",
        "docs/pyprg.md",
        "docs/who_wins_where.md",
    }


def test_python_of_what_replaces_pyprg(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = run("docs/pyprg.md")
    # The authors' example, whose area is known exactly.
    assert metrics.auprg_score(names["labels"], names["scores"]) == pytest.approx(
        1044283367 / 2414739600, abs=1e-12
    )


def test_python_of_the_metrics(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = run("docs/metrics.md")
    interval, test = names["interval"], names["test"]
    assert interval.low <= interval.estimate <= interval.high
    area = metrics.aupr_score(names["y_true"], names["y_score"])
    assert interval.estimate == pytest.approx(area, rel=1e-12)
    assert test.difference == pytest.approx(
        metrics.auprg_score(names["y_true"], names["score_a"])
        - metrics.auprg_score(names["y_true"], names["score_b"])
    )
    assert names["recall_gain"][-1] == 1


def test_python_of_the_gallery(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = run("docs/gallery.md")
    area = metrics.auprg_score(names["y_true"], names["logistic"])
    assert names["interval"].estimate == pytest.approx(area)


def test_python_of_who_wins_where(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = run("docs/who_wins_where.md")
    page = read("docs/who_wins_where.md")
    quoted = [line.removeprefix("> ") for line in page.splitlines() if line.startswith("> ")]
    assert capsys.readouterr().out.splitlines() == quoted
    verdict = names["found"].verdict("scan", "questionnaire")
    assert verdict.value == "each wins somewhere"
    assert names["answer"].best_models[0].measure == "expected_cost@5"
    words = re.sub(r"^```.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE).split()
    assert len(words) <= 900


@pytest.mark.slow
def test_python_of_own_predictions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = run("docs/own_predictions.md")
    assert names["compared"].answer.tasks == 3
    assert (tmp_path / "from_python" / "report" / "index.html").is_file()


@pytest.mark.parametrize("block", [b for b in blocks("yaml") if b.page != "docs/cluster.md"])
def test_settings_are_those_of_a_study(block):
    keys = yaml.safe_load(block.text)
    study = check_settings({"title": "A study", "archive": "demo", **keys}, block.page, StudyFile)
    written = study.model_dump(mode="json", exclude_unset=True)
    assert {key: written[key] for key in keys} == keys


@pytest.mark.parametrize("block", [b for b in blocks("yaml") if b.page == "docs/cluster.md"])
def test_lines_of_a_profile_are_options_of_snakemake(block):
    known = get_argument_parser()._option_string_actions
    for key in yaml.safe_load(block.text):
        assert f"--{key}" in known
