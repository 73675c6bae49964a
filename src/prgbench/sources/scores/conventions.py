"""What the tables of some programs leave unsaid, because there it is always so.

A scorer of scikit-learn and a score of AutoGluon are higher for a better model: of a loss, the
sign is reversed. caret's F is the F1. Of scores on several samples, those of the test sample
compare the models.
"""

from collections.abc import Sequence

from prgbench.sources.scores.columns import SPLIT, is_known
from prgbench.sources.scores.directions import (
    has_word_of_measure,
    is_measure,
    known_measure,
    words_of,
)

_OF_CROSS_VALIDATE = frozenset(["fit_time", "score_time"])
_OF_SAMPLES = ("test_", "train_")
_OF_PR_SUMMARY = frozenset(["AUC", "Precision", "Recall", "F"])
"""The measures of caret's ``prSummary``, of which the last is F1."""

_OF_AUTOGLUON = frozenset(["score_val", "fit_order"])
_SCORES_OF_AUTOGLUON = ("score_test", "score_val")
_TRAINING = frozenset(["train", "training"])
_BETTER_SAMPLES = {
    "train": ("test", "val", "valid", "validation"),
    "training": ("test", "val", "valid", "validation"),
    "val": ("test",),
    "valid": ("test",),
    "validation": ("test",),
}


def higher_by_convention(names: Sequence[str], chosen: Sequence[str] = ()) -> dict[str, bool]:
    """Return the measures without a known name by which higher is better all the same.

    Those of other samples than the test sample are among them only if they are ``chosen``.

    Examples
    --------
    >>> higher_by_convention(["params", "split0_test_score", "split0_test_neg_log_loss"])
    {'score': True}
    >>> higher_by_convention(["model", "fit_time", "score_time", "test_score", "test_size"])
    {'test_score': True}
    >>> higher_by_convention(["model", "score_test", "score_val", "fit_order"])
    {'score_test': True}
    >>> higher_by_convention(["model", "score_test", "score_val", "fit_order"], ["score_val"])
    {'score_val': True}
    >>> higher_by_convention(["model", "score_test"])
    {}
    >>> higher_by_convention(["model", "AUC", "Precision", "Recall", "F"])
    {'F': True}
    """
    found = [split["metric"] for name in names if (split := SPLIT.fullmatch(name))]
    if _OF_CROSS_VALIDATE.issubset(names):
        found += [n for n in names if n.startswith(_OF_SAMPLES) and has_word_of_measure(n)]
    if _OF_AUTOGLUON.issubset(names):
        found += [name for name in _SCORES_OF_AUTOGLUON if name in names]
    if _OF_PR_SUMMARY.issubset(names):
        found.append("F")
    compared = chosen or [name for name in found if name not in other_samples(found)]
    return {name: True for name in found if known_measure(name) is None and name in compared}


def other_samples(names: Sequence[str]) -> list[str]:
    """Return the columns of training or validation scores beside those of the test sample.

    Validation scores, on which a model was perhaps selected, are left out beside the same ones of
    the test sample; training scores beside any known measure of other instances.

    Examples
    --------
    >>> other_samples(["test_auc", "train_auc", "val/loss", "train/loss", "val_f1"])
    ['train_auc', 'train/loss']
    >>> other_samples(["test/acc", "train/loss", "val/loss"])
    ['train/loss']
    >>> other_samples(["train_size", "test_size", "fit_time_val", "fit_time_test"])
    []
    """
    words = [words_of(name) for name in names]
    has_others = any(
        is_known(name) and _TRAINING.isdisjoint(own)
        for name, own in zip(names, words, strict=True)
    )
    return [
        name
        for name, own in zip(names, words, strict=True)
        if is_measure(name)
        and has_word_of_measure(name)
        and (
            (has_others and not _TRAINING.isdisjoint(own))
            or any(
                [*own[:place], better, *own[place + 1 :]] in words
                for place, word in enumerate(own)
                for better in _BETTER_SAMPLES.get(word, ())
            )
        )
    ]
