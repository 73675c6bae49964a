"""The models of a data set on the same rows, and what is said of the first that is not."""

from hashlib import sha256

import numpy as np
import pytest

from prgbench.sources.table.aligned import (
    MisfitError,
    check_same_rows,
    checksum,
    class_codes,
    ordered,
    reference_rows,
    scores_by_label,
)
from prgbench.sources.table.coded_rows import NO_ID, NOT_STATED
from records_of_tables import make_records

NAN = np.nan


def test_rows_with_ids_are_ordered_by_repeat_and_id():
    records = make_records(5, row_id=[9, 4, 4, 9, 1], repeat=[1, 1, 0, 0, 0], fold=[0, 1, 1, 0, 1])
    records["truth"] = [7, 8, 8, 7, 8]
    assert ordered(records).tolist() == records[[4, 2, 3, 1, 0]].tolist()
    rows = reference_rows(ordered(records))
    assert rows.repeat.tolist() == [0, 0, 0, 1, 1]
    assert rows.row_id.tolist() == [0, 1, 2, 1, 2]
    assert rows.fold.tolist() == [1, 1, 0, 1, 0]
    assert rows.truth.tolist() == [8, 8, 7, 8, 7]
    assert rows.ids.tolist() == [1, 4, 9]
    assert (rows.n_repeats, rows.n_folds) == (2, 1)


def test_folds_count_where_every_repeat_has_all_instances():
    rows = reference_rows(make_records(4, row_id=[5, 6] * 2, repeat=[0, 0, 3, 3], fold=[1, 4] * 2))
    assert (rows.n_repeats, rows.n_folds) == (2, 2)
    assert rows.repeat.tolist() == [0, 0, 1, 1]
    assert rows.fold.tolist() == [0, 1, 0, 1]


def test_a_fold_that_is_not_stated_stays_open():
    rows = reference_rows(ordered(make_records(3, row_id=[2, 0, 1])))
    assert rows.fold.tolist() == [NOT_STATED] * 3
    assert (rows.n_repeats, rows.n_folds) == (1, 1)


def test_rows_without_ids_keep_their_order_within_a_fold():
    records = make_records(5, fold=[1, 0, 1, 0, 0], truth=[1, 2, 3, 4, 5])
    rows = reference_rows(ordered(records))
    assert rows.truth.tolist() == [2, 4, 5, 1, 3]
    assert rows.row_id.tolist() == [0, 1, 2, 3, 4]
    assert rows.ids.size == 0
    assert rows.named(3) == "row 4 of the data set"


def test_groups_are_kept_as_far_as_they_are_stated():
    assert reference_rows(ordered(make_records(3))).group is None
    assert reference_rows(ordered(make_records(3, group=NO_ID))).group is None
    rows = reference_rows(ordered(make_records(3, row_id=[2, 0, 1], group=[-7, 4, 4])))
    assert rows.group.tolist() == [4, 4, -7]


def test_repeats_without_ids_have_the_same_instances_in_the_same_order():
    records = make_records(4, repeat=[5, 3, 5, 3], fold=[1, 1, 0, 0], truth=[1, 1, 0, 0])
    rows = reference_rows(ordered(records))
    assert rows.repeat.tolist() == [0, 0, 1, 1]
    assert rows.row_id.tolist() == [0, 1, 0, 1]
    assert (rows.fold.tolist(), rows.truth.tolist()) == ([1, 0, 1, 0], [1, 0, 1, 0])
    assert (rows.n_repeats, rows.n_folds) == (2, 2)


def test_rows_are_named_by_their_ids_as_far_as_these_are_known():
    rows = reference_rows(ordered(make_records(2, row_id=[17, -5])))
    assert [rows.named(row) for row in (0, 1)] == ["row 1 by row_id", "row_id 17"]


@pytest.mark.parametrize(
    ("records", "why"),
    [
        (make_records(2, row_id=[3, NO_ID]), "has rows with and without row_id: give it in"),
        (make_records(2, group=[3, NO_ID]), "has rows with and without group: give it in"),
        (
            make_records(3, repeat=[0, 1, 1]),
            "has repeats with different rows, or with rows in a different or",
        ),
        (
            make_records(4, repeat=[0, 0, 1, 1], truth=[0, 1, 1, 0]),
            "has repeats with different rows, or with rows in a different order: add a column "
            "row_id",
        ),
        (make_records(3, row_id=[3, 4, 3]), "has row_id 3 more than once: keep one of the rows"),
        (
            make_records(4, row_id=[3, 4, 4, 4], repeat=[0, 0, 1, 1]),
            "has row_id 4 of repeat 1 more than once",
        ),
    ],
)
def test_rows_that_are_no_cross_validation_are_refused(records, why):
    with pytest.raises(MisfitError, match=f"^{why}"):
        reference_rows(ordered(records))


