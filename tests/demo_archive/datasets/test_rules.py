"""Data sets that rules define have the sizes of their sources, and every row keeps its rule."""

import numpy as np
import pytest

from demo_archive.datasets import SEGMENTS, one_hot, rules, tic_tac_toe_boards


@pytest.fixture(scope="module")
def loaded():
    return {known.name: known.load() for known in rules()}


@pytest.mark.parametrize(
    ("name", "target", "shape", "n_positive"),
    [
        ("tic-tac-toe", "class", (958, 27), 332),
        ("monks-1", "class", (432, 17), 216),
        ("monks-2", "class", (432, 17), 142),
        ("monks-3", "class", (432, 17), 228),
        ("balance-scale", "balanced", (625, 4), 49),
        ("balance-scale", "left", (625, 4), 288),
        ("multiplexer-6", "class", (64, 6), 32),
    ],
)
def test_numbers_of_the_sources(loaded, name, target, shape, n_positive):
    instances = loaded[name][target]
    assert instances.x.shape == shape
    assert instances.y.sum() == n_positive


def test_boards_are_the_ends_of_games_that_x_began():
    lines = [
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
    ]  # fmt: skip
    ends, seen = {}, set()

    def play(board, player):
        if board in seen:
            return
        seen.add(board)
        won = any(board[a] == board[b] == board[c] != 0 for a, b, c in lines)
        if won or 0 not in board:
            ends[board] = won and player == -1
            return
        for place in (place for place in range(9) if board[place] == 0):
            play((*board[:place], player, *board[place + 1 :]), -player)

    play((0,) * 9, 1)
    boards, won = tic_tac_toe_boards()
    assert dict(zip(map(tuple, boards.tolist()), won.tolist(), strict=True)) == ends
    assert len(boards) == 958


@pytest.mark.parametrize(
    ("name", "n_address", "n_rows"), [("multiplexer-6", 2, 64), ("multiplexer-11", 3, 500)]
)
def test_the_address_chooses_the_bit(loaded, name, n_address, n_rows):
    instances = loaded[name]["class"]
    assert len({tuple(row) for row in instances.x.tolist()}) == n_rows
    for row, chosen in zip(instances.x.astype(int).tolist(), instances.y.tolist(), strict=True):
        address = int("".join(map(str, row[:n_address])), base=2)
        assert chosen == bool(row[n_address + address])


def test_three_of_the_seven_bits_in_the_middle(loaded):
    instances = loaded["mofn-3-7-10"]["class"]
    assert instances.x.shape == (500, 10)
    assert len({tuple(row) for row in instances.x.tolist()}) == 500
    np.testing.assert_array_equal(instances.y, instances.x[:, 2:9].sum(axis=1) < 3)


def test_a_tenth_of_the_classes_is_wrong(loaded):
    instances = loaded["xd6"]["class"]
    a, b, c = (instances.x[:, start : start + 3].all(axis=1) for start in (0, 3, 6))
    assert instances.x.shape == (600, 10)
    assert (instances.y != (a | b | c)).mean() == pytest.approx(0.1, abs=0.03)


@pytest.mark.parametrize(("name", "digit", "n_columns"), [("led-7", 8, 7), ("led-24", 3, 24)])
def test_a_tenth_of_the_lights_is_wrong(loaded, name, digit, n_columns):
    instances = loaded[name][f"is_{digit}"]
    assert instances.x.shape[1] == n_columns
    assert instances.y.mean() == pytest.approx(0.1, abs=0.04)
    lights = instances.x[instances.y, :7]
    assert lights.mean(axis=0) == pytest.approx(0.1 + 0.8 * SEGMENTS[digit], abs=0.2)
    assert (lights != SEGMENTS[digit]).mean() == pytest.approx(0.1, abs=0.05)
    assert instances.x[:, 7:].mean(axis=0) == pytest.approx(0.5, abs=0.1)


def test_the_segments_of_a_digit():
    # Top, upper left, upper right, middle, lower left, lower right, bottom.
    lit = {digit: int(SEGMENTS[digit].sum()) for digit in range(10)}
    assert lit == {0: 6, 1: 2, 2: 5, 3: 5, 4: 4, 5: 5, 6: 6, 7: 3, 8: 7, 9: 6}
    assert len(np.unique(SEGMENTS, axis=0)) == 10
    assert np.flatnonzero(SEGMENTS[1]).tolist() == [2, 5]
    assert np.flatnonzero(SEGMENTS[8] != SEGMENTS[0]).tolist() == [3]
    assert np.flatnonzero(SEGMENTS[8] != SEGMENTS[9]).tolist() == [4]
    assert np.flatnonzero(SEGMENTS[8] != SEGMENTS[6]).tolist() == [2]


def test_a_column_for_each_value_that_occurs():
    codes = np.array([[3, 0], [1, 0], [3, 2]])
    assert one_hot(codes).tolist() == [[0, 1, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]]
