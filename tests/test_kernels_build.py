"""How the kernels are compiled: with which options, and what is said where that fails."""

import ctypes
import importlib.util
import shutil

import numpy as np
import pytest

from places import ROOT

SPEC = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
BUILD = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(BUILD)
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("flags", ["", "-Ofast", "-ffast-math -ffinite-math-only"])
def test_no_flag_of_the_user_changes_what_is_a_number(compiler, flags, monkeypatch, tmp_path):
    monkeypatch.setenv("CC", compiler)
    monkeypatch.setenv("CFLAGS", flags)
    library = tmp_path / "kernels.so.1"
    assert BUILD.compile_kernels(library)
    encode = ctypes.CDLL(str(library)).prg_encode
    encode.argtypes = [ctypes.c_void_p] * 2 + [ctypes.c_int64] * 2 + [ctypes.c_void_p] * 2
    encode.restype = ctypes.c_int64
    positive, keys = np.arange(64) % 2 == 0, np.empty(64, dtype=np.uint64)
    splits = np.empty(1, dtype=np.int64)
    for scores in (np.ones(64), np.append(np.ones(63), np.nan)):
        arrays = positive.ctypes.data, scores.ctypes.data
        status = encode(*arrays, 1, 64, keys.ctypes.data, splits.ctypes.data)
        assert status == (-1 if np.isnan(scores).any() else 0)


def test_the_error_of_a_compiler_is_shown_and_a_library_stays(monkeypatch, tmp_path, capsys):
    library = tmp_path / "kernels.so.1"
    library.write_bytes(b"made before")
    monkeypatch.setenv("CC", COMPILERS[0])
    monkeypatch.setenv("CFLAGS", "-no-such-option")
    assert not BUILD.compile_kernels(library)
    assert "-no-such-option" in capsys.readouterr().err
    monkeypatch.setenv("CC", "/no/compiler")
    assert not BUILD.compile_kernels(library)
    assert "/no/compiler can't compile kernels.c" in capsys.readouterr().err
    assert library.read_bytes() == b"made before"
    assert list(tmp_path.iterdir()) == [library]
