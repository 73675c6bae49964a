"""The data sets of the demo's archive: shipped ones, and those of a rule."""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import datasets as sklearn_datasets
from statsmodels import datasets as statsmodels_datasets

from demo_archive.generators import (
    DataSet,
    Features,
    Flags,
    Instances,
    above_mean,
    generators,
    one_of_many,
)

Codes = NDArray[np.int_]
Tasks = dict[str, Instances]
MOST_ROWS = 2000
MONKS_VALUES = (3, 3, 2, 3, 4, 2)
TRIPLES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip
SEGMENTS = np.array(
    [list(map(int, lights)) for lights in (
        "1110111", "0010010", "1011101", "1011011", "0111010",
        "1101011", "1101111", "1010010", "1111111", "1111011",
    )]
)  # fmt: skip


def data_sets() -> list[DataSet]:
    """Return all data sets: shipped with packages, defined by rules, drawn from generators."""
    return [*shipped(), *rules(), *generators()]


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


def _breast_cancer() -> Tasks:
    x, y = sklearn_datasets.load_breast_cancer(return_X_y=True)
    return {"diagnosis": Instances(x, y == 0, "malignant", "benign")}


def _digits() -> Tasks:
    x, y = sklearn_datasets.load_digits(return_X_y=True)
    return one_of_many(x[::2], y[::2], 1, 8, 9)


def _wine() -> Tasks:
    return one_of_many(*sklearn_datasets.load_wine(return_X_y=True), 0, 1, 2)


def _iris() -> Tasks:
    return one_of_many(*sklearn_datasets.load_iris(return_X_y=True), 1, 2)


def _diabetes() -> Tasks:
    return above_mean(sklearn_datasets.load_diabetes(as_frame=True).frame, "target")


def _fair() -> Tasks:
    table = _table("fair").sample(MOST_ROWS, random_state=0)
    return {"affairs": _flag(table, "affairs", table["affairs"] > 0, "some", "none")}


def _anes96() -> Tasks:
    table = _table("anes96").drop(columns="logpopul")
    return {
        "vote": _flag(table.drop(columns="PID"), "vote", table["vote"] == 1, "Dole", "Clinton"),
        "TVnews": _flag(table, "TVnews", table["TVnews"] == 7, "daily"),
    }


def _randhie() -> Tasks:
    table = _table("randhie").sample(MOST_ROWS, random_state=0)
    return {
        "visited": _flag(table, "mdvis", table["mdvis"] == 0, "never", "some"),
        "often": _flag(table, "mdvis", table["mdvis"] > 10, "often"),
    }


def _modechoice() -> Tasks:
    table = _table("modechoice").drop(columns="individual")
    return {"choice": _flag(table, "choice", table["choice"] == 1, "chosen", "not")}


def _star98() -> Tasks:
    table = _table("star98")
    share = table["NABOVE"] / (table["NABOVE"] + table["NBELOW"])
    rest = table.drop(columns=["NABOVE", "NBELOW"])
    return above_mean(rest.assign(above=share), "above")


def _grunfeld() -> Tasks:
    table = _table("grunfeld")
    return above_mean(table[["invest", "value", "year"]], "invest")


def _macrodata() -> Tasks:
    table = _table("macrodata")
    return above_mean(table[["infl", "unemp", "tbilrate", "realinv", "m1", "quarter"]], "infl")


def _ccard() -> Tasks:
    return above_mean(_table("ccard").drop(columns="INCOMESQ"), "AVGEXP")


def _crime() -> Tasks:
    return above_mean(_table("statecrime").drop(columns="violent"), "murder")


def _heart() -> Tasks:
    table = _table("heart")
    return {"censors": _flag(table, "censors", table["censors"] == 0, "alive", "dead")}


def _table(name: str) -> pd.DataFrame:
    table: pd.DataFrame = getattr(statsmodels_datasets, name).load_pandas().data
    return table


def _flag(
    table: pd.DataFrame, target: str, flag: pd.Series, label: str, rest: str = "rest"
) -> Instances:
    x = table.drop(columns=target).to_numpy(dtype=np.float64)
    return Instances(x, flag.to_numpy(dtype=bool), label, rest)


