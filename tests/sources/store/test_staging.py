import numpy as np
import pytest

from prgbench.sources.store.staging import Staging


@pytest.fixture
def staging(tmp_path):
    return Staging(tmp_path / "7")


def test_arrays_come_back_as_they_were_stored_one_after_the_other(staging):
    rng = np.random.default_rng(1)
    arrays = [
        rng.integers(0, 9, 100).astype(np.int8),
        rng.random((7, 4)).view([("scores", float, 3), ("weight", float)])[:, 0],
        np.empty(0),
        np.array([(1, 2), (3, 4)], [("repeat", np.int64), ("row_id", np.int64)]),
        rng.random(5),
    ]
    names = [staging.share(array) for array in arrays]
    assert staging.share(arrays[0].copy()) == names[0]
    for name, array in zip(names, arrays, strict=True):
        stored = staging.shared(name)
        assert stored.dtype == array.dtype
        assert stored.tobytes() == array.tobytes()


@pytest.mark.parametrize(
    "rows", [slice(0, 3), slice(2, 5), slice(4, 99), slice(5, 5), slice(4, 2)]
)
def test_a_slice_has_rows_of_its_own_array_alone(staging, rows):
    array = np.arange(5)
    names = [staging.share(array + 10 * number) for number in range(3)]
    for number, name in enumerate(names):
        assert staging.shared(name, rows).tolist() == (array + 10 * number)[rows].tolist()


def test_after_the_end_of_a_task_nothing_is_left(staging, tmp_path):
    staging.share(np.arange(5))
    staging.clear()
    assert not list(tmp_path.iterdir())
    again = Staging(tmp_path / "7")
    assert again.shared(again.share(np.arange(3))).tolist() == [0, 1, 2]
