from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_models import with_columns
from made_up_tasks import (
    MEASURES,
    RANKING,
    make_setting,
    make_tables,
    make_task_scores,
    models_of,
    repeated,
)
from prgbench.answer.interface import table_of
from prgbench.robustness.choices import (
    BY_BOTH,
    CHOICES,
    FOLD_MEAN,
    INSTANCE_TIES,
    KEPT,
    NONE_IN_COMMON,
    NUMBERS,
    ONE_ORDER,
    OTHER,
    OWN,
    POOLED,
    REMOVED,
    SETS,
    SETS_WITHIN_001,
    STATED,
    TIED,
    WITHOUT_HARD_LABELS,
    Options,
    number_column,
    score_column,
)
from prgbench.robustness.multiverse import UniverseRange, per_task, ranges
from prgbench.robustness.padded_scores import pad_scores
from prgbench.robustness.universes import Universe, levels_of, universes
from prgbench.study.agreement import agreement_summary, task_agreement
from prgbench.study.ranking import Ranking, add_ranks

SETTING = make_setting()
COLUMNS = {
    "best_differs": {
        SETS: "best_differs", ONE_ORDER: "best_differs_expected",
        NONE_IN_COMMON: "best_differs_surely",
    },
    "top_differs": {SETS: "top_differs"},
    "rank_correlation": {SETS: "rank_correlation", NONE_IN_COMMON: "rank_correlation"},
}  # fmt: skip


@pytest.fixture(scope="module")
def tasks():
    made = [make_task_scores(t, n=60 + 10 * t, n_models=6 - t % 2) for t in range(1, 11)]
    made[3] = replace(made[3], y_scores=np.vstack([made[3].y_scores[:5], made[3].y_scores[:1]]))
    made[4] = replace(made[4], y_true=np.arange(len(made[4].y_true)) < len(made[4].y_true) / 2)
    return made


@pytest.fixture(scope="module")
def table(tasks):
    return make_tables(["multiverse"], tasks, multiverse={"models": (3, 6), "minimum_n": (120,)})[
        "multiverse"
    ]


def archive_of(tasks, procedures=None):
    scores = pd.concat([per_task(t, SETTING, Options())["multiverse_scores"] for t in tasks])
    models = models_of(tasks)
    if procedures:
        models = with_columns(models, estimation_procedure=models.task_id.map(procedures))
    return pad_scores(scores, models, seed=0)


def study_table(tasks, procedures, **options):
    archive = archive_of(tasks, procedures)
    levels = levels_of(archive, Options(**options), RANKING)
    return table_of(Universe, universes(archive, levels, RANKING)), levels


def one(table, **choices):
    default = table.loc[table["default"]].iloc[0]
    own = table
    for choice in CHOICES:
        own = own[own[choice] == choices.get(choice, default[choice])]
    [row] = own.to_dict("records")
    return row


def assert_is_summary(row, models, ties=SETS, measures=MEASURES, names=None):
    summary = agreement_summary(task_agreement(models, measures), models)
    names = names or {}
    summary = summary.set_index(["measure_a", "measure_b"])
    for number, (statistic, a, b) in NUMBERS.items():
        if ties in COLUMNS[statistic]:
            found = summary.loc[(names.get(a, a), names.get(b, b)), COLUMNS[statistic][ties]]
            assert row[number] == pytest.approx(found, abs=1e-12), number


@pytest.mark.parametrize("ties", [SETS, ONE_ORDER, NONE_IN_COMMON])
def test_the_default_universe_is_the_study(table, tasks, ties):
    assert table["default"].sum() == 1
    row = one(table, ties=ties)
    assert_is_summary(row, models_of(tasks), ties)
    assert (row["tasks"], row["left_out"]) == (10, 0)


@pytest.mark.parametrize("ties", ["min", "max"])
def test_the_study_s_rank_of_ties_is_kept(tasks, ties):
    ranking = Ranking(ties=ties, decimals=2)
    setting = make_setting(ranking=ranking)
    table = make_tables(["multiverse"], tasks, setting)["multiverse"]
    models = add_ranks(models_of(tasks), MEASURES, ranking)
    assert_is_summary(one(table), models)


