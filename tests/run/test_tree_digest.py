import json

import pytest

from prgbench.run.fingerprint import tree_digests

PLAIN = b"def f():\n    return 1\n"


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "kept.json"


@pytest.mark.parametrize(
    ("source", "same"),
    [
        (b"# More.\ndef f():\n    'Say.'\n    return 1\n", True),
        (b"def f(): return (1)\n", True),
        (b"def f():\n    return 2\n", False),
        (b"def g():\n    return 1\n", False),
    ],
)
def test_what_a_reader_alone_sees_does_not_count(kept, source, same):
    plain, other = tree_digests([PLAIN, source], kept)
    assert (plain == other) == same


def test_what_is_kept_is_not_computed_again_and_the_rest_forgotten(kept):
    one, _ = tree_digests([PLAIN, b"x = 1"], kept)
    known = json.loads(kept.read_text())
    assert len(known) == 2
    [key] = [key for key, digest in known.items() if digest == one]
    kept.write_text(json.dumps(known | {key: "as it was kept"}))
    assert tree_digests([PLAIN], kept) == ["as it was kept"]
    assert list(json.loads(kept.read_text())) == [key]


@pytest.mark.parametrize("damaged", ["", "[1]", "{"])
def test_damaged_digests_are_computed_again(kept, damaged):
    digests = tree_digests([PLAIN], kept)
    kept.write_text(damaged)
    assert tree_digests([PLAIN], kept) == digests


def test_where_nothing_can_be_kept_they_are_computed(tmp_path):
    (tmp_path / "file").touch()
    assert len(tree_digests([PLAIN], tmp_path / "file" / "kept.json")) == 1