def rules() -> list[DataSet]:
    """Return the data sets that rules define."""
    return [
        DataSet("tic-tac-toe", "Aha 1991: the ends of all games that x began", _tic_tac_toe),
        DataSet("monks-1", "Thrun et al. 1991: all 432 robots, rule 1", partial(_monks, 1)),
        DataSet("monks-2", "Thrun et al. 1991: all 432 robots, rule 2", partial(_monks, 2)),
        DataSet(
            "monks-3", "Thrun et al. 1991: all 432 robots, rule 3, no noise", partial(_monks, 3)
        ),
        DataSet("balance-scale", "Siegler 1976: all 625 pairs of weights and arms", _balance),
        DataSet(
            "mofn-3-7-10",
            "Murphy and Pazzani 1991: 3 of 7 of 10 bits, 500 of 1,024 rows drawn",
            _m_of_n,
        ),
        DataSet("xd6", "Buntine and Niblett 1992: a tenth of the classes wrong", _xd6),
        DataSet("multiplexer-6", "Wilson 1987: all 64 rows", partial(_multiplexer, 2, 64)),
        DataSet(
            "multiplexer-11", "Wilson 1987: 500 of 2,048 rows drawn", partial(_multiplexer, 3, 500)
        ),
        DataSet(
            "led-7", "Breiman et al. 1984: a tenth of the lights wrong", partial(_led, 500, 0, 8)
        ),
        DataSet(
            "led-24",
            "Breiman et al. 1984: as led-7, 17 more lights at random",
            partial(_led, 400, 17, 3),
        ),
    ]


def one_hot(codes: Codes) -> Features:
    """Return a 0/1 column for each value of each column."""
    columns = [codes[:, [place]] == np.unique(codes[:, place]) for place in range(codes.shape[1])]
    return np.hstack(columns).astype(np.float64)


def tic_tac_toe_boards() -> tuple[Codes, Flags]:
    """Return all boards (1 = x, -1 = o) at which a game that x began ends, and x's wins."""
    boards = np.array(list(product((1, -1, 0), repeat=9)))
    lines = boards[:, TRIPLES].sum(axis=2)
    x_wins, o_wins = (lines == 3).any(axis=1), (lines == -3).any(axis=1)
    ahead = boards.sum(axis=1)
    full = (boards != 0).all(axis=1)
    ended = (
        (x_wins & ~o_wins & (ahead == 1))
        | (o_wins & ~x_wins & (ahead == 0))
        | (full & ~x_wins & ~o_wins & (ahead == 1))
    )
    return boards[ended], x_wins[ended]


def _tic_tac_toe() -> Tasks:
    boards, won = tic_tac_toe_boards()
    return {"class": Instances(one_hot(boards), ~won, "negative", "positive")}


def _monks(rule: int) -> Tasks:
    robots = np.array(list(product(*(range(1, n + 1) for n in MONKS_VALUES))))
    a = robots.T
    fits = (
        (a[0] == a[1]) | (a[4] == 1),
        (a == 1).sum(axis=0) == 2,
        ((a[4] == 3) & (a[3] == 1)) | ((a[4] != 4) & (a[1] != 3)),
    )
    return {"class": Instances(one_hot(robots), fits[rule - 1], "1", "0")}


def _balance() -> Tasks:
    scales = np.array(list(product(range(1, 6), repeat=4)))
    left, right = scales[:, 0] * scales[:, 1], scales[:, 2] * scales[:, 3]
    x = scales.astype(np.float64)
    return {"balanced": Instances(x, left == right, "B"), "left": Instances(x, left > right, "L")}


def _m_of_n() -> Tasks:
    bits = _drawn(_bits(10), 500)
    few = bits[:, 2:9].sum(axis=1) < 3
    return {"class": Instances(bits.astype(np.float64), few, "0", "1")}


def _xd6() -> Tasks:
    rng = np.random.default_rng(6)
    bits = rng.integers(2, size=(600, 10))
    rule = (bits[:, :9].reshape(-1, 3, 3).sum(axis=2) == 3).any(axis=1)
    wrong = rng.random(len(bits)) < 0.1
    return {"class": Instances(bits.astype(np.float64), rule ^ wrong, "1", "0")}


def _multiplexer(n_address: int, n_rows: int) -> Tasks:
    bits = _drawn(_bits(n_address + 2**n_address), n_rows)
    address = bits[:, :n_address] @ (1 << np.arange(n_address)[::-1])
    chosen = bits[np.arange(len(bits)), n_address + address] == 1
    return {"class": Instances(bits.astype(np.float64), chosen, "1", "0")}


def _led(n_rows: int, n_more: int, digit: int) -> Tasks:
    rng = np.random.default_rng(7 + n_more)
    digits = rng.integers(10, size=n_rows)
    lights = SEGMENTS[digits] ^ (rng.random((n_rows, 7)) < 0.1)
    more = rng.integers(2, size=(n_rows, n_more))
    return one_of_many(np.hstack([lights, more]).astype(np.float64), digits, digit)


def _bits(n: int) -> Codes:
    return np.array(list(product((0, 1), repeat=n)))


def _drawn(rows: Codes, n: int) -> Codes:
    """Return ``n`` of the rows in their order, or all if there are fewer."""
    if len(rows) <= n:
        return rows
    chosen = np.random.default_rng(len(rows)).choice(len(rows), n, replace=False)
    return rows[np.sort(chosen)]