def test_every_combination_stands_once(table):
    choices = list(CHOICES)
    assert not table.duplicated(choices).any()
    assert len(table) == np.prod([table[choice].nunique() for choice in choices])
    assert len(table) == 4 * 2 * 4 * 2 * 1 * 2 * 3 * 2 * 2


@pytest.mark.parametrize("definition", ["average_precision", "unit_step_aupr"])
def test_another_definition_of_aupr(table, tasks, definition):
    setting = make_setting((definition, "auprg", "auroc"))
    models = models_of(tasks, setting.names)
    row = one(table, aupr=definition)
    assert_is_summary(row, models, measures=setting.measures, names={"aupr": definition})


def test_another_definition_of_auprg(table, tasks):
    setting = make_setting(("aupr", "auprg_clipped", "auroc"))
    models = models_of(tasks, setting.names)
    row = one(table, auprg="auprg_clipped")
    assert_is_summary(row, models, measures=setting.measures, names={"auprg": "auprg_clipped"})
    assert row["best_differs_aupr_auroc"] == one(table)["best_differs_aupr_auroc"]


def test_fewer_tasks_fewer_models_and_no_duplicates(table, tasks):
    large = [task for task in tasks if len(task.y_true) >= 120]
    row = one(table, minimum_n=120)
    assert_is_summary(row, models_of(large))
    assert (row["tasks"], row["left_out"]) == (len(large), 10 - len(large))
    six = [task for task in tasks if len(task.run_ids) == 6]
    assert_is_summary(one(table, models="6"), models_of(six))
    models = models_of(tasks)
    kept = models[models.run_id != tasks[3].run_ids[5]]
    assert_is_summary(one(table, duplicates=REMOVED), add_ranks(kept, MEASURES, RANKING))
    # The task with a duplicate has fewer than six models left.
    assert one(table, duplicates=REMOVED, models="6")["tasks"] == len(six) - 1
    assert one(table, models="3")["tasks"] == 10


def test_near_ties_are_those_of_rounded_scores(table, tasks):
    coarse = Ranking(decimals=3)
    models = add_ranks(models_of(tasks), MEASURES, coarse)
    assert_is_summary(one(table, ties=SETS_WITHIN_001), models)
    levels = levels_of(archive_of(tasks), Options(), coarse)
    assert SETS_WITHIN_001 not in levels["ties"]


def test_hard_labels_go_with_the_duplicates(tasks):
    hard = replace(tasks[0], y_scores=np.round(tasks[0].y_scores))
    tasks = [hard, *tasks[1:]]
    table, levels = study_table(tasks, {})
    assert levels["duplicates"] == [KEPT, REMOVED, WITHOUT_HARD_LABELS]
    models = models_of(tasks)
    kept = models[~models.run_id.isin([*hard.run_ids, tasks[3].run_ids[5]])]
    row = one(table, duplicates=WITHOUT_HARD_LABELS)
    assert_is_summary(row, add_ranks(kept, MEASURES, RANKING))
    assert (row["tasks"], row["left_out"]) == (9, 1)
    assert_is_summary(one(table), models)


def test_means_over_folds(table, tasks):
    models = models_of(tasks)
    scores = pd.concat(
        [per_task(t, SETTING, Options())["multiverse_scores"] for t in tasks]
    ).set_index("run_id")
    for measure in MEASURES:
        own = scores[score_column(STATED, FOLD_MEAN, measure.name)]
        models = with_columns(models, **{measure.name: models.run_id.map(own)})
    assert_is_summary(one(table, average=FOLD_MEAN), add_ranks(models, MEASURES, RANKING))


