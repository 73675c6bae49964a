"""The page of real tables: its Python reads made-up files of the same layouts."""

import json
import re
import sys
from fnmatch import fnmatch
from itertools import product
from shlex import split
from types import SimpleNamespace

import numpy as np
import pandas as pd
import published_predictions
import pytest
import real_tables

import prgbench
from prgbench.sources.scores.table import read_scores

PAGE = real_tables.PAGE.read_text(encoding="utf-8")
SECTIONS = {section.title: section for section in real_tables.sections(PAGE)}
DATASETS = [f"data {letter}" for letter in "abcdefghij"]
MODELS = ["forest", "logistic", "tree"]
GIT = re.compile(
    r"git clone --filter=blob:none --no-checkout https://github\.com/[\w-]+/[\w -]*?([\w-]+)\n"
    r"git -C \1 checkout [0-9a-f]{40} -- (.*)\n"
)
RNG = np.random.default_rng(0)


def table(*measures, **columns):
    """Return a row for each data set and model, and scores that favour the first model."""
    rows = pd.DataFrame(product(DATASETS, MODELS), columns=["dataset", "model"])
    better = rows["model"].map(dict(zip(MODELS, (0.9, 0.7, 0.5), strict=True)))
    scores = {name: better + RNG.uniform(-0.05, 0.05, len(rows)) for name in measures}
    return rows.assign(**columns, **scores)


def wide(measure, index="dataset"):
    return (
        table(measure).pivot(index="dataset", columns="model", values=measure).rename_axis(index)
    )


def of_automl():
    columns = {"id": "openml.org/t/1", "seed": "", "result": 0.5, "mode": "aws", "models": 7}
    folds = [table("acc", "auc", fold=fold, **columns) for fold in range(3)]
    rows = pd.concat(folds).rename(columns={"dataset": "task", "model": "framework"})
    rows["seed"] = range(len(rows))
    folder = "automlbenchmark/reports/old/input/results_"
    last = rows["task"] == DATASETS[-1]
    return {f"{folder}small-8c4h.csv": rows[~last], f"{folder}large-8c4h_ref.csv": rows[last]}


def of_openml():
    names = ("openml_task_id", "repetition", "algorithm", "{}", "runstatus")
    head = "".join(f"@ATTRIBUTE {name} STRING\n" for name in names)
    folder = "openml-aslib/openmlmetadata/output/study_34_run_evaluations_"
    return {
        f"{folder}{measure}.arff": f"@RELATION RUN_EVALUATIONS\n\n{head}\n@DATA\n".format(measure)
        + table(repeat=1)
        .assign(value=table("v")["v"], status="ok")[
            ["dataset", "repeat", "model", "value", "status"]
        ]
        .to_csv(index=False, header=False)
        + "%\n% \n%\n"
        for measure in ("area_under_roc_curve", "predictive_accuracy")
    }


def of_two_models():
    return {"Benchmark_RF-LR_OpenML/Data/Results/df_bmr.RData": ""}


def of_decisions():
    rows = [(d, n, str(n % 2)) for d, n in product(range(3), range(20))]
    frame = pd.DataFrame(rows, columns=["dataset", "Index-Metatask", "Fold"])
    frame["ground_truth"] = np.where(frame.index % 4 == 0, "sick", "healthy")
    frame.loc[frame["dataset"] == 2, "ground_truth"] = [*"abcd"] * 5
    for model in ("voting", "stacking", "custom.VirtualBest"):
        frame[model] = frame["ground_truth"]
    order = ["ground_truth", "Index-Metatask", "Fold", "voting", "stacking", "custom.VirtualBest"]
    folder = "assembled/results/openml_benchmark/benchmark_output/results_for_metatask_"
    return {f"{folder}{name}.csv": part[order] for name, part in frame.groupby("dataset")}


def of_tabzilla():
    measures = ("normalized_Accuracy__test_mean", "normalized_Log Loss__test_mean")
    rows = table(*measures, Accuracy_rank_mean=1.0, time__train_mean=3.0)
    names = {"dataset": "dataset_name", "model": "alg_name"}
    path = "tabzilla/tabzilla_analysis/results/tuned_aggregated_results.csv"
    return {path: rows.rename(columns=names)}


