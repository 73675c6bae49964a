"""Small prediction files as the clients write them, for damaging."""

from collections.abc import Callable, Sequence

import numpy as np

CLASSES = ("neg", "pos")
ODD_CLASSES = ("it's", "<=50 K")

Row = tuple[int, int, int, float, str, str]
"""Repeat, fold, row_id, score of the second class, prediction, truth."""


def layouts() -> dict[str, tuple[bytes, tuple[str, ...]]]:
    """Return files and their classes by the name of their layout."""
    texts: dict[str, Callable[[], str]] = {
        "weka": _weka,
        "weka, CRLF": lambda: _weka().replace("\n", "\r\n"),
        "mlr": _mlr,
        "mlr, blanks": _mlr_blanks,
        "openml-python": _openml_python,
        "tabs": _tabs,
        "sparse": _sparse,
        "one column of scores": _one_column,
        "two repeats": _two_repeats,
        "a third label": _third_label,
    }
    files = {name: (text().encode(), CLASSES) for name, text in texts.items()}
    files["escaped labels"] = (_escaped().encode(), ODD_CLASSES)
    return files


def _rows(n: int, seed: int, digits: int = 6, labels: Sequence[str] = CLASSES) -> list[Row]:
    rng = np.random.default_rng(seed)
    scores = rng.random(n).round(digits).tolist()
    return [
        (0, place % 5, row_id, score, labels[score > 0.5], labels[row_id % 3 == 0])
        for place, (row_id, score) in enumerate(
            zip(rng.permutation(n).tolist(), scores, strict=True)
        )
    ]


def _file(attributes: Sequence[str], lines: Sequence[str], relation: str = "p") -> str:
    declared = [f"@attribute {attribute}" for attribute in attributes]
    return "\n".join([f"@relation {relation}", "", *declared, "", "@data", *lines, ""])


NUMBERS = ["repeat numeric", "fold numeric", "row_id numeric"]
SCORES = ["confidence.neg numeric", "confidence.pos numeric"]
LABELS = ["prediction {neg,pos}", "correct {neg,pos}"]


def _weka() -> str:
    lines = [f"{r},{f},{i},{1 - s:.6g},{s},{p},{t}" for r, f, i, s, p, t in _rows(20, 1)]
    lines[7] = lines[7].rsplit(",", 1)[0] + ",?"
    return _file(NUMBERS + SCORES + LABELS, lines)


def _mlr() -> str:
    names = [f"'{name}' numeric" for name in ("repeat", "fold", "row_id")]
    labels = [f"'{name}' {{'neg','pos'}}" for name in ("prediction", "truth")]
    scores = [f"'confidence.{label}' numeric" for label in CLASSES]
    lines = [f'{r},{f},{i},"{p}","{t}",{1 - s!r},{s!r}' for r, f, i, s, p, t in _rows(15, 2, 15)]
    return _file(names + labels + scores, lines, "'run$predictions'") + "\0"


def _mlr_blanks() -> str:
    names = ["'repeat' numeric", "'fold' numeric", "'row_id' numeric"]
    labels = ["'prediction' {'neg','pos'}", "'truth' {'neg','pos'}"]
    scores = ["'confidence.neg' numeric", "'confidence.pos' numeric"]
    lines = [f'0 ? {i} "{p}" "{t}" {s < 0.5:d} {s >= 0.5:d}' for _, _, i, s, p, t in _rows(15, 3)]
    return _file(names + labels + scores, lines, "R_data_frame")


def _openml_python() -> str:
    lines = [f"{r},{f},0,{i},{1 - s!r},{s!r},{p},{t}" for r, f, i, s, p, t in _rows(15, 4, 17)]
    names = ["repeat NUMERIC", "fold NUMERIC", "sample NUMERIC", "row_id NUMERIC"]
    text = _file([*names, *SCORES, "prediction {neg, pos}", "correct {neg, pos}"], lines)
    text = text.replace("@relation", "@RELATION").replace("@attribute", "@ATTRIBUTE")
    return "% Python_3.6.6.\n% Sklearn_0.20.0.\n" + text.replace("@data", "@DATA")


def _tabs() -> str:
    lines = ["\t".join(map(str, (f, i, s, p, t))) for _, f, i, s, p, t in _rows(15, 5)]
    return _file(["fold_nr integer", "rowid integer", SCORES[1], *LABELS], lines)


def _sparse() -> str:
    lines = []
    for r, f, i, s, p, t in _rows(15, 6):
        values = [r, f, i, round(1 - s, 6), s, p, t]
        kept = [f"{k} {value}" for k, value in enumerate(values) if value not in (0, "neg")]
        lines.append("{" + ", ".join(kept) + "}")
    return _file(NUMBERS + SCORES + LABELS, lines)


def _one_column() -> str:
    lines = [f"{i},{s}" for _, _, i, s, _, _ in _rows(40, 7)]
    return _file(["row_id numeric", "confidence.pos real"], lines)


def _two_repeats() -> str:
    rows = [(repeat, *row[1:]) for repeat in (0, 1) for row in _rows(10, 8 + repeat)]
    lines = [f"{r},{f},{i},{p},{t},{1 - s:.6f},{s:.6f}" for r, f, i, s, p, t in rows]
    return _file(["repeat_nr real", "fold_nr real", NUMBERS[2], *LABELS, *SCORES], lines)


def _third_label() -> str:
    lines = [f"{i},{s},?,{s / 2},{p}" for _, _, i, s, p, _ in _rows(15, 10)]
    lines[3] = "99,0,0,0,pos"
    names = ["row_id real", SCORES[0], "confidence.none numeric", SCORES[1]]
    return _file([*names, "prediction {neg,none,pos}"], lines)


def _escaped() -> str:
    names = [r"'confidence.it\'s' numeric", '"confidence.<=50 K" numeric', "comment string"]
    marks = {"it's": r"'it\'s'", "<=50 K": '"<=50 K"'}
    labels = [r"truth {'it\'s', '<=50 K'}"]
    lines = [
        f"{i}, {s}, {1 - s:.3f}, 'a, \\\\ b', {marks[t]}"
        for _, _, i, s, _, t in _rows(12, 11, 3, ODD_CLASSES)
    ]
    lines.insert(4, "% a comment among the rows")
    return _file(["row_id numeric", *names, *labels], lines)
