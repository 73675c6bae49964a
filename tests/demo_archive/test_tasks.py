"""The tasks of the demo's archive: as OpenML was, and exact where a rule defines them."""

from itertools import product

import numpy as np
import pytest
from demo_archive.cross_validation import labelled_tasks

from demo_archive.datasets import SEGMENTS, data_sets, tic_tac_toe_boards


@pytest.fixture(scope="module")
def tasks():
    return list(labelled_tasks())


def test_there_are_sixty_tasks_on_forty_five_data_sets(tasks):
    assert len(tasks) >= 60
    assert len({labelled.task.dataset_id for labelled in tasks}) >= 45
    assert len({labelled.task.task_id for labelled in tasks}) == len(tasks)


def test_sizes_and_prevalences_are_those_of_openml(tasks):
    sizes = [labelled.task.n_instances for labelled in tasks]
    shares = [min(labelled.y.mean(), 1 - labelled.y.mean()) for labelled in tasks]
    assert (min(sizes), max(sizes)) == (40, 2000)
    assert min(shares) == 0.02
    assert max(shares) == 0.5
    assert sum(share <= 0.1 for share in shares) >= 10


def test_some_tasks_are_cross_validated_ten_times(tasks):
    repeated = [labelled.task for labelled in tasks if labelled.task.n_repeats == 10]
    assert len(repeated) == 3
    assert {task.estimation_procedure for task in repeated} == {3}


def test_instances_are_finite_and_labels_binary(tasks):
    for labelled in tasks:
        assert labelled.x.shape[0] == len(labelled.y) == labelled.task.n_instances
        assert np.isfinite(labelled.x).all(), labelled.task.dataset_name
        assert set(labelled.y.tolist()) == {0, 1}


def test_loading_twice_gives_the_same_instances(tasks):
    for one, other in zip(tasks, labelled_tasks(), strict=True):
        assert one.task == other.task
        assert np.array_equal(one.x, other.x)
        assert np.array_equal(one.y, other.y)


def test_data_sets_have_names_and_sources_of_their_own():
    names = [data_set.name for data_set in data_sets()]
    assert len(set(names)) == len(names)
    for data_set in data_sets():
        assert data_set.source
        assert "\n" not in data_set.source


def one(tasks, name, target="class"):
    found = [t for t in tasks if (t.task.dataset_name, t.task.target) == (name, target)]
    return found[0]


@pytest.mark.parametrize(
    ("name", "target", "n_rows", "n_positive"),
    [
        # as the collections of data sets that hold them say
        ("tic-tac-toe", "class", 958, 332),
        ("monks-1", "class", 432, 216),
        ("monks-2", "class", 432, 142),
        ("monks-3", "class", 432, 228),
        ("balance-scale", "balanced", 625, 49),
        ("balance-scale", "left", 625, 288),
        ("multiplexer-6", "class", 64, 32),
        ("wine", "is_0", 178, 59),
        ("wine", "is_1", 178, 71),
        ("wine", "is_2", 178, 48),
        ("iris", "is_1", 150, 50),
        ("breast-cancer", "diagnosis", 569, 212),
    ],
)
def test_published_sizes(tasks, name, target, n_rows, n_positive):
    labelled = one(tasks, name, target)
    assert (len(labelled.y), int(labelled.y.sum())) == (n_rows, n_positive)


def test_tic_tac_toe_endgames_are_those_that_games_reach():
    lines = [
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
    ]  # fmt: skip
    ends, seen = set(), set()

    def play(board, player):
        if board in seen:
            return
        seen.add(board)
        won = any(board[a] == board[b] == board[c] != 0 for a, b, c in lines)
        if won or 0 not in board:
            ends.add(board)
            return
        for place in (place for place in range(9) if board[place] == 0):
            play((*board[:place], player, *board[place + 1 :]), -player)

    play((0,) * 9, 1)
    boards, _ = tic_tac_toe_boards()
    assert {tuple(board) for board in boards.tolist()} == ends


def test_the_multiplexer_hands_on_the_addressed_bit(tasks):
    labelled = one(tasks, "multiplexer-6")
    for bits, label in zip(labelled.x.astype(int).tolist(), labelled.y.tolist(), strict=True):
        assert label == bits[2 + 2 * bits[0] + bits[1]]
    assert len({tuple(row) for row in labelled.x.tolist()}) == len(list(product((0, 1), repeat=6)))


def test_digits_of_seven_segments_are_all_different():
    assert len({tuple(row) for row in SEGMENTS.tolist()}) == 10
    assert SEGMENTS[8].tolist() == [1] * 7


def test_the_rule_of_xd6_is_wrong_for_a_tenth(tasks):
    labelled = one(tasks, "xd6")
    triples = labelled.x[:, :9].reshape(-1, 3, 3).all(axis=2).any(axis=1)
    assert (triples != labelled.y).mean() == pytest.approx(0.1, abs=0.03)


def test_fewer_than_three_of_seven_bits_are_the_rarer_class(tasks):
    labelled = one(tasks, "mofn-3-7-10")
    assert labelled.y.tolist() == [sum(bits[2:9]) < 3 for bits in labelled.x.tolist()]


@pytest.mark.parametrize(
    ("name", "digit", "target"), [("led-7", 8, "is_8"), ("led-24", 3, "is_3")]
)
def test_a_tenth_of_the_lights_is_wrong(tasks, name, digit, target):
    labelled = one(tasks, name, target)
    shown = labelled.x[labelled.y == 1]
    assert (shown[:, :7] != SEGMENTS[digit]).mean() == pytest.approx(0.1, abs=0.05)
