"""The words of every part: whole in a golden file, their numbers and verdicts here."""

import re
from itertools import combinations

import pandas as pd
import pytest

from golden_files import check_golden
from made_up_facts import make_facts
from prgbench.answer.aggregation import RuleLeader, RulePair
from prgbench.answer.choosing import Choice
from prgbench.answer.common_prevalence import AtCommonPrevalence
from prgbench.answer.confidence_sets import Certain, CertainTask, SetSize, level_of_sets
from prgbench.answer.costs import CandidateModel, ComparedPair, ComparedTask, CountedPairs
from prgbench.answer.equal_rows import EqualRowsOfTask
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.given import CHANGES, FOLD_MEAN, REPEAT, ChangedPick
from prgbench.answer.interface import columns_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.model_pairs import OrderedPairs, ReversedPair
from prgbench.answer.rankings import IfAlike, PairVerdicts
from prgbench.metrics.operating_conditions import PairVerdict
from prgbench.report.parts import SHOWN, without_rough_intervals
from prgbench.robustness.breakdown import BinOfTasks
from prgbench.robustness.choices import CHOICES
from prgbench.robustness.measure_matrix import MeasurePair
from prgbench.robustness.multiverse import UniverseRange

NAN = float("nan")
PARTS = {part.name: part for part in SHOWN}
REPLICATION = make_facts(replication=True)


def text_of(part, tables, facts=None):
    return "\n\n".join(PARTS[part].paragraphs(tables, facts or make_facts("made-up archive")))


def table(row, *changes, **values):
    """Return a table with a row for each of the changes, or with one; NaN where nothing is given.

    It is of the pair of AUPR and AUROC, in 40 tasks on 30 data sets.
    """
    given = {"measure_a": "aupr", "measure_b": "auroc", "tasks": 40, "datasets": 30, "note": ""}
    none = dict.fromkeys(("undefined", "few_models", "lacking", "noise_unknown"), 0)
    rows = [given | none | values | own for own in changes or ({},)]
    return pd.DataFrame(rows).reindex(columns=columns_of(row))


def rankings(*verdicts, **changes):
    numbers = [
        ("mean_spearman", 0.94, 0.97, 0.96, 0.98), ("best_differs", 0.3, 0.2, 0.1, 0.3),
        ("best_differs_weighted", 0.25, 0.15, 0.05, 0.25), ("top_differs", 0.6, 0.5, 0.4, 0.6),
        ("rank_correlation", 0.93, 0.96, 0.95, 0.97),
    ]  # fmt: skip
    columns = ("statistic", "found", "if_alike", "if_alike_lower", "if_alike_upper")
    rows = [dict(zip(columns, values, strict=True)) | changes for values in numbers]
    pairs = table(
        PairVerdicts, *verdicts, margin=0.01, p_ranks=0.002, p_ranks_beyond=0.004,
        ranking="rank differently", p_winners=0.3, winners="not resolved",
        reversed=0.05, reversed_upper=0.08, noise_at_most=False, fewest=5, most=90,
        opposite_skews=False,
    )  # fmt: skip
    tables = {
        # Of one task less than the intervals, whose numbers are therefore a little different.
        "if_alike": table(IfAlike, *rows, tasks=39),
        "verdicts": pairs,
        "intervals": interval_table(),
    }
    return text_of("rankings", tables, make_facts(confidence_level=0.9))


def model_pairs(**changes):
    row = {"same": 100, "reversed": 20, "open": 80, "pairs": 200, "reversed_tasks": 3} | changes
    names = {"dataset_name": "data", "model_a": "m1", "model_b": "m2"}
    reversed_pairs = table(ReversedPair, difference_a=0.03, difference_b=0.04, **names)
    tables = {
        "model_pairs": table(OrderedPairs, row),
        "reversed_pairs": reversed_pairs,
        "certain_tasks": table(CertainTask, certain=True, dataset_name="data"),
    }
    return text_of("model_pairs", tables)


