"""Tables of a made-up study, as the parts write them, and its answer; worked out by hand."""

import pandas as pd

from made_up_agreement import agreement_of
from prgbench.answer.choosing import Choice
from prgbench.answer.collecting import collect_answer
from prgbench.answer.confidence_sets import Certain
from prgbench.answer.equal_rows import EqualRowsOfTask
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.given import FOLD_MEAN, REPEAT, ChangedPick
from prgbench.answer.interface import columns_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.model_pairs import OrderedPairs
from prgbench.answer.rankings import IfAlike, PairVerdicts
from prgbench.data.models import Models
from prgbench.study.warnings import StudyWarning

PAIRS = [("aupr", "auprg"), ("aupr", "auroc")]
NAN = float("nan")


def make_agreement():
    """Return a summary of 17 tasks on 9 data sets: the measures disagree in 4 of them and in 8."""
    summary = agreement_of(PAIRS)
    shares = [4 / 17, 8 / 17]
    return summary.assign(best_differs=shares, best_differs_surely=shares, datasets=9)


def make_models():
    """Return the tasks and data sets of 34 models."""
    columns = {"task_id": 2 * [*range(17)], "dataset_id": 2 * [*range(9), *range(8)]}
    return Models(pd.DataFrame(columns), ())


def filled(row, rows):
    """Return a table of this type of rows, with NaN in the columns that are not given."""
    return pd.DataFrame(rows, columns=columns_of(row))


def answer_tables():
    """Return the tables that the answer is collected from."""
    pairs = [dict(zip(("measure_a", "measure_b"), pair, strict=True)) for pair in PAIRS]
    first, second = pairs
    tested = {"lacking": 0, "noise_unknown": 0}
    return {
        "intervals": filled(
            AgreementInterval,
            [
                {**first, "statistic": "best_differs", "lower": 0.1, "upper": 0.4},
                {**first, "statistic": "top_differs", "lower": 0.5, "upper": 0.6},
                {**second, "statistic": "best_differs", "lower": 0.2, "upper": 0.7},
            ],
        ),
        "if_alike": filled(
            IfAlike,
            [
                {
                    **pair,
                    "statistic": statistic,
                    "found": found,
                    "if_alike": alike,
                    "if_alike_lower": alike - reach,
                    "if_alike_upper": alike + reach,
                    "tasks": 17,
                    "datasets": 9,
                }
                for pair, shares, ranks in zip(
                    pairs,
                    ((4 / 17, 0.15), (8 / 17, 0.25)),
                    ((0.9, 0.95), (0.96, 0.97)),
                    strict=True,
                )
                for statistic, (found, alike), reach in (
                    ("best_differs", shares, 0.05),
                    ("best_differs_weighted", shares, 0.05),
                    ("mean_spearman", ranks, 0.02),
                )
            ],
        ),
        "verdicts": filled(
            PairVerdicts,
            [
                {
                    **first,
                    "margin": 0.01,
                    "p_ranks": 0.004,
                    "p_ranks_beyond": 0.01,
                    "ranking": "rank differently",
                    "p_winners": 0.2,
                    "winners": "not resolved",
                    "reversed": 0.05,
                    "reversed_upper": 0.08,
                    "noise_at_most": False,
                    "fewest": 5,
                    "most": 90,
                    "opposite_skews": False,
                },
                {
                    **second,
                    "margin": 0.01,
                    "p_ranks": 0.2,
                    "p_ranks_beyond": 0.3,
                    "ranking": "not resolved",
                    "p_winners": 0.01,
                    "winners": "the winners differ",
                    "reversed": 0.06,
                    "reversed_upper": 0.09,
                    "noise_at_most": False,
                    "fewest": 5,
                    "most": 90,
                    "opposite_skews": False,
                },
            ],
        ),
        "model_pairs": filled(
            OrderedPairs,
            [
                {**first, "same": 120, "reversed": 0, "open": 80, "pairs": 200, **tested},
                {**second, "same": 100, "reversed": 7, "open": 93, "pairs": 200, **tested},
            ],
        ),
        "certain": filled(
            Certain,
            [{**first, "certain": 1, "tasks": 17}, {**second, "certain": 3, "tasks": 17}],
        ),
        "choosing": filled(
            Choice,
            [
                {
                    "by": by,
                    "target": target,
                    "loss": loss / 2,
                    "lower": loss / 2 - 0.004,
                    "upper": loss / 2 + 0.004,
                    "half": 150.0,
                    "verdict": verdict,
                }
                for by, target, loss, verdict in (
                    ("auroc", "aupr", 0.02, "costs"),
                    ("aupr", "auroc", 0.0, "no difference"),
                    ("mean_rank", "aupr", -0.01, "gains"),
                    ("random_model", "aupr", 0.3, "costs"),
                    ("aupr", "expected_f1", 0.01, "not resolved"),
                    ("aupr", "honest_f1", NAN, "not resolved"),
                )
            ],
        ),
        "expected_f1": filled(
            LowerF1,
            [
                {"measure": name, "in_sample": share, "held_out": 0.2, "pairs": 1000}
                for name, share in (("aupr", 0.07), ("auprg", 0.01), ("expected_f1", 0.0))
            ],
        ),
        "given": pd.DataFrame(
            [
                {
                    "source": source,
                    "measure": measure,
                    "best_models_change": change,
                    "lower": 0.2,
                    "upper": 0.8,
                    "tasks": tasks,
                }
                for source, measure, change, tasks in (
                    (FOLD_MEAN, "aupr", 0.5, 16),
                    (REPEAT, "aupr", 0.25, 4),
                    (REPEAT, "auprg", NAN, 0),
                )
            ]
        ).reindex(columns=columns_of(ChangedPick)),
        "equal_rows": filled(
            EqualRowsOfTask, [{"equal": share} for share in (0.462, 0.05, 0.0, 0.0)]
        ),
    }


BELOW = StudyWarning("below chance", "1 of 3 models is worse than chance: x*y <b>.")


def make_answer(tables=None, **changes):
    """Return the answer of the made-up study."""
    return collect_answer(
        "made",
        "test archive",
        0.95,
        make_models(),
        make_agreement(),
        answer_tables() if tables is None else tables,
        **changes,
    )
