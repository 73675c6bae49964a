import subprocess
import sys

import pytest
import yaml
from jsonschema import Draft202012Validator

from docs_modules import docs_module
from places import ROOT
from prgbench.answer.parts import ANSWER
from prgbench.metrics import measures
from prgbench.robustness import ROBUSTNESS
from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings, schema_of
from prgbench.study.cost import study_cost
from prgbench.study.run_config import RunConfig
from prgbench.study_file import StudyFile, read_study

STUDIES = ROOT / "config" / "studies"
NAMES = sorted(path.stem for path in STUDIES.glob("*.yaml"))
MODELS = {"config": RunConfig, "study": StudyFile}
LEAST = {"title": "A study", "archive": "demo"}


def described(node, place="schema"):
    """Yield every setting of a schema with its place."""
    for key, part in node.get("properties", {}).items():
        yield f"{place}.{key}", part
        yield from described(part, f"{place}.{key}")


def test_the_schema_knows_every_measure_of_the_registry():
    names, *_ = schema_of(StudyFile)["properties"]["measures"]["items"]["anyOf"]
    assert names["enum"] == list(measures())


@pytest.mark.parametrize("name", MODELS)
def test_every_setting_says_what_it_means_and_no_section_takes_unknown_keys(name):
    schema = schema_of(MODELS[name])
    Draft202012Validator.check_schema(schema)
    for place, part in described({"properties": {name: schema}}):
        assert part.get("description"), place
        if "properties" in part:
            assert part["additionalProperties"] is False, place


@pytest.mark.parametrize("name", NAMES)
def test_shipped_studies_are_valid_by_model_and_by_schema(name):
    study = read_study(STUDIES, name)
    content = yaml.safe_load((STUDIES / f"{name}.yaml").read_text())
    Draft202012Validator(schema_of(StudyFile)).validate(content)
    assert study.title == content["title"]


def test_the_paper_study_asks_for_what_the_paper_took():
    study = read_study(STUDIES, "paper")
    selection = study.selection
    assert selection.estimation_procedures == (1, 3)
    assert (selection.min_flows, selection.n_models) == (30, 30)
    assert selection.pinned_runs == {3872: (145651, 267741)}
    assert study.figures.scatter_tasks == (3872, 3896)
    assert study.replication
    assert not read_study(STUDIES, "demo").replication


def test_the_answer_is_whole_and_parts_on_robustness_are_asked_for():
    study = check_settings(LEAST | {"robustness": ["breakdown"]}, "here", StudyFile)
    assert [*study.answer_options] == [part.name for part in ANSWER]
    assert [*study.robustness_options] == ["breakdown"]
    everything = check_settings(LEAST | {"robustness": "all"}, "here", StudyFile)
    assert [*everything.robustness_options] == [part.name for part in ROBUSTNESS]


def test_draw_and_resampling_have_seeds_of_their_own():
    study = check_settings(
        LEAST | {"selection": {"seed": 1}, "comparison": {"seed": 2}}, "here", StudyFile
    )
    assert (study.selection.seed, study.setting.seed) == (1, 2)


def test_the_settings_of_a_study_can_be_its_file():
    study = check_settings(
        LEAST | {"selection": {"models": "all", "pinned_runs": {3: [1, 2]}}}, "here", StudyFile
    )
    written = yaml.safe_dump(study.as_params())
    assert check_settings(yaml.safe_load(written), "there", StudyFile) == study


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            {"ranking": {"ties": "dense"}},
            "'dense' is not allowed. Allowed values: average, min, max",
        ),
        (
            {"measures": ["aupr", "auc"]},
            r"'auc' is not allowed. Did you mean auroc\? Allowed values: auroc, aupr",
        ),
        ({"measures": ["auroc"], "replication": True}, "add aupr, auprg to measures, or set"),
        ({"measures": ["aupr", "auprg", "aupr"]}, "'aupr' appears twice"),
        ({"figures": {"formats": ["pdf"]}}, "png must be among the formats"),
        ({"figures": {"scatter_tasks": [3]}}, r"figures.scatter_tasks: \[3\] has too few values"),
        ({"figures": {"curve_task": 3}}, "figures: `curve_task` and `curve_runs` need each other"),
        ({"figures": {"curve_runs": [1, 2]}}, "figures: `curve_task` and `curve_runs` need each"),
        (
            {"selection": {"flow_families": ["weko"]}},
            r"flow_families.0: 'weko' is not allowed. Did you mean weka\? Allowed values: weka",
        ),
        ({"selection": {"uploaded_until": "June"}}, "it should match pattern"),
        ({"comparison": {"tie": {}}}, "comparison: unknown key 'tie'. Allowed keys: resamples"),
        ({"robustness": ["breakdown", "claims"]}, "robustness.1: 'claims' is not allowed"),
    ],
)
def test_a_mistake_is_one_sentence(more, sentence):
    with pytest.raises(PrgbenchError, match=f"^here: .*{sentence}"):
        check_settings(LEAST | more, "here", StudyFile)


