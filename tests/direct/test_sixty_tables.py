"""Score tables as other programs write them: the right winner, or one question with its option."""

import json
from itertools import product

import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError

QUALITY = {"a": 0.70, "b": 0.80, "c": 0.75}
DATASETS = [f"set{n}" for n in range(4)]


def long(replicate="fold", size=3, **names):
    """Return the quality of each model, the best of which is b, with its loss and times."""
    rows = [
        (d, m, r, QUALITY[m] + 0.01 * n + 0.001 * ((7 * r + n) % 5))
        for (n, d), m, r in product(enumerate(DATASETS), QUALITY, range(size))
    ]
    table = pd.DataFrame(rows, columns=["dataset", "model", replicate, "q"]).round(4)
    table["loss_"] = (1 - table["q"]).round(4)
    return table.rename(columns=names)


def once(**names):
    return long("fold", 1).drop(columns="fold").rename(columns=names)


def one_set(**names):
    return once()[lambda t: t["dataset"] == "set0"].drop(columns="dataset").rename(columns=names)


def folds():
    """Return a row for each fold of a data set, a column for each model."""
    return wide("q", "fold", "model", long()[lambda t: t["dataset"] == "set0"])


def scored(table, **measures):
    """Return a table with measures that are q or, with a minus, the loss times a factor."""
    for name, factor in measures.items():
        values = factor * table["q"] if factor > 0 else -factor * table["loss_"]
        table = table.assign(**{name: -values if "neg_" in name else values})
    return table.drop(columns=["q", "loss_"])


def wide(value="q", index="dataset", columns="model", table=None):
    pivoted = (once() if table is None else table).pivot(
        index=index, columns=columns, values=value
    )
    return pivoted.rename_axis(columns=None)


def sklearn_cv(**measures):
    """Return the dicts of `cross_validate` under each other."""
    times = {"fit_time": [0.1, 9.0, 5.0] * 12, "score_time": 0.01}
    return scored(long(), **measures).assign(**times)


def caret(*measures):
    """Return `resamples(...)$values`: a column for each model and measure."""
    names = [f"Fold{n}.Rep{r}" for r, n in product((1, 2), (1, 2, 3))]
    scores = pd.concat([folds()] * 2)
    return pd.DataFrame({"Resample": names}).assign(
        **{f"{m}~{x}": scores[m].to_numpy() for m, x in product(QUALITY, measures)}
    )


def workflows(kind):
    """Return the models as workflows that share their kind, with the `id` of each resample."""
    table = long("id", model="wflow_id")[lambda t: t["dataset"] == "set0"].drop(columns="dataset")
    names = kind + (table["id"] + 1).astype(str)
    shared = {"preproc": "recipe", "model": "rand_forest", ".estimator": "binary"}
    if kind == "Repeat":
        table = pd.concat([table.assign(id2=f"Fold{n}") for n in (1, 2)], ignore_index=True)
        names = pd.concat([names, names], ignore_index=True)
    return table.assign(**{"id": names, ".config": "Preprocessor1_Model1", **shared})


def grid_search(*metrics):
    """Return `cv_results_`: a row for each model, a column for each split."""
    of_set = long()[lambda t: t["dataset"] == "set0"]
    parts = {"mean_fit_time": [1.0, 9.0, 2.0], "std_fit_time": 0.1, "param_C": [1, 10, 100]}
    parts["params"] = [f"{{'C': {c}}}" for c in (1, 10, 100)]
    for metric in metrics:
        sign = -1 if metric.startswith("neg_") else 1
        splits = wide("loss_" if sign < 0 else "q", "model", "fold", of_set).to_numpy()
        parts |= {f"split{n}_test_{metric}": sign * splits[:, n] for n in range(3)}
        parts |= {f"mean_test_{metric}": sign * splits.mean(axis=1), f"std_test_{metric}": 0.01}
        parts[f"rank_test_{metric}"] = [3, 1, 2]
    return pd.DataFrame(parts)