def of_adbench():
    files = {}
    for measure in ("AUCROC", "AUCPR"):
        split_of = {seed: wide(measure) for seed in (1, 2)} | {3: wide(measure) * np.nan}
        rows = pd.concat(split_of, names=["seed"]).reset_index()
        rows.index = pd.Index([str((row.dataset, 0.0, row.seed)) for row in rows.itertuples()])
        path = f"ADBench/result/{measure}_DB_test_Tabular_None_None_unsupervise.csv"
        files[path] = rows[MODELS].to_csv()
    return files


def of_tsb():
    files = {}
    for measure in ("AUC_ROC", "AUC_PR"):
        models = pd.concat([wide(measure).add_suffix(f" {n}") for n in range(4)], axis="columns")
        families = [f"source {n % 3}" for n in range(len(models))]
        rows = models.rename_axis("filename").assign(dataset=families, ratio=0.1).reset_index()
        files[f"TSB-UAD/result/accuracy_table/mergedTable_{measure}.csv"] = rows
    return files


def of_proteins():
    texts = {"Number of Mutants": 90, "Selection Type": "Activity", "Taxon": "Human"}
    folder = "ProteinGym/benchmarks/DMS_zero_shot/substitutions"
    return {
        f"{folder}/{m}/DMS_substitutions_{m}_DMS_level.csv": wide(m, "DMS ID")
        .assign(**texts)
        .reset_index()
        for m in ("AUC", "MCC", "NDCG", "Spearman", "Top_recall")
    }


def of_time_series():
    folder = "tsml-eval/tsml_eval/publications/y2023/tsc_bakeoff/results"
    files = {}
    for group, (n, model) in product(("best", "shapelet"), enumerate(MODELS)):
        for measure in ("accuracy", "auroc", "balacc", "logloss"):
            resamples = {str(k): RNG.uniform(0.5, 0.6, len(DATASETS)) + n / 10 for k in range(3)}
            frame = pd.DataFrame(resamples, index=pd.Index(DATASETS, name="Resamples:"))
            files[f"{folder}/{group}/{model}_{measure}.csv"] = frame.reset_index()
    return files


def of_clusterings():
    folder = "clustering/tsml_eval/publications/y2023/distance_based_clustering/results"
    return {
        f"{folder}/5.2/normalised/TEST_{measure}.csv": wide(measure, f"TEST{measure.upper()}")
        .rename_axis(columns=None)
        .reset_index()
        for measure in ("ami", "ari", "nmi", "ri")
    }


def of_forecasts():
    rows = table("SQL", "MASE", "WAPE", "WQL", horizon=8, fev_version="0.8.0")
    rows = rows.assign(test_error=rows["SQL"], dataset_config=rows["dataset"].str[:6])
    rows = rows.rename(columns={"dataset": "task_name", "model": "model_name"})
    folder = "fev/benchmarks/fev_bench/results"
    return {f"{folder}/{name}.csv": of_model for name, of_model in rows.groupby("model_name")}


def of_mteb():
    measures = ("ndcg_at_10", "map_at_10", "recall_at_10", "mrr_at_10")
    names = dict(zip(DATASETS, ("ArguAna", "CQADupstackTexRetrieval", "NQ"), strict=False))
    return {
        f"results/results/by__{row['model']}/1/{names[row['dataset']]}.json": json.dumps(
            {
                "task_name": names[row["dataset"]],
                "scores": {"test": [{m: row[m] for m in measures} | {"hf_subset": "default"}]},
            }
        )
        for row in table(*measures).to_dict("records")
        if row["dataset"] in names
    }