def choosing(**changes):
    verdicts = {"aupr": "costs", "mean_rank": "not resolved", "random_model": "costs"}
    losses = {"aupr": 0.02, "mean_rank": -0.01, "random_model": 0.3}
    rows = [
        {
            "target": target, "by": by, "loss": loss, "half": 150.0,
            "lower": loss - 0.015, "upper": loss + 0.015, "verdict": verdicts[by], **changes,
        }
        for target in ("auroc", "honest_f1")
        for by, loss in losses.items()
    ]  # fmt: skip
    return text_of("choosing", {"choosing": table(Choice, *rows)})


def confidence_sets(**changes):
    certain = table(
        Certain, changes, disagreements=10, certain=3, share=3 / 40, lower=0.05, upper=0.4,
        false_at_most=2.0,
    )  # fmt: skip
    sizes = table(
        SetSize,
        {"measure": "aupr", "median": 1.0, "lower_quartile": 1.0, "upper_quartile": 4.0,
         "single": 9, "all": 0, **changes},
        {"measure": "auprg", "median": 3.5, "lower_quartile": 2.0, "upper_quartile": 5.0,
         "single": 2, "all": 1, **changes},
    )  # fmt: skip
    return text_of(
        "confidence_sets", {"certain": certain, "set_sizes": sizes}, make_facts("x", 0.9)
    )


def interval_table(**changes):
    estimates = {"best_differs": 0.24, "top_differs": 0.58, "rank_correlation": 0.85}
    rows = [
        {"statistic": name, "estimate": estimate, "lower": estimate - 0.1, "upper": estimate + 0.1}
        for name, estimate in estimates.items()
    ]
    return table(AgreementInterval, *rows, **changes)


def intervals(top=3, level=0.95, **changes):
    tables = without_rough_intervals({"intervals": interval_table(**changes)})
    return text_of("intervals", tables, make_facts(top=top, confidence_level=level))


def given():
    changes = [
        (FOLD_MEAN, "aupr", 0.5, 0.4, 0.6, 60, ""),
        (FOLD_MEAN, "auroc", 0.25, NAN, NAN, 60, ""),
        (REPEAT, "aupr", NAN, NAN, NAN, 0, CHANGES[REPEAT]),
        (REPEAT, "auroc", NAN, NAN, NAN, 0, CHANGES[REPEAT]),
    ]
    columns = ["source", "measure", "best_models_change", "lower", "upper", "tasks", "note"]
    rows = (dict(zip(columns, row, strict=True)) for row in changes)
    tables = {"given": table(ChangedPick, *rows)}
    return text_of("given", tables, make_facts("made-up archive", 0.9))


def breakdown(*bins, difference=0.0):
    rows = [
        {
            "by": by, "bin": name, "best_differs": share, "p_value_adjusted": p,
            "difference": share - 0.2 + difference, "difference_lower": share - 0.3,
            "difference_upper": share - 0.1,
        }
        for by, name, share, p in bins
    ]  # fmt: skip
    return text_of("breakdown", {"breakdown": table(BinOfTasks, *rows)})


def measure_matrix():
    columns = ("measure_a", "measure_b", "best_differs", "mean_spearman")
    rows = [("aupr", "auprg", 0.2, 0.9), ("aupr", "auroc", 0.4, 0.8), ("aupr", "aucnpr", 0.0, 1.0)]
    matrix = table(MeasurePair, *(dict(zip(columns, row, strict=True)) for row in rows))
    return text_of("measure_matrix", {"measure_matrix": matrix})


def universe(statistic, choice, found, least, greatest, **more):
    return {
        "statistic": statistic, "choice": choice, "found": found, "least": least,
        "greatest": greatest, "least_at": "", "greatest_at": "", "universes": 6,
        **more,
    }  # fmt: skip


ALL_CHOICES = universe("best_differs", "all", 0.2, 0.1, 0.5)


def multiverse(*rows):
    return text_of("multiverse", {"multiverse_range": table(UniverseRange, *rows)})


def nearest(own, other, facts=REPLICATION, **second):
    universes = pd.DataFrame({"default": [True, False], "distance": [own, other]})
    for choice in CHOICES:
        universes[choice] = ["x", second.get(choice, "x")]
    ranges = table(UniverseRange, ALL_CHOICES)
    return text_of("multiverse", {"multiverse": universes, "multiverse_range": ranges}, facts)