def tidy(metric="metric", value="value", table=None, **signs):
    """Return a row for each metric."""
    table = scored(long() if table is None else table, **signs)
    keys = [name for name in table if name not in signs]
    return table.melt(keys, var_name=metric, value_name=value)


def mteb_folder(folder, **subsets):
    for (d, m), q in once().set_index(["dataset", "model"])["q"].items():
        path = folder / "results" / f"org__{m}" / "rev" / f"{d}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        scores = [{"hf_subset": s, "main_score": q + more} for s, more in subsets.items()]
        path.write_text(json.dumps({"task_name": d, "scores": {"test": scores}}))
    return folder / "results"


def files(folder, tables, **options):
    for name, table in tables.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        table.to_csv(folder / name, **{"index": False, **options})
    return folder


def tsml(folder):
    """Return a file for each model, with a column for each resample."""
    by_model = long("resample")
    return files(
        folder,
        {
            f"{m}_TESTFOLDS.csv": wide("q", "dataset", "resample", of_model)
            .reset_index()
            .rename(columns={"dataset": "folds:"})
            for m, of_model in by_model.groupby("model")
        },
    )


def statistics(table):
    return pd.concat([table, table.agg(["mean", "std", "min", "max"])])


AMLB = {
    "id": "openml.org/t/1", "type": "binary", "mode": "aws", "version": "1.2", "params": "",
    "utc": "2024-01-01T00:00:00", "duration": 99.5, "training_duration": 98.0,
    "predict_duration": 0.5, "models_count": 12, "seed": 17, "info": "",
}  # fmt: skip
ARENA = {
    "problem_type": "binary", "metric": "roc_auc", "imputed": False, "impute_method": "",
    "time_train_s": 9.0, "time_infer_s": 0.1, "config_type": "CAT", "ta_name": "CatBoost",
}  # fmt: skip
OPENML = {
    "run_id": 1, "task_id": 1, "setup_id": 2, "data_id": 3, "upload_time": "2020-01-01",
    "uploader": 1, "uploader_name": "x", "values": "", "array_data": "",
}  # fmt: skip
AUC, ACCURACY = {"measures": ["auc"]}, {"measures": ["accuracy"]}
HIGHER = {"higher_is_better": {"score": True}}

