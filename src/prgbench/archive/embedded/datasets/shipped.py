"""Data sets that scikit-learn and statsmodels ship."""

from types import ModuleType

import numpy as np
import pandas as pd
from sklearn import datasets as sklearn_datasets
from statsmodels import datasets as statsmodels_datasets

from prgbench.archive.embedded.datasets.instances import (
    DataSet,
    Instances,
    above_mean,
    one_of_many,
)

MOST_ROWS = 2000


def shipped() -> list[DataSet]:
    """Return the data sets that come with packages."""
    return [
        DataSet(
            "breast-cancer", "scikit-learn: breast cancer Wisconsin, diagnostic", _breast_cancer
        ),
        DataSet("digits", "scikit-learn: handwritten digits, every second row", _digits),
        DataSet("wine", "scikit-learn: wine cultivars", _wine),
        DataSet("iris", "scikit-learn: Fisher's iris", _iris),
        DataSet("diabetes", "scikit-learn: diabetes, progression above its mean", _diabetes),
        DataSet("fair", "statsmodels: Fair 1978, affairs, 2,000 rows drawn", _fair),
        DataSet(
            "anes96",
            "statsmodels: American election study 1996, one or two columns left out",
            _anes96,
        ),
        DataSet("randhie", "statsmodels: RAND health insurance, 2,000 rows drawn", _randhie),
        DataSet("modechoice", "statsmodels: travel mode choice, Greene", _modechoice),
        DataSet("star98", "statsmodels: California schools, share above its mean", _star98),
        DataSet(
            "grunfeld",
            "statsmodels: Grunfeld 1950, two columns, investment above its mean",
            _grunfeld,
        ),
        DataSet(
            "macrodata",
            "statsmodels: US quarters, five columns, inflation above its mean",
            _macrodata,
        ),
        DataSet("ccard", "statsmodels: credit card, expenditure above its mean", _ccard),
        DataSet("statecrime", "statsmodels: US states 2009, murder above its mean", _crime, True),
        DataSet("heart", "statsmodels: heart transplants, death seen", _heart, repeated=True),
    ]


def _breast_cancer() -> dict[str, Instances]:
    bunch = sklearn_datasets.load_breast_cancer()
    return {"diagnosis": Instances(bunch.data, bunch.target == 0, "malignant", "benign")}


def _digits() -> dict[str, Instances]:
    bunch = sklearn_datasets.load_digits()
    return one_of_many(bunch.data[::2], bunch.target[::2], 1, 8, 9)


def _wine() -> dict[str, Instances]:
    bunch = sklearn_datasets.load_wine()
    return one_of_many(bunch.data, bunch.target, 0, 1, 2)


def _iris() -> dict[str, Instances]:
    bunch = sklearn_datasets.load_iris()
    return one_of_many(bunch.data, bunch.target, 1, 2)


def _diabetes() -> dict[str, Instances]:
    bunch = sklearn_datasets.load_diabetes(as_frame=True)
    return above_mean(bunch.frame, "target")


def _fair() -> dict[str, Instances]:
    table = _drawn(statsmodels_datasets.fair)
    return {"affairs": _flag(table, "affairs", table["affairs"] > 0, "some", "none")}


def _anes96() -> dict[str, Instances]:
    table = _table(statsmodels_datasets.anes96).drop(columns="logpopul")
    return {
        "vote": _flag(table.drop(columns="PID"), "vote", table["vote"] == 1, "Dole", "Clinton"),
        "TVnews": _flag(table, "TVnews", table["TVnews"] == 7, "daily"),
    }


def _randhie() -> dict[str, Instances]:
    table = _drawn(statsmodels_datasets.randhie)
    return {
        "visited": _flag(table, "mdvis", table["mdvis"] == 0, "never", "some"),
        "often": _flag(table, "mdvis", table["mdvis"] > 10, "often"),
    }


def _modechoice() -> dict[str, Instances]:
    table = _table(statsmodels_datasets.modechoice).drop(columns="individual")
    return {"choice": _flag(table, "choice", table["choice"] == 1, "chosen", "not")}


def _star98() -> dict[str, Instances]:
    table = _table(statsmodels_datasets.star98)
    share = table["NABOVE"] / (table["NABOVE"] + table["NBELOW"])
    rest = table.drop(columns=["NABOVE", "NBELOW"])
    return above_mean(rest.assign(above=share), "above")


def _grunfeld() -> dict[str, Instances]:
    table = _table(statsmodels_datasets.grunfeld)
    return above_mean(table[["invest", "value", "year"]], "invest")


def _macrodata() -> dict[str, Instances]:
    table = _table(statsmodels_datasets.macrodata)
    return above_mean(table[["infl", "unemp", "tbilrate", "realinv", "m1", "quarter"]], "infl")


def _ccard() -> dict[str, Instances]:
    return above_mean(_table(statsmodels_datasets.ccard).drop(columns="INCOMESQ"), "AVGEXP")


def _crime() -> dict[str, Instances]:
    return above_mean(_table(statsmodels_datasets.statecrime).drop(columns="violent"), "murder")


def _heart() -> dict[str, Instances]:
    table = _table(statsmodels_datasets.heart)
    return {"censors": _flag(table, "censors", table["censors"] == 0, "alive", "dead")}


def _table(module: ModuleType) -> pd.DataFrame:
    table: pd.DataFrame = module.load_pandas().data
    return table


def _drawn(module: ModuleType) -> pd.DataFrame:
    return _table(module).sample(MOST_ROWS, random_state=0)


def _flag(
    table: pd.DataFrame, target: str, flag: pd.Series, label: str, rest: str = "rest"
) -> Instances:
    x = table.drop(columns=target).to_numpy(dtype=np.float64)
    return Instances(x, flag.to_numpy(dtype=bool), label, rest)
