"""Whether higher is better by a measure, and its range, as far as its name tells."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from prgbench.metrics import get_measure, measures
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import SHOWN_NAMES, as_shell_word, plain, some_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TIMES = _words("time times duration latency runtime seconds millis")
_OF_TIMES = TIMES | _words(
    "fit infer inference pred predict prediction score test testing train training "
    "wall clock cpu usercpu s sec ms"
)
SPREADS = _words("std sd se sem stderr stdev stddev var variance ci lower upper")
"""A column with one of these words describes how another one varies, and is no measure."""

_P_VALUE = re.compile(r"(.+ )?(p ?val(ue)?s?|p adj(usted)?|adj p)( .+)?")
_SPREAD_IN_TWO_WORDS = re.compile(r"\bstandard (error|deviation|dev|err)s?\b")

# Words that name a sample, an average or a rank cut-off change neither direction nor range.
_AT_THE_FRONT = re.compile(
    r"test|train|training|val|valid|metrics|validation|dev|eval|holdout|oof|cv|mean|avg|average|"
    r"median|macro|micro|weighted|samples|binary|multiclass|multilabel|retrieval|top\d+|split\d+|"
    r"classif|regr|surv|normali[sz]ed|cosine|dot|max|ood|bbox|segm"
)
# "acc,none" is the accuracy of lm-eval's answers without a filter. HELM's "EM (Robustness)" is the
# exact match on perturbed instances.
_AT_THE_END = re.compile(
    rf"{_AT_THE_FRONT.pattern}|ovr|ovo|score|pct|percent|percentage|at|k|none|bins?|\d+|"
    r"robustness|fairness"
)
_TURNED = _words("neg inverse inv drop decrease gap rank regret")
_WORSE = _words("error err loss cost penalty regret rank drop gap distance risk")
LIKELIHOODS = _words("likelihood elpd")
_MAYBE = _words("metric quality performance")
_OF_TWO_MEANINGS = _words("gini index")
"""In credit scoring 2 AUC - 1, of recommended items their inequality."""

_SILENT = _words("score value")
"""A column with one of these words may be a measure, but nothing tells its direction."""


# As headers of published tables tell the direction, perhaps as they are written in LaTeX.
_TOLD = {
    True: re.compile(r"[↑⬆⇧]|\\uparrow|\bhigher is better\b", re.IGNORECASE),
    False: re.compile(r"[↓⬇⇩]|\\downarrow|\blower is better\b", re.IGNORECASE),
}
# Of the first k results of a search, P is the precision and ERR the expected reciprocal rank;
# trec_eval writes P_10 and success_10.
_OF_FIRST_RESULTS = re.compile(
    r"(?:(?:P|R|RR|ERR|NCG|HR|Success|S)@|(?-i:P|success)_)\d+(?: \((?:Robustness|Fairness)\))?",
    re.IGNORECASE,
)

_WORD_INSIDE = re.compile(r"(?<=[a-z]{2})(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])")
_BETWEEN_WORDS = re.compile(r"[\W_]+")

PERCENT = 100
ROUNDING = 1e-9
"""Values may be so far outside the range of a measure."""


class KnownMeasure(NamedTuple):
    """The direction of a measure, and the range of its values."""

    higher_is_better: bool
    lower: float
    upper: float


@cache
def _known_measures() -> Mapping[str, KnownMeasure]:
    """Return those of prgbench, scikit-learn, yardstick, OpenML, MTEB, AutoGluon and others."""
    by_name = {
        name: KnownMeasure(measure.higher_is_better, measure.lower, measure.upper)
        for name, measure in zip(measures(), map(get_measure, measures()), strict=True)
    }
    path = Path(__file__).with_name("known_measures.csv")
    with path.open(encoding="utf-8", newline="") as file:
        for name, better, lower, upper in islice(csv.reader(file), 1, None):
            by_name[name] = KnownMeasure(better == "higher", float(lower), float(upper))
    return {name.replace("_", ""): measure for name, measure in by_name.items()}


def known_measure(name: str) -> KnownMeasure | None:
    """Return the measure that a name is, perhaps with the sample or average before or after it.

    Only whole names count: "accuracy_drop" and "1-AUC" are no known measures, nor is one beside an
    arrow that says the opposite.

    Examples
    --------
    >>> known_measure("P@10"), known_measure("accuracy ↓")
    (KnownMeasure(higher_is_better=True, lower=0.0, upper=1.0), None)
    """
    measure = _known_without_sign(name)
    if measure is None or told_direction(name) in (None, measure.higher_is_better):
        return measure
    return None


def _known_without_sign(name: str) -> KnownMeasure | None:
    for sign in _TOLD.values():
        name = sign.sub(" ", name)
    if _OF_FIRST_RESULTS.fullmatch(name.strip()):
        return KnownMeasure(True, 0.0, 1.0)
    return _of_words(words_of(name))


def told_direction(name: str) -> bool | None:
    """Return whether a name states that higher is better, such as by an arrow; None if neither.

    Examples
    --------
    >>> told_direction("AbsRel ↓"), told_direction("CIDEr (higher is better)")
    (False, True)
    """
    told = [higher for higher, sign in _TOLD.items() if sign.search(name)]
    return told[0] if len(told) == 1 else None


def _of_words(words: Sequence[str]) -> KnownMeasure | None:
    if not words:
        return None
    if measure := _known_measures().get("".join(words)):
        return measure
    if TIMES.intersection(words) and _OF_TIMES.issuperset(words):
        return KnownMeasure(False, 0.0, np.inf)
    # A scorer of scikit-learn that begins with "neg" is a loss with the opposite sign.
    if words[0] == "neg" and (loss := _of_words(words[1:])) and not loss.higher_is_better:
        return KnownMeasure(True, -loss.upper, -loss.lower)
    if words[0] == "top":
        return _of_words(words[2:])
    if _AT_THE_FRONT.fullmatch(words[0]) and (measure := _of_words(words[1:])):
        return measure
    return _of_words(words[:-1]) if _AT_THE_END.fullmatch(words[-1]) else None


def measure_in(name: str) -> str:
    """Return the longest of the known measures that a name has as whole words, or nothing.

    Examples
    --------
    >>> measure_in("mergedTable_AUC_ROC"), measure_in("best/HC2_logloss"), measure_in("heart")
    ('AUC_ROC', 'logloss', '')
    """
    ends = combinations_with_replacement(re.finditer(r"[^\W_]+", name), 2)
    parts = [name[first.start() : last.end()] for first, last in ends]
    measures_in_name = [part for part in parts if "".join(words_of(part)) in _known_measures()]
    return max(measures_in_name, key=len, default="")


def has_common_range(name: str, values: pd.Series) -> bool:
    """Return whether the values of a measure can be averaged over data sets.

    A bounded measure can. A loss such as RMSE is in the units of the data; any other measure can
    as long as all values lie in [-1, 1].

    Examples
    --------
    >>> [has_common_range(name, pd.Series([0.5, 0.8])) for name in ("mcc", "r2", "rmse")]
    [True, True, False]
    """
    limits = measure[1:] if (measure := known_measure(name)) else (-np.inf, np.inf)
    if np.isfinite(limits).all():
        return True
    return 0 not in limits and bool(values.abs().max() <= 1)


def limits_of(name: str, values: pd.Series) -> tuple[float, float]:
    """Return the limits of a measure that its values keep to: infinite where nothing is known.

    Values of a share may be in percent.

    Examples
    --------
    >>> limits_of("accuracy", pd.Series([0.8, 1.0])), limits_of("accuracy", pd.Series([80, 100]))
    ((0.0, 1.0), (0.0, 100.0))
    >>> limits_of("accuracy", pd.Series([80, 120])), limits_of("rmse", pd.Series([0.3, 2.0]))
    ((-inf, inf), (0.0, inf))
    """
    measure = known_measure(name)
    unlimited = (-np.inf, np.inf)
    if measure is None:
        return unlimited
    own = (float(measure.lower), float(measure.upper))
    in_percent = (own[0] * PERCENT, own[1] * PERCENT)
    scales = (own, in_percent) if measure.upper == 1 else (own,)
    return next((of for of in scales if values.dropna().between(*of).all()), unlimited)


def guessed_direction(name: str) -> bool | None:
    """Guess whether higher is better by the words of an unknown name; None without such words."""
    if (told := told_direction(name)) is not None:
        return told
    words = words_of(name)
    if _WORSE.intersection(words):
        return False
    if _OF_TWO_MEANINGS.issubset(words):
        return None
    # What follows "@" is where the measure is taken, as in "TPR@FPR=0.01".
    measures = _named_in(name.partition("@")[0]) or _named_in(name)
    if not measures:
        return True if _MAYBE.intersection(words) else None
    # "AMI WER" is the error rate on the data set AMI: the last word says what is measured.
    return measures[-1].higher_is_better is not bool(
        _TURNED.intersection(words) or words[0] == "1"
    )


def _named_in(text: str) -> list[KnownMeasure]:
    """Return the measures that the words of a text are, of "MetricX-XXL" that of "MetricX"."""
    found = []
    for part in _BETWEEN_WORDS.split(text):
        words = words_of(part)
        if whole := _of_words(words):
            found.append(whole)
        else:
            found += filter(None, (_of_words([word]) for word in words))
    return found


def has_word_of_measure(name: str) -> bool:
    """Say whether a name has a word of a measure, even if nothing tells its direction.

    Examples
    --------
    >>> has_word_of_measure("energy score"), guessed_direction("energy score")
    (True, None)
    """
    return guessed_direction(name) is not None or not _SILENT.isdisjoint(words_of(name))


def is_measure(name: str) -> bool:
    """Return whether a column has scores unless somebody says so: no times, spreads, p-values."""
    words = words_of(name)
    is_spread = SPREADS.intersection(words) or _SPREAD_IN_TWO_WORDS.search(" ".join(words))
    spread = is_spread and known_measure(name) is None
    return not (spread or TIMES.intersection(words) or is_p_value(name))


def is_p_value(name: str) -> bool:
    """Say whether a column is called as the p-values of a test.

    Examples
    --------
    >>> is_p_value("p-value"), is_p_value("wilcoxon_pval"), is_p_value("value")
    (True, True, False)
    """
    return _P_VALUE.fullmatch(" ".join(words_of(name))) is not None


def words_of(name: str) -> list[str]:
    """Return the words of a name in small letters."""
    text = _WORD_INSIDE.sub("_", unicodedata.normalize("NFKC", name))
    return [word for word in _BETWEEN_WORDS.split(text.lower()) if word]


def directions_of(
    names: Sequence[str], stated: Mapping[str, bool], *, chosen: bool = False
) -> dict[str, bool]:
    """Return whether higher is better by each measure, as it is stated or as the name tells.

    Unless the measures are ``chosen``, to choose among them is advised, too.

    Raises
    ------
    PrgbenchError
        If neither tells it; of many such measures, the first are named with what to type.
    """
    directions = {name: better for name in names if (better := _direction(name)) is not None}
    unknown = [name for name in names if name not in stated and name not in directions]
    if unknown:
        few = unknown[:SHOWN_NAMES]
        others = " and likewise for the others" if len(few) < len(unknown) else ""
        choice = "" if chosen else ", or name the measures to compare with `measures`"
        raise PrgbenchError(
            f"Whether higher is better is unknown for {some_of(unknown)}: "
            f"{ways_to_state(few)}{others}{choice}."
        )
    return {name: {**directions, **stated}[name] for name in names}


def _direction(name: str) -> bool | None:
    """Return the direction of a known measure, or what the name of an unknown one states."""
    if measure := known_measure(name):
        return measure.higher_is_better
    # An arrow against a name that is known is a question.
    return None if _known_without_sign(name) else told_direction(name)


def ways_to_state(names: Sequence[str]) -> str:
    """Return the options that state the directions of measures, as their names suggest them."""
    suggested = {name: better for name in names if (better := guessed_direction(name)) is not None}
    hints = []
    if suggested:
        by_direction = ([n for n in suggested if suggested[n] is b] for b in (True, False))
        options = " ".join(filter(None, map(_option, by_direction, (True, False))))
        hints.append(f"{options} (`higher_is_better={suggested}`) as the name suggests")
    if silent := [name for name in names if name not in suggested]:
        either = f"--higher-is-better or --lower-is-better {_typed(silent)}"
        hints.append(f"{either} (`higher_is_better` in Python)")
    return f"give {', and '.join(hints)}"


def doubtful_values(
    scores: pd.DataFrame, measures: Mapping[str, bool], stated: Mapping[str, bool]
) -> Iterator[str]:
    """Yield a sentence for each measure whose values contradict its range.

    A sign that contradicts the direction, and percent beside fractions, are errors unless the
    direction is ``stated``: then the values are as somebody wants them.
    """
    for name, higher in measures.items():
        measure = known_measure(name)
        values = scores[name][np.isfinite(scores[name])]
        if measure is None or values.empty:
            continue
        outside = values[~values.between(measure.lower - ROUNDING, measure.upper + ROUNDING)]
        # Where a range has 0 inside, all models on one side of it are unusual: below, as an R² or
        # decibels of noise, or above, as the logarithm of a probability.
        likelihood = measure.higher_is_better and LIKELIHOODS.intersection(words_of(name))
        one_side = values.min() > 0 if likelihood else values.max() < 0
        if measure.lower < 0 < measure.upper and one_side:
            side = "above" if likelihood else "below"
            yield f"{plain(name)} has only values {side} 0, as if its sign were reversed."
        if outside.empty:
            continue
        text = (
            f"{plain(name)} has the value {outside.loc[outside.abs().idxmax()]:g}, outside its "
            f"range [{measure.lower:g}, {measure.upper:g}]"
        )
        # A loss below 0, or the negative of one above 0: somebody has turned the sign.
        if (measure.lower == 0 > values.min()) or (measure.upper == 0 < values.max()):
            turned = values.max() <= 0 if measure.lower == 0 else values.min() >= 0
            if name not in stated and not turned:
                raise PrgbenchError(
                    f"{text} ({_where(scores, outside)}), while other values have the opposite "
                    "sign: leave the cell empty if it stands for a missing score, or correct it."
                )
            if name not in stated:
                raise PrgbenchError(
                    f"{text}: {_which(name, not higher)} if its sign was reversed."
                )
            continue
        if measure.upper == 1 and outside.abs().max() <= PERCENT:
            scales = _two_scales(scores, values, measure.upper)
            if scales is None:
                text += ": percent"
            elif name in stated:
                text += f": percent beside fractions ({some_of(scales.within)})"
            else:
                only = f"the {scales.noun} {scales.beyond[0]} if it is not one"
                what = only if len(scales.beyond) == 1 else f"what is not {plain(name)}"
                raise PrgbenchError(
                    f"{text} ({_where(scores, outside)}): percent beside fractions "
                    f"({some_of(scales.within)}): leave out {what}, write all values alike, or "
                    f"{_which(name, higher)} if they are alike."
                )
        yield f"{text}."


class _TwoScales(NamedTuple):
    """The models, or data sets, with values beyond a range, and those with all values within."""

    noun: str
    beyond: list[str]
    within: list[str]


def _two_scales(scores: pd.DataFrame, values: pd.Series, upper: float) -> _TwoScales | None:
    """Return which models, or data sets, have values of another scale: those of which fewer do."""
    found = []
    for role, noun in (("model", "model"), ("dataset", "data set")):
        largest = values.groupby(scores[role]).max()
        beyond = [plain(str(key)) for key, value in largest.items() if value > upper]
        within = [plain(str(key)) for key, value in largest.items() if value <= upper]
        if within:
            found.append(_TwoScales(noun, beyond, within))
    return min(found, key=lambda scales: len(scales.beyond), default=None)


def _where(scores: pd.DataFrame, outside: pd.Series) -> str:
    """Name the model and the data set of the value that is farthest from 0."""
    row = scores.loc[outside.index[int(outside.abs().argmax())]]
    return f"model {plain(str(row['model']))}, data set {plain(str(row['dataset']))}"


def _which(name: str, higher: bool) -> str:
    return f"give {_option([name], higher)} (`higher_is_better={{{plain(name)!r}: {higher}}}`)"


def _option(names: Sequence[str], higher: bool) -> str:
    return f"--{'higher' if higher else 'lower'}-is-better {_typed(names)}" if names else ""


def _typed(names: Sequence[str]) -> str:
    return " ".join(map(as_shell_word, names))