@pytest.mark.parametrize(
    ("ties", "words"),
    [
        ("average", "the mean of their ranks"),
        ("min", "the first of their ranks"),
        ("max", "the last of their ranks"),
    ],
)
def test_captions_know_the_level_and_the_way_to_rank_ties(ties, words):
    content = LEAST | {"ranking": {"ties": ties}, "comparison": {"confidence_level": 0.8}}
    facts = check_settings(content, "here", StudyFile).facts("OpenML")
    assert (facts.source, facts.interval, facts.tied_rank) == ("OpenML", "80% interval", words)


def test_what_captions_call_the_source_is_no_markup():
    facts = StudyFile(title="a", archive="b").facts("<b>\x1b[31m*x*\n")
    assert facts.source == r"&lt;b&gt;\[31m\*x\*"


def test_settings_are_read_without_heavy_libraries():
    heavy = {"scipy.stats", "statsmodels", "sklearn", "matplotlib"}
    code = f"import sys, prgbench.study_file; print({heavy} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        (None, "it can't be read \\(No such file or directory\\)"),
        (b"lines.widht: 3", "Bad key lines.widht in file .*, line 1"),
        (b"axes.grid: maybe", "Bad value in file .*Cannot convert 'maybe' to bool"),
        (b"\xff", "it is not in UTF-8"),
    ],
)
def test_a_style_sheet_is_read_with_the_settings(tmp_path, sheet, sentence):
    path = tmp_path / "own.mplstyle"
    if sheet is not None:
        path.write_bytes(sheet)
    content = {"title": "t", "archive": "a.csv", "figures": {"style": str(path)}}
    with pytest.raises(
        PrgbenchError, match=f"^mine: figures.style: '{path}' is not a style sheet: .*{sentence}"
    ):
        check_settings(content, "mine", StudyFile)
    path.write_text("axes.grid: True\n")
    assert check_settings(content, "mine", StudyFile).figures.style == str(path)


def test_ranks_of_what_is_no_measure_are_refused(tmp_path):
    path = tmp_path / "mine.yaml"
    begin = "title: Mine\narchive: demo\nmeasures: [log_loss, auroc]\ncomparison:\n  standings:\n"
    path.write_text(f"{begin}    by_rank: [log_los]\n")
    sentence = (
        r"mine.yaml: comparison.standings.by_rank: 'log_los' is none of the study's measures: "
        r"correct it. Did you mean log_loss\? The measures are log_loss, auroc.$"
    )
    with pytest.raises(PrgbenchError, match=sentence):
        read_study(tmp_path, "mine")
    path.write_text(f"{begin}    by_rank: [log_loss]\n")
    assert read_study(tmp_path, "mine").comparison.standings.by_rank == ("log_loss",)
    # Only its module knows what a measure of one's own is called.
    own = begin.replace("log_loss", "my.module:LIFT")
    path.write_text(f"{own}    by_rank: [lift]\n")
    assert read_study(tmp_path, "mine").comparison.standings.by_rank == ("lift",)


def test_an_unknown_study_is_answered_with_those_that_are_there_and_the_nearest(tmp_path):
    (tmp_path / "demo.yaml").write_text("title: Demo\narchive: demo\n")
    sentence = r"demmo\.yaml does not exist; there are the studies demo\. Did you mean demo\?"
    with pytest.raises(PrgbenchError, match=sentence):
        read_study(tmp_path, "demmo")


def test_the_first_part_of_the_paper_is_small_and_has_figure_5(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    first, paper = (read_study(STUDIES, name) for name in ("first", "paper"))
    shared = ("pinned_runs", "uploaded_until", "seed", "models", "min_flows")
    for name in shared:
        assert getattr(first.selection, name) == getattr(paper.selection, name)
    assert first.figures == paper.figures
    asked = set(first.selection.tasks)
    works_of_2017 = docs_module("full_size").works_of_2017(30)
    works = [work for work in works_of_2017 if work.task.task_id in asked]
    assert {3872, 3896} < asked
    assert len(works) == len(asked) == 60
    assert {work.task.estimation_procedure for work in works} == {1}
    assert study_cost(works).wire_bytes < 100e6