def expected_f1():
    rows = [
        {"measure": "aupr", "in_sample": 0.074, "in_sample_lower": 0.06, "in_sample_upper": 0.09},
        {"measure": "expected_f1", "in_sample": 0.0},
    ]
    held_out = {"held_out": 0.17, "held_out_lower": 0.15, "held_out_upper": 0.2}
    return text_of("expected_f1", {"expected_f1": table(LowerF1, *rows, pairs=26_535, **held_out)})


def common_prevalence(models):
    rows = [
        {
            "model": f"m*{k}",
            "rank_common": k + 1,
            "mean_common": 0.8,
            "rank": models - k,
            "mean": 0.95,
        }
        for k in range(models)
    ]
    shared = {"common": 0.1, "lowest": 0.02, "highest": 0.5}
    tables = {"common_prevalence": table(AtCommonPrevalence, *rows, **shared)}
    return text_of("common_prevalence", tables)


def costs(*verdicts, note="", is_open=False, of_each="", lacking=0):
    """Return the words on one or more tasks of three models, each with its verdicts of pairs.

    If they are ``is_open``, any model may be the best; ``of_each`` is why none has ranges;
    ``lacking`` are the pairs of each task that lack a measure.
    """
    names = ("a*", "b", "c")
    tasks, ranges, pairs, counts = [], [], [], []
    for task_id, of_task in enumerate(verdicts, start=1):
        tasks.append((task_id, f"data_{task_id}", 0.2, 200, 3, 0.01, of_each))
        strip = [(0.01, 0.2, names), (0.21, 0.4, names[:1]), (0.41, 0.6, names[:2])]
        strip = [(0.01, 0.99, names)] if is_open else [*strip, (0.61, 0.99, names[1:2])]
        for place, (low, high, models) in enumerate([] if of_each else strip):
            ranges += [(task_id, place, low, high, 0.0, 0.0, m, len(models) == 1) for m in models]
        for (model, other), verdict in zip(combinations(names, 2), of_task, strict=True):
            pairs.append((task_id, model, other, verdict))
        dominated = sum(verdict in (FIRST, SECOND) for verdict in of_task)
        crossing = of_task.count(CROSSING)
        # Two of the three pairs are ordered alike, and the curves of one of these cross.
        counts.append((task_id, 3, 3, 2, dominated, crossing, 2, 1, dominated, crossing, lacking))
    if note:
        tasks.append((99, "data_99", 0.1, 20, 3, 0.01, note))
    rows = {
        "cost_tasks": (ComparedTask, tasks),
        "cost_ranges": (CandidateModel, ranges),
        "cost_pairs": (ComparedPair, pairs),
        "cost_counts": (CountedPairs, counts),
    }
    tables = {
        name: pd.DataFrame(values, columns=columns_of(row)) for name, (row, values) in rows.items()
    }
    return text_of("costs", tables)


def aggregation(winner_b, p_winners=0.4):
    rules = [("mean rank", winner_b, p_winners), ("wins", "m*1", 1.0)]
    pairs = [
        {"measure": "auroc", "rule_a": "mean", "rule_b": rule, "winner_a": "m*1",
         "winner_b": winner, "p_winners": p, "differ": 0.25, "models": 7, "families": 30}
        for rule, winner, p in rules
    ]  # fmt: skip
    leader = {"measure": "auroc", "rule": "mean", "model": "m*1", "place": 1, "value": 0.9}
    tables = {
        "rule_pairs": table(RulePair, *pairs),
        "rule_leaders": table(RuleLeader, leader, first=0.75),
    }
    return text_of("aggregation", tables)


def equal_rows(*shares):
    rows = [
        {"task_id": place, "dataset_name": f"data_{place}", "instances": 1000, "groups": 900,
         "equal": equal, "stated": stated}
        for place, (equal, stated) in enumerate(shares, start=1)
    ]  # fmt: skip
    return text_of("equal_rows", {"equal_rows": table(EqualRowsOfTask, *rows)})