TABLES = {
    # scikit-learn and what is around it
    "cross_validate": lambda _: (sklearn_cv(test_roc_auc=1, test_neg_log_loss=-1), {}),
    "cross_validate, negative losses": lambda _: (
        sklearn_cv(test_neg_root_mean_squared_error=-9000),
        {},
    ),
    "cross_validate, one scorer": lambda _: (sklearn_cv(test_score=1), {}),
    "cross_validate, one scorer, stated": lambda _: (
        sklearn_cv(test_score=1),
        {"higher_is_better": {"test_score": True}},
    ),
    "cv_results_": lambda _: (grid_search("score"), {}),
    "cv_results_, several scorers": lambda _: (grid_search("roc_auc", "neg_log_loss"), {}),
    "cross_val_score": lambda _: (folds(), AUC),
    "LazyPredict": lambda _: (
        scored(one_set(), **{"Balanced Accuracy": 1, "ROC AUC": 1})
        .assign(**{"Time Taken": [1, 9, 2]})
        .set_index("model"),
        {},
    ),
    "PyCaret": lambda _: (
        scored(one_set(model="Model"), Accuracy=1, AUC=1, Kappa=1).assign(
            **{"TT (Sec)": [1, 9, 2]}
        ),
        {},
    ),
    "skore": lambda _: (
        pd.DataFrame(
            {
                "Metric": ["Accuracy", "Log loss"],
                "a": [0.7, 0.6],
                "b": [0.8, 0.4],
                "c": [0.75, 0.5],
            }
        ),
        {},
    ),
    # AutoML
    "TabArena": lambda _: (
        scored(long(model="method"), metric_error=-1, metric_error_val=-1).assign(**ARENA),
        {},
    ),
    "TabRepo": lambda _: (
        scored(long(model="framework"), metric_error=-1).assign(
            tid=7, metric="rmse", rank=[3, 1, 2] * 12
        ),
        {},
    ),
    "bencheval": lambda _: (
        scored(long("seed", dataset="task", model="method"), metric_error=-1).assign(
            time_train_s=1.0
        ),
        {},
    ),
    "AMLB": lambda _: (
        scored(long(dataset="task", model="framework"), auc=1, acc=1, logloss=-1).assign(**AMLB),
        {},
    ),
    "AMLB, result of each metric": lambda _: (
        scored(long(dataset="task", model="framework"), result=1).assign(metric="auc", **AMLB),
        {},
    ),
    "AutoGluon's leaderboard": lambda _: (
        scored(one_set(), score_test=1, score_val=1).assign(
            eval_metric="roc_auc",
            pred_time_test=0.1,
            fit_time=1.0,
            stack_level=1,
            fit_order=[1, 3, 2],
        ),
        {},
    ),
    "H2O's leaderboard": lambda _: (
        scored(one_set(model="model_id"), auc=1, logloss=-1, mean_per_class_error=-1),
        {},
    ),
    "MLflow": lambda _: (
        scored(
            once(model="params.model", dataset="params.dataset"),
            **{"metrics.accuracy": 1, "metrics.rmse": -9},
        ),
        {},
    ),
    # embeddings, retrieval and language models
    "MTEB": lambda folder: (mteb_folder(folder, default=0), {}),
    "MTEB, subsets": lambda folder: (mteb_folder(folder, en=0.1, th=-0.2), {}),
    "MTEB to_dataframe": lambda _: (
        wide(index="dataset").rename_axis("task_name").reset_index(),
        {"measures": ["main_score"]},
    ),
    "MTEB to_dataframe, long": lambda _: (
        scored(once(dataset="task_name", model="model_name"), score=1),
        HIGHER,
    ),
    "MTEB leaderboard": lambda _: (
        wide(index="model", columns="dataset")
        .rename_axis("Model")
        .reset_index()
        .assign(**{"Rank (Borda)": [3, 1, 2], "Number of Parameters": [9, 1, 1]}),
        {"measures": ["main_score"]},
    ),
    "BEIR": lambda _: (scored(once(), **{"NDCG@10": 1, "Recall@100": 1, "MAP@1000": 1}), {}),
    "PyTerrier": lambda _: (
        tidy("measure", "value", once(dataset="qid", model="name"), map=1, ndcg_cut_10=1),
        {"columns": {"dataset": "qid", "model": "name"}},
    ),
    "ranx": lambda _: (scored(once(), **{"ndcg@10": 1, "mrr": 1, "hits@1": 1}), {}),
    "HELM": lambda _: (
        wide(index="model", columns="dataset")
        .rename_axis("Model")
        .add_suffix(" - EM")
        .reset_index()
        .assign(**{"Mean win rate": [0.1, 0.9, 0.5]}),
        {"measures": ["exact_match"]},
    ),
    "HELM, tidy": lambda _: (
        tidy("metric_name", "mean", once(dataset="scenario"), exact_match=1, ece=-1),
        {},
    ),
    "Open LLM Leaderboard": lambda _: (
        wide(index="model", columns="dataset")
        .mul(100)
        .rename_axis("Model")
        .reset_index()
        .assign(**{"Average ⬆️": [71.5, 81.5, 76.5]}),
        ACCURACY,
    ),
    "EuroEval": lambda _: (
        wide(index="model", columns="dataset")
        .map("{:.2f} ± 0.01".format)
        .rename_axis("model")
        .reset_index(),
        {"measures": ["mcc"]},
    ),
    "lm-evaluation-harness": lambda _: (
        tidy("Metric", "Value", once(dataset="Tasks", model="Model"), acc=1, acc_norm=1).assign(
            Version=1, Stderr=0.01
        ),
        {"columns": {"dataset": "Tasks"}, "higher_is_better": {"acc_norm": True}},
    ),
    # OpenML, R and others
    "OpenML's evaluations": lambda _: (
        tidy(
            "function",
            "value",
            once(dataset="data_name", model="flow_name"),
            area_under_roc_curve=1,
            root_mean_squared_error=-1,
        ).assign(**OPENML),
        {},
    ),
    "OpenML's evaluations, a measure": lambda _: (
        scored(once(dataset="data_name", model="flow_name"), value=1).assign(
            function="predictive_accuracy", **OPENML
        ),
        {},
    ),
    "OpenML's evaluations, pivoted": lambda _: (wide().rename_axis("data_name"), AUC),
    "mlr3, aggregated": lambda _: (
        scored(
            once(dataset="task_id", model="learner_id"), **{"classif.ce": -1, "classif.auc": 1}
        ).assign(nr=range(12), resampling_id="cv", iters=3),
        {},
    ),
    "mlr3, scored": lambda _: (
        scored(
            long("iteration", dataset="task_id", model="learner_id"), **{"regr.rmse": -900}
        ).assign(resampling_id="cv"),
        {},
    ),
    "tidymodels": lambda _: (
        tidy(".metric", "mean", once(model="wflow_id"), roc_auc=1, accuracy=1).assign(
            **{".estimator": "binary", "n": 10, "std_err": 0.01}
        ),
        {},
    ),
    "caret": lambda _: (
        folds()
        .add_suffix("~ROC")
        .rename_axis("Resample")
        .reset_index()
        .assign(Resample=["Fold1", "Fold2", "Fold3"]),
        AUC,
    ),
    "caret, repeats of several measures": lambda _: (caret("ROC", "Sens", "Spec"), {}),
    "caret, one of several measures": lambda _: (caret("ROC", "Sens"), AUC),
    "caret, regression": lambda folder: (
        files(folder, {"r.csv": caret("MAE", "RMSE", "Rsquared")}, index=True) / "r.csv",
        {"measures": ["Rsquared"]},
    ),
    "tidymodels, workflow sets": lambda _: (
        tidy(".metric", ".estimate", workflows("Repeat"), roc_auc=1, mn_log_loss=-1),
        {},
    ),
    "tidymodels, bootstrap samples": lambda _: (
        tidy(".metric", ".estimate", workflows("Bootstrap0"), rsq=1, kap=1),
        {},
    ),
    "Weka's experimenter": lambda _: (
        scored(
            long("Key_Fold", dataset="Key_Dataset", model="Key_Scheme"),
            Area_under_ROC=1,
            Percent_correct=100,
        ).assign(Key_Run=1),
        {},
    ),
    "Orange": lambda _: (scored(one_set(model="Model"), AUC=1, F1=1, MCC=1), {}),
    "autorank": lambda _: (wide().reset_index(drop=True), AUC),
    "scmamp": lambda folder: (
        files(folder, {"data.csv": wide()}, index=True) / "data.csv",
        ACCURACY,
    ),
    # benchmarks
    "aeon": lambda folder: (
        files(
            folder, {"Accuracy/accuracy_mean.csv": wide().rename_axis("Resamples:").reset_index()}
        ),
        ACCURACY,
    ),
    "tsml, a file for each model": lambda folder: (tsml(folder), ACCURACY),
    "UCR bake-off": lambda _: (wide(), ACCURACY),
    "Kaggle, folds": lambda _: (statistics(folds()).rename_axis("fold").reset_index(), AUC),
    "Kaggle, OOF": lambda _: (
        pd.concat([folds(), folds().head(1).rename({0: "OOF"})]).rename_axis("fold"),
        AUC,
    ),
    "Kaggle, leaderboard": lambda _: (
        pd.DataFrame(
            {
                "TeamId": [1, 2, 3],
                "TeamName": ["a", "b", "c"],
                "SubmissionDate": "2024-01-01",
                "Score": [0.7, 0.8, 0.75],
            }
        ),
        {},
    ),
    "TSB-AD": lambda _: (
        wide()
        .rename_axis("file")
        .reset_index()
        .assign(ts_len=[9000, 800, 70, 1], anomaly_ratio=0.05, num_anomaly=[9, 8, 7, 6]),
        {"measures": ["vus-pr"]},
    ),
    "TSB-AD, a file for each model": lambda folder: (
        files(
            folder,
            {
                f"{m}.csv": scored(t.drop(columns="model"), **{"AUC-PR": 1, "AUC-ROC": 1}).rename(
                    columns={"dataset": "file"}
                )
                for m, t in once().groupby("model")
            },
        ),
        {},
    ),
    "ADBench": lambda folder: (
        files(folder, {"AUCROC.csv": wide().rename_axis(None)}, index=True),
        AUC,
    ),
    "ADBench, a file for each measure": lambda folder: (
        files(folder, {f"{n}_0.csv": wide() for n in ("AUCROC", "AUCPR")}, index=True),
        {"measures": ["AUCROC", "AUCPR"]},
    ),
    "ProteinGym": lambda folder: (
        files(
            folder,
            {
                f"{n}/DMS_{n}.csv": wide().rename_axis("DMS_id").assign(Selection=["x", "y"] * 2)
                for n in ("AUC", "MCC")
            },
            index=True,
        ),
        {"measures": ["AUC", "MCC"]},
    ),
    "ProteinGym, summary": lambda _: (
        wide()
        .rename_axis("DMS ID")
        .reset_index()
        .assign(**{"Number of Mutants": [999, 8000, 70, 12]}),
        {"measures": ["spearman"]},
    ),
    "SRBench": lambda _: (
        scored(long("random_state", model="algorithm"), r2_test=1, mse_test=-1e6, model_size=-9),
        {},
    ),
    "TabZilla": lambda _: (
        scored(
            long("fold", dataset="dataset_name", model="alg_name"),
            **{"AUC__test": 1, "Log Loss__test": -1},
        ).assign(hparam_source="default", time__train=1.0),
        {},
    ),
    "utilsforecast": lambda _: (
        pd.concat([wide("loss_").assign(metric=n) for n in ("mae", "rmse")])
        .rename_axis("unique_id")
        .reset_index(),
        {},
    ),
    "Monash": lambda _: (
        wide("loss_").mul([1, 1000, 10, 1e6], axis=0).rename_axis("Dataset").reset_index(),
        {"measures": ["MASE"]},
    ),
    "torchgeo": lambda _: (tidy("metric_name", "metric_value", accuracy=1, f1=1), {}),
    "WILDS": lambda _: (scored(long("seed"), acc_avg=1, acc_wg=1), {}),
    "Weights & Biases": lambda _: (
        scored(once(model="Name"), accuracy=1).assign(State="finished", Runtime=[1, 9, 5] * 4),
        {"columns": {"model": "Name"}},
    ),
    "a spreadsheet": lambda folder: (
        files(
            folder,
            {"s.csv": wide().map("{:.3f}".format).map(lambda t: t.replace(".", ","))},
            sep=";",
            index=True,
        )
        / "s.csv",
        AUC,
    ),
    "a LaTeX table": lambda _: (
        wide().map("{:.2f}".format).assign(b=lambda t: "\\textbf{" + t["b"] + "}"),
        AUC,
    ),
}


QUESTIONS = {
    "EuroEval": "'0.70 ± 0.01' in row 1 of the column set0: write one number",
    "Kaggle, leaderboard": "unknown for Score: give --higher-is-better or --lower",
    "TSB-AD, a file for each model": "AUC-PR, AUC-ROC, but no .*--columns model=file",
    "WILDS": "acc_wg: give --higher-is-better acc_wg",
    "a LaTeX table": r"textbf\{0.80\}' in row 1 of the column b: write one number",
}


@pytest.mark.parametrize("name", TABLES)
def test_the_right_winner_or_a_question(name, tmp_path):
    data, options = TABLES[name](tmp_path)
    if name in QUESTIONS:
        with pytest.raises(PrgbenchError, match=QUESTIONS[name]):
            prgbench.compare(data, **options)
        return
    answer = prgbench.compare(data, settings={"comparison": FAST}, **options).answer
    models = {best.model for best in answer.best_models}
    assert models <= {"b", "org/b", "b_TESTFOLDS", "{'C': 10}"}
    assert len(models) == 1
