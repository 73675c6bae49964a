"""Tables of a made-up study, as the parts write them, and its answer; worked out by hand."""

import pandas as pd

from made_up_agreement import agreement_of
from prgbench.answer.answer import collect_answer
from prgbench.answer.choosing import Choice
from prgbench.answer.confidence_sets import Certain
from prgbench.answer.dependent_rows import EqualRows
from prgbench.answer.excess import Excess
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.given import FOLD_MEAN, HALF, REPEAT, ChangedPick
from prgbench.answer.interface import columns_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.noise_alone import NoiseAlone
from prgbench.answer.rankings import RankCorrelation
from prgbench.answer.winners import Winners
from prgbench.data.models import Models
from prgbench.study.warnings import StudyWarning

PAIRS = [("aupr", "auprg"), ("aupr", "auroc")]
NAN = float("nan")


def make_agreement():
    """Return a summary of 17 tasks on 9 data sets: the measures disagree in 4 of them and in 8."""
    summary = agreement_of(PAIRS)
    return summary.assign(best_differs=[4 / 17, 8 / 17], datasets=9)


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
    return {
        "intervals": filled(
            AgreementInterval,
            [
                {**first, "statistic": "best_differs", "lower": 0.1, "upper": 0.4},
                {**first, "statistic": "top_differs", "lower": 0.5, "upper": 0.6},
                {**second, "statistic": "best_differs", "lower": 0.2, "upper": 0.7},
            ],
        ),
        "noise_alone": filled(
            NoiseAlone,
            [
                {
                    **pair,
                    "statistic": "best_differs",
                    "difference": 0.05,
                    "difference_lower": lower,
                    "difference_upper": 0.15,
                    "null": null,
                    "null_lower": null - 0.05,
                    "null_upper": null + 0.05,
                    "tied_null": null + 0.1,
                    "tied_null_lower": null,
                    "tied_null_upper": null + 0.2,
                }
                for pair, null, lower in zip(pairs, (0.15, 0.25), (-0.05, 0.01), strict=True)
            ]
            + [{**first, "statistic": "rank_correlation", "null": 0.97}],
        ),
        "excess": filled(
            Excess,
            [
                {
                    **pair,
                    "parts": parts,
                    "two_measures": 0.6,
                    "one_measure": 0.5,
                    "excess": 0.1 / (parts / 2),
                    "lower": 0.02,
                    "upper": 0.18,
                    "replicated": 0.05,
                    "replicated_lower": -0.01,
                    "replicated_upper": 0.11,
                }
                for pair in pairs
                for parts in (2, 4)
            ],
        ),
        "certain": filled(
            Certain,
            [{**first, "certain": 1, "tasks": 17}, {**second, "certain": 3, "tasks": 17}],
        ),
        "rankings": filled(
            RankCorrelation,
            [
                {
                    **pair,
                    "models": models,
                    "size": 30 if models == "all" else 10,
                    "without_noise": value,
                    "lower": value - 0.03,
                    "upper": min(value + 0.02, 1.0),
                    "alike": 0.99,
                    "verdict": verdict,
                    "detectable": 0.04,
                    "datasets_needed": 120.0,
                }
                for pair, models, value, verdict in (
                    (first, "all", 0.95, "rank differently"),
                    (second, "all", 0.985, "not resolved"),
                    (first, "top", 0.9, "rank differently"),
                )
            ],
        ),
        "winners": filled(
            Winners,
            [
                {**first, "p_adjusted": 0.2, "detectable": 0.1, "verdict": "not resolved"},
                {**second, "p_adjusted": 0.01, "detectable": 0.1, "verdict": "the winners differ"},
            ],
        ),
        "choosing": filled(
            Choice,
            [
                {
                    "parts": parts,
                    "by": by,
                    "target": target,
                    "loss": loss / (1 + (parts == 2)),
                    "lower": loss / 2 - 0.004,
                    "upper": loss / 2 + 0.004,
                    "verdict": verdict if parts == 2 else "not resolved",
                }
                for parts in (2, 4)
                for by, target, loss, verdict in (
                    ("auroc", "aupr", 0.02, "costs"),
                    ("aupr", "auroc", 0.0, "no difference"),
                    ("mean_rank", "aupr", -0.01, "gains"),
                    ("random_model", "aupr", 0.3, "costs"),
                    ("aupr", "expected_f1", 0.01, "not resolved"),
                    ("aupr", "honest_f1", NAN, "not resolved"),
                )
                if parts == 2 or target != "honest_f1"
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
                    (HALF, "aupr", 0.6, 17),
                )
            ]
        ).reindex(columns=columns_of(ChangedPick)),
        "equal_rows": filled(EqualRows, [{"equal": share} for share in (0.462, 0.05, 0.0, 0.0)]),
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