LOW, HIGH = ("prevalence", "(-inf, 0.1]"), ("prevalence", "(0.4, inf]")
SMALL = ("instances", "(-inf, 300.0]")
OPEN = {"verdict": "not resolved"}
ONE = {"ties": "one_order"}
TIES = universe("best_differs", "ties", 0.2, 0.15, 0.2, least_at="one_order", greatest_at="sets")
OF_AUPR = universe(
    "best_differs", "aupr", 0.2, 0.2, 0.4, least_at="aupr", greatest_at="average_precision"
)
UNDEFINED = universe("best_differs", "all", NAN, NAN, NAN, universes=0)
RANKS = universe("rank_correlation", "all", 0.9, 0.85, 0.95, median=0.9)
NOT_MOVED = universe("rank_correlation", "ties", 0.9, 0.9, 0.9)

CROSSING, FIRST, SECOND, NONE = (
    *(PairVerdict.CROSSING, PairVerdict.FIRST, PairVerdict.SECOND, PairVerdict.OPEN),
)

# What is said in each case: its numbers, names and verdicts.
CASES = {
    "rankings": (
        rankings(), "90.0% of the studies lie in the brackets", "lower by more than 0.01",
        "| mean rank correlation | AUPR – AUROC | 0.940 | 0.970 [0.960, 0.980] |",
        "| best models differ | AUPR – AUROC | 30.0% [14.0%, 34.0%] | 20.0% [10.0%, 30.0%] |",
        "| pooled rank correlation | AUPR – AUROC | 0.930 [0.750, 0.950] | 0.960 [0.950, 0.970] |",
        "rank differently (p = 0.002, p = 0.004) | not resolved (p = 0.300)", "at most 8.0%",
    ),
    "rankings, some": (rankings(undefined=3), "3 tasks with unknown noise left out"),
    "rankings, of few models": (
        rankings(few_models=2),
        "2 tasks left out, as fewer than two models have both measures.",
    ),
    "rankings, no tasks": (
        rankings(tasks=0), "The noise of the scores is", "AUPR – AUROC | 24.0% [14.0%, 34.0%] |",
    ),
    "rankings, no models": (
        rankings(tasks=0, few_models=40),
        "Fewer than two models of each task have both measures of a pair.",
    ),
    "model pairs": (
        model_pairs(), "Of 200 pairs", "| 100 | 20 | 80 | 3 |",
        "| data | m1 | 0.030 | m2 | 0.040 |",
        "AUPR – AUROC, the largest reversed pairs", "AUPR and AUROC certainly differ in data.",
    ),
    "model pairs, some": (
        model_pairs(lacking=7), "Of 200 pairs of models in 40 tasks.", "lack a measure",
        "| 100 | 20 | 80 | 3 | 7 |",
    ),
    "model pairs, not compared": (
        model_pairs(same=0, reversed=0, open=0, pairs=0, tasks=0, lacking=7, noise_unknown=4),
        "No two models of a task have both measures of a pair with known noise.",
        "| 0 | 0 | 0 | 3 | 7 | 4 |",
    ),
    "model pairs, none": (model_pairs(pairs=0), ""),
    "choosing": (
        choosing(), "40 tasks on 30 data sets, halves of 150 instances", "95% interval",
        "0.020 [0.005, 0.035]: costs", "−0.010 [−0.025, 0.005]: not resolved",
    ),
    "choosing, undefined": (choosing(loss=NAN), "undefined"),
    "choosing, no tasks": (choosing(tasks=0), "No task has halves"),
    "confidence sets": (
        confidence_sets(), "A 95% confidence set", "90% interval", "10 | 3 of 40 [5.0%, 40.0%]",
        "| 2.0 |", "1 and 4 | 9 of 40 | 0 of 40", "3.5 | 2 and 5 | 2 of 40 | 1 of 40",
    ),
    "confidence sets, some": (confidence_sets(undefined=2), ", 2 tasks without sets |"),
    "confidence sets, none": (confidence_sets(tasks=0, undefined=19), "19 tasks", "no sets"),
    "intervals": (
        intervals(level=0.8), "40 tasks on 30 data sets", "80% interval",
        "| best models differ | AUPR – AUROC | 24.0% [14.0%, 34.0%] |",
        "| pooled rank correlation | AUPR – AUROC | 0.850 [0.750, 0.950] |",
    ),
    "intervals, top": (intervals(top=5), "ordered top five differ"),
    "intervals, hidden": (intervals(datasets=5), "| best models differ | AUPR – AUROC | 24.0% |"),
    "intervals, few": (intervals(datasets=19), "fewer than 20 data sets intervals are r"),
    "given": (
        given(), "90% interval", "50.0% [40.0%, 60.0%]",
        "25.0% [no interval]", "No task of this study repeats",
    ),
    "breakdown": (
        breakdown((*LOW, 0.1, 0.2), (*HIGH, 0.9, 0.004), (*SMALL, 0.0, 0.03)),
        "Of 3 bins of all pairs, 2 differ", "p < 0.05", "+70.0 [+60.0, +80.0], p = 0.004",
        "instances ≤ 300: 0.0% of 40 tasks, −20.0 [−30.0, −10.0], p = 0.030",
    ),
    "breakdown, none": (breakdown((*LOW, 0.0, 0.2), (*HIGH, 0.9, 0.06)), "pairs, none differ"),
    "breakdown, few": (breakdown((*LOW, 0.0, NAN), (*HIGH, 0.9, NAN)), "fewer than 20 data sets"),
    "breakdown, one bin": (breakdown((*LOW, 0.1, NAN), difference=NAN), "No property has two"),
    "measure matrix": (
        measure_matrix(), "AUPR – AUPRG (0.900)", "AUPR – AUROC (0.800)",
        "AUPR – AUROC, in 40.0%",
    ),
    "multiverse": (
        multiverse(ALL_CHOICES, TIES, OF_AUPR, RANKS, NOT_MOVED), "6 universes",
        "20.0%, 10.0% to 50.0%; 40.0% by the definition of AUPR (average", "0.900, 0.850 to 0.95",
    ),
    "multiverse, undefined": (multiverse(UNDEFINED), "undefined in all universes."),
    "multiverse, nearest": (
        nearest(2.5, 0.5, auprg="auprg_clipped", **ONE), "the tie rule (one random order)",
        "AUPRG (AUPRG, clipped)", "0.500 (the study's own: 2.500)", "It cannot tell",
    ),
    "multiverse, own": (nearest(0.5, 0.5, **ONE), "study's own are nearest", "distance of 0.500."),
    "multiverse, no replication": (nearest(2.5, 0.5, make_facts(), **ONE), ""),
    "multiverse, top five": (nearest(2.5, 0.5, make_facts(replication=True, top=5), **ONE), ""),
    "multiverse, no distance": (nearest(NAN, NAN, **ONE), ""),
    "expected F1": (
        expected_f1(), "Of 26,535 pairs", "7.4% [6.0%, 9.0%] | 17.0% [15.0%, 20.0%]",
        "expected F1 itself | 0.0% |",
    ),
    "common prevalence": (
        common_prevalence(2), "over 30 data sets with 2.0% to 50.0% positives, as they are and at "
        "10% in each:", "| model | rank at 10% | mean at 10% | rank | mean |",
        "| m\\*0 | 1 | 0.800 | 2 | 0.950 |\n| m\\*1 | 2 | 0.800 | 1 | 0.950 |",
    ),
    "common prevalence, many": (common_prevalence(11), "in each, the first 10 of 11 models:"),
    "costs, one data set": (
        costs((CROSSING, FIRST, FIRST)), "On data_1, at 20.0% positives: ",
        "a\\* wins where a miss costs 1.1 to 2.6 times as much as a false alarm.",
        "b wins where a miss costs at least 6.3 times as much",
        "Only a\\* or b may be the best where a miss costs 2.8 to 6 times",
    ),
    "costs, several": (
        costs((CROSSING, FIRST, FIRST), (NONE, SECOND, NONE), note="fewer than 30"),
        "Of 6 pairs of models within 2 tasks, all measures order 4 of 6 alike. The cost curves of "
        "2 of 4 of these cross: some cost reverses their order. Beyond noise, of all pairs, one "
        "model is at least as good at every cost in 3 of 6. Each wins somewhere in 1 of 6, 1 of "
        "which all measures order alike. The others are not resolved.",
        "| a\\* – c | 1 | 1 | 0 | 0 |",
        "- data_2 (20.0% positives): ", "Not compared: 1 task with fewer than 30.",
    ),
    "costs, many": (costs(*[(NONE,) * 3] * 11), "1 more data set: table `cost_ranges`."),
    "costs, some measures": (
        costs((NONE,) * 3, (NONE,) * 3, lacking=1),
        "Of 6 pairs of models within 2 tasks, 2 lack a measure. Of the others, all measures order "
        "4 of 4 alike.",
    ),
    "costs, no measures": (
        costs((NONE,) * 3, (NONE,) * 3, lacking=3),
        "Of 6 pairs of models within 2 tasks, each lacks a measure, so none is ordered by all "
        "measures. Beyond noise, no pair is resolved.",
    ),
    "costs, open": (
        costs(*[(NONE,) * 3] * 11, is_open=True),
        "On 11 of 11 data sets, any model may be the best at any cost.",
    ),
    "costs, none": (costs(note="fewer than 30"), ""),
    "aggregation": (
        aggregation("m2"), "7 models on 30 data sets", "**AUROC**: By mean m\\*1 wins, by "
        "mean rank m2, which the choice of the data sets may explain (p = 0.400; different "
        "winners in 25.0% of resamples).",
        "| AUROC | mean | m\\*1 | 1 | 75.0% |",
    ),
    "aggregation, shown": (
        aggregation("m2", 0.01), "m2, more than the choice of the data sets explains (p = 0.010;"
    ),
    "aggregation, one winner": (
        aggregation("m*1", 1.0), "**AUROC**: m\\*1 wins by every rule: mean, mean rank and wins. "
        "Two rules name different winners in at most 25.0% of resampled choices of the data sets."
    ),
    "equal rows": (
        equal_rows((0.06, 0.0), (0.05, 0.05), (0.4, 0.0), (0.0, 0.2)), "5% of the rows in 3 of 4",
        "| data_3 (3) | 1,000 | 40.0% | 0.0% |\n| data_4 (4) | 1,000 | 0.0% | 20.0% |\n| data_1",
    ),
    "equal rows, few": (equal_rows((0.01, 0.0)), ""),
    "equal rows, many": (equal_rows(*[(0.1, 0.0)] * 25), "in 25 of 25 tasks, the first 20"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_numbers_and_verdicts_are_said(case):
    text, *numbers = CASES[case]
    text = re.sub(" +", " ", text)
    assert [number for number in numbers if number not in text] == []
    assert "nan" not in text


def test_every_text_is_as_it_was_read():
    check_golden(
        "parts", "\n\n".join(f"== {case} ==\n{text}" for case, (text, *_) in CASES.items())
    )


@pytest.mark.parametrize(
    ("case", "word"),
    [
        ("model pairs, none", "pairs"), ("breakdown, none", "> 0.4"),
        ("multiverse, no replication", "nearest"), ("multiverse, top five", "nearest"),
        ("multiverse, no distance", "nearest"), ("equal rows, few", "data"),
        ("costs, none", "data"),
    ],
)  # fmt: skip
def test_what_does_not_hold_of_a_study_is_not_said(case, word):
    assert word not in CASES[case][0]


def test_both_sets_hold_at_the_level_of_the_study():
    for level in (0.9, 0.95, 0.99):
        assert 2 * (1 - level_of_sets(level)) <= 1 - level + 1e-12


def test_assumptions_have_a_title_and_no_figure():
    assert PARTS["given"].title == "Assumptions"
    assert not PARTS["given"].figures


def test_many_models_have_no_table_of_pairs_without_rows():
    text = costs((NONE,) * 3, (NONE,) * 3, of_each="more than 12 models")
    assert "Beyond noise, no pair is resolved." in text
    assert "|" not in text