FIRST = make_records(4, row_id=[1, 2, 3, -8], truth=[1, 0, 1, 0], fold=[0, 0, 1, 1], repeat=0,
                     group=[5, 5, 6, -2])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("repeat", 2, "has repeat 2 where tree has 0: all models of a data set need the same"),
        ("row_id", 7, "has row_id 7 where tree has 3"),
        ("row_id", -9, "has row_id another where tree has 3"),
        (
            "fold",
            NOT_STATED,
            "has fold another where tree has 1: all models of a data set need the same rows, "
            "repeats and folds; if their folds differ, leave out the column of folds$",
        ),
        (
            "truth",
            0,
            "has a different true class than tree in 1 of 4 rows, the first at row_id 3: co",
        ),
        (
            "group",
            5,
            "has a different group than tree in 1 of 4 rows, the first at row_id 3: corr",
        ),
        ("group", NO_ID, "has a different group than tree in 1 of 4 rows"),
    ],
)
def test_the_first_row_that_differs_is_named(name, value, why):
    by_id = np.argsort(FIRST["row_id"])
    reference = FIRST[by_id]
    rows = reference_rows(reference)
    records = FIRST.copy()
    records[name][2] = value
    check_same_rows(reference, reference, rows, "tree")
    with pytest.raises(MisfitError, match=f"^{why}"):
        check_same_rows(records[by_id], reference, rows, "tree")


def test_scores_and_decisions_may_differ():
    rows = reference_rows(ordered(FIRST[:3]))
    other = FIRST[:3].copy()
    other["scores"] += 1
    other["decision"] = 1
    check_same_rows(other, FIRST[:3], rows, "tree")


def test_another_number_of_rows_is_said_with_both():
    rows = reference_rows(ordered(FIRST[:3]))
    with pytest.raises(MisfitError) as raised:
        check_same_rows(FIRST[:2], FIRST[:3], rows, "tree")
    assert str(raised.value) == (
        "has 2 rows, tree has 3 (it lacks row_id 3): all models of a data set need the same rows; "
        "add the missing ones, leave them out for all models, or leave out the model"
    )
    with pytest.raises(
        MisfitError, match=r"^has 3 rows, tree has 1 \(tree lacks row_id 2 and 1 m"
    ):
        check_same_rows(FIRST[:3], FIRST[:1], rows, "tree")


def test_where_no_id_tells_which_row_is_missing_none_is_named():
    records = make_records(3, truth=[1, 0, 0])
    records["scores"][:, 0] = [0.3, 0.2, 0.1]
    with pytest.raises(MisfitError, match=r"^has 2 rows, tree has 3: all models"):
        check_same_rows(records[:2], records, reference_rows(records), "tree")


def test_without_ids_the_order_may_be_what_differs():
    records = make_records(3, truth=[1, 0, 0])
    rows = reference_rows(ordered(records))
    other = make_records(3, truth=[0, 1, 0])
    with pytest.raises(MisfitError, match=r"in 2 of 3 rows, the first at row 1 of .*add a column"):
        check_same_rows(other, records, rows, "tree")


def test_the_scores_of_its_own_classes_are_taken():
    scores = np.array([[0.25, NAN, 0.75], [0.5, NAN, 0.5]])
    labels, found = scores_by_label(scores, ["no", "other", "yes"], ["no", "yes"])
    assert labels == ("no", "yes")
    assert found.tolist() == [[0.25, 0.5], [0.75, 0.5]]
    assert found.flags.c_contiguous


def test_one_score_is_of_both_classes():
    labels, found = scores_by_label(np.array([[0.25, NAN], [0.5, NAN]]), ["", "x"], ["no", "yes"])
    assert labels == ("",)
    assert found.tolist() == [[0.25, 0.5]]


@pytest.mark.parametrize(
    ("scores", "labels", "why"),
    [
        ([[0.5], [0.5]], ["x"], "has no scores of the classes 'no' and 'yes': name their columns"),
        ([[0.5], [NAN]], ["no"], "has a score of the class 'no' in only 1 of 2 rows: every row"),
        ([[0.5], [NAN]], [""], "has a score in only 1 of 2 rows"),
        ([[0.5, 0.5]] * 2, ["", "no"], "has scores of each class and one score for both: keep"),
    ],
)
def test_scores_that_are_missing_or_too_many_are_refused(scores, labels, why):
    with pytest.raises(MisfitError, match=f"^{why}"):
        scores_by_label(np.array(scores), labels, ["no", "yes"])


def test_codes_are_places_among_the_classes():
    found = class_codes(np.array([4, 9, 4, NOT_STATED], dtype=np.int32), [9, 4])
    assert found.tolist() == [1, 0, 1, -1]
    assert found.dtype == np.int8


def test_the_checksum_is_of_all_parts_in_their_order():
    first, second = np.arange(6).reshape(2, 3), np.array([0.5])
    assert checksum([first, second]) == sha256(first.tobytes() + second.tobytes()).hexdigest()
    assert checksum([first.T]) == sha256(first.T.copy().tobytes()).hexdigest()
    assert checksum([first, second]) != checksum([second, first])