LAYOUTS = {
    "AutoML Benchmark, 2019": (of_automl, 10, 3, {"auc": True, "acc": True}),
    "OpenML, study 34": (
        *(of_openml, 10, 3),
        {"area_under_roc_curve": True, "predictive_accuracy": True},
    ),
    "Random forest and logistic regression": (
        *(of_two_models, 10, 3),
        {"accuracy": True, "brier": False, "auc": True},
    ),
    "TabZilla": (
        *(of_tabzilla, 10, 3),
        {"normalized_Accuracy__test_mean": True, "normalized_Log Loss__test_mean": False},
    ),
    "ADBench": (of_adbench, 10, 3, {"AUCROC": True, "AUCPR": True}),
    "TSB-UAD": (of_tsb, 10, 12, {"AUC_ROC": True, "AUC_PR": True}),
    "ProteinGym": (
        *(of_proteins, 10, 3),
        dict.fromkeys(("AUC", "MCC", "NDCG", "Spearman", "Top_recall"), True),
    ),
    "Time series, the bake-off of 2023": (
        *(of_time_series, 10, 3),
        {"accuracy": True, "auroc": True, "balacc": True, "logloss": False},
    ),
    "Distances for time series clustering": (
        *(of_clusterings, 10, 3),
        dict.fromkeys(("ami", "ari", "nmi", "ri"), True),
    ),
    "fev-bench, forecasts": (
        *(of_forecasts, 10, 3),
        dict.fromkeys(("MASE", "WAPE", "WQL", "test_error"), False),
    ),
    "MTEB, English retrieval": (
        *(of_mteb, 3, 3),
        dict.fromkeys(("ndcg_at_10", "map_at_10", "recall_at_10", "mrr_at_10"), True),
    ),
}
DECISIONS = "Ensembles of AutoML"
PREDICTIONS = {
    "Antibiotic resistance": (
        "kover2_paper/data/a species/drug/metadata.tsv",
        "kover2_paper/results/cart_b/a species/drug/repeat_1/results.json",
    ),
    "Anomalies in time series": ("NAB/results/numenta/realTweets/numenta_Twitter.csv",),
    "Peptides presented by MHC class II": (
        "MHC-prediction/Supplementary Data S3/MixMHC2pred.rar",
    ),
}


@pytest.fixture
def fake_rdata(monkeypatch):
    """Let R's file hold a table as that of the page does."""
    rows = table("acc.test.mean", "brier.test.mean", "auc.test.mean", timetrain=1.0)
    rows = rows.astype({"dataset": "category"})
    order = ["dataset", "model", "acc.test.mean", "brier.test.mean", "auc.test.mean", "timetrain"]
    module = SimpleNamespace(read_rda=lambda _: {"res.perfs.df": rows[order].copy()})
    monkeypatch.setitem(sys.modules, "rdata", module)


def put(files, folder):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else content.to_csv(index=False)
        path.write_text(text, encoding="utf-8")


def test_every_section_has_a_layout():
    assert sorted(SECTIONS) == sorted([*LAYOUTS, DECISIONS, *PREDICTIONS])


@pytest.mark.usefixtures("fake_rdata")
@pytest.mark.parametrize("title", LAYOUTS)
def test_a_section_reads_its_layout(title, tmp_path, monkeypatch):
    made, datasets, models, measures = LAYOUTS[title]
    put(made(), tmp_path)
    monkeypatch.setattr(prgbench, "compare", read_scores)
    read, *ways = real_tables.compared_in(SECTIONS[title], tmp_path).values()
    assert not ways or (title, ways[0].families) == ("TSB-UAD", {})
    assert read.measures == measures
    assert read.scores["dataset"].nunique() == datasets
    assert read.scores["model"].nunique() == models
    # A split of ADBench has no scores.
    assert bool(read.left_out) == (title == "ADBench")


def test_decisions_are_of_the_rarer_of_two_classes(tmp_path, monkeypatch):
    put(of_decisions(), tmp_path)
    monkeypatch.setattr(prgbench, "compare", lambda given, measures: (given, measures))
    [(given, measures)] = real_tables.compared_in(SECTIONS[DECISIONS], tmp_path).values()
    assert given.groupby("dataset")["y_true"].mean().tolist() == [0.25, 0.25]
    assert given["voting"].equals(given["y_true"])
    assert "custom.VirtualBest" not in given
    assert len(measures) == 4