def test_instances_ranked_by_both_confidences(tasks):
    coarse = replace(tasks[2], y_scores=np.round(tasks[2].y_scores, 1))
    split = replace(coarse, scores_by_both=tasks[2].y_scores)
    table, levels = study_table([*tasks[:2], split, *tasks[3:]], {})
    assert levels["instance_ties"] == list(INSTANCE_TIES)
    assert_is_summary(one(table), models_of([*tasks[:2], coarse, *tasks[3:]]))
    assert_is_summary(one(table, instance_ties=BY_BOTH), models_of(tasks))


def test_the_other_class_of_the_balanced_task(table, tasks):
    flipped = replace(tasks[4], y_true=~tasks[4].y_true, y_scores=-tasks[4].y_scores)
    others = [*tasks[:4], flipped, *tasks[5:]]
    assert_is_summary(one(table, positive_class=OTHER), models_of(others))


def test_procedures_are_added_one_after_the_other(tasks):
    procedures = {task.task_id: (13, 1, 3)[task.task_id % 3] for task in tasks}
    table, levels = study_table(tasks, procedures)
    assert levels["procedures"] == [0, 1, 3]
    assert set(table["procedures"]) == {"1, 3, 13", "1", "1, 3"}
    assert_is_summary(one(table), models_of(tasks))
    first = [task for task in tasks if procedures[task.task_id] == 1]
    assert_is_summary(one(table, procedures="1"), models_of(first))


def test_choices_that_make_no_difference_have_one_level():
    tasks = [make_task_scores(t, n=60, folds=1) for t in range(1, 4)]
    _, levels = study_table(tasks, dict.fromkeys((1, 2, 3), 1), models=(6, 30), minimum_n=(60, 99))
    assert levels["average"] == [POOLED]
    assert levels["procedures"] == [0]
    assert levels["duplicates"] == [KEPT]
    assert levels["models"] == [OWN]
    assert levels["minimum_n"] == [0]
    assert levels["positive_class"] == [STATED]
    assert levels["instance_ties"] == [TIED]


def test_tasks_without_folds_are_left_out_of_the_means():
    tasks = [make_task_scores(t, n=60) for t in range(1, 4)]
    tasks[0] = replace(tasks[0], folds=np.full_like(tasks[0].folds, -1))
    table, _ = study_table(tasks, {})
    assert set(table.loc[table["average"] == FOLD_MEAN, "tasks"]) == {2}
    assert set(table.loc[table["average"] == FOLD_MEAN, "left_out"]) == {1}


def test_repeats_count_instances_once():
    tasks = [repeated(make_task_scores(t, n=60), 3) for t in range(1, 4)]
    _, levels = study_table(tasks, {}, minimum_n=(100,))
    assert levels["minimum_n"] == [0]


def test_ranges_by_hand():
    number = number_column("best_differs", "aupr", "auroc")
    found = pd.DataFrame(
        {
            "default": [True, False, False, False],
            "ties": [SETS, SETS, ONE_ORDER, ONE_ORDER],
            "average": [POOLED, FOLD_MEAN, POOLED, FOLD_MEAN],
            **dict.fromkeys(
                [choice for choice in CHOICES if choice not in {"ties", "average"}], "x"
            ),
            **dict.fromkeys(NUMBERS, 0.5),
        }
    )
    found[number] = [0.2, 0.5, 0.1, 0.9]
    table = table_of(UniverseRange, ranges(found))
    own = table[(table["statistic"] == "best_differs") & (table["measure_a"] == "aupr")]
    own = own[own["measure_b"] == "auroc"].set_index("choice")
    assert list(own.index) == ["all", "ties", "average"]
    assert (own["found"] == 0.2).all()
    assert own.loc["all", ["least", "greatest", "universes"]].tolist() == [0.1, 0.9, 4]
    assert own.loc["ties", ["least", "greatest"]].tolist() == [0.1, 0.2]
    assert own.loc["ties", ["least_at", "greatest_at"]].tolist() == [ONE_ORDER, SETS]
    assert own.loc["average", ["least", "greatest", "universes"]].tolist() == [0.2, 0.5, 2]