def files_of(title):
    if title in PREDICTIONS:
        return PREDICTIONS[title]
    return (of_decisions if title == DECISIONS else LAYOUTS[title][0])()


@pytest.mark.parametrize("title", SECTIONS)
def test_the_commands_bring_the_files(title):
    made = files_of(title)
    given = [split(arguments) for arguments in real_tables.COMPARE.findall(SECTIONS[title].text)]
    options = [[word for word in arguments if word.startswith("--")] for arguments in given]
    assert all(named[-1] == "--out" and len(named) <= 2 for named in options)
    assert bool(given) != bool(SECTIONS[title].python)
    clone, paths = GIT.search(SECTIONS[title].text).groups()
    patterns = [f"{clone}/{path}" for path in split(paths)]
    for name in made:
        assert any(fnmatch(name, p) or fnmatch(name, f"{p}/*") for p in patterns), name


@pytest.mark.parametrize("title", PREDICTIONS)
def test_the_tables_that_are_written_are_compared(title, tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(published_predictions, "main", written.append)
    monkeypatch.setattr(prgbench, "compare", lambda table, **given: (table, given["measures"]))
    compared = real_tables.compared_in(SECTIONS[title], tmp_path)
    tables = [arguments[2] for arguments in written]
    measures = ["aupr", "auprg", "auroc"]
    assert compared == {table: (table, measures) for table in tables}
    clones = {arguments[1] for arguments in written}
    assert clones == {SECTIONS[title].clone}
    assert {arguments[0] for arguments in written} <= set(published_predictions.NAMES)


def test_the_answer_on_predictions_has_the_nine_numbers_and_who_wins(tmp_path):
    rows = pd.DataFrame(
        {
            "dataset": np.repeat(["a", "b"], 40),
            "model": np.tile(np.repeat(["good", "bad"], 20), 2),
            "row_id": np.tile(np.arange(20), 4),
            "y_true": np.tile(np.arange(20) < 8, 4).astype(int),
        }
    )
    good = rows["model"].eq("good") * rows["y_true"]
    scores = RNG.uniform(size=80) + 2 * good
    rows.assign(y_score=scores).to_parquet(tmp_path / "table.parquet")
    measures = ["aupr", "auprg", "auroc"]
    compared = prgbench.compare(tmp_path / "table.parquet", measures=measures)
    text = real_tables._on_predictions({"table.parquet": compared}, tmp_path)
    assert text.count("| AUPR, AUPRG ") >= 1
    assert "`table.parquet`: **2 data sets, 2 models.**" in text
    [wins] = re.findall(r"^\| good .*\|$", text, re.MULTILINE)
    assert wins.split() == ["|", "good", *["|", "2"] * 6, "|"]
    assert "is another one at a stated prevalence: 50%: 0 of 2, 10%: 0 of 2, 1%: 0 of 2." in text


def test_the_answers_are_written_into_the_page(tmp_path, capsys, monkeypatch):
    put(of_openml() | of_two_models(), tmp_path)
    monkeypatch.setitem(sys.modules, "rdata", None)
    page = tmp_path / "page.md"
    page.write_text(real_tables.ANSWER.sub("before\n", PAGE), encoding="utf-8")
    real_tables.write(tmp_path, page)
    new = {s.title: s.text for s in real_tables.sections(page.read_text(encoding="utf-8"))}
    answers = {title: real_tables.ANSWER.search(text)[0] for title, text in new.items()}
    assert {title for title, answer in answers.items() if answer != "before\n"} == {
        "OpenML, study 34"
    }
    [row] = re.findall(r"\| OpenML, study 34 \|.*\n", page.read_text(encoding="utf-8"))
    assert row.count("| 10 x 3 ") == 1
    assert "**10 data sets, 3 models.**" in answers["OpenML, study 34"]
    assert "| 10 x 3 " in answers["OpenML, study 34"]
    printed = capsys.readouterr().out
    assert f"TabZilla: there is no {tmp_path / 'tabzilla'}" in printed
    assert "rdata" in printed
