"""Scores and labels packed into integers that one plain sort ranks, in NumPy: one model at a time.

The keys are those of `kernel.ranked`, which is the same, compiled, for many models.
"""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.inputs import BoolArray, FloatArray

Keys = npt.NDArray[np.uint64]
_SIGN = np.uint64(1 << 63)
_ONE = np.uint64(1)


def rank(positive: BoolArray, scores: FloatArray) -> tuple[Keys, int]:
    """Sort scores together with the labels, the best score first.

    Returns
    -------
    keys : ndarray of uint64, shape (n,)
        Equal but for the last bit where scores are equal; that bit marks a negative instance.
    split : int
        The place from which scores are below zero, where keys may be those of others.

    See Also
    --------
    prgbench.metrics.packed.scores_of : The way back.
    prgbench.metrics.kernel.ranked : The same of many models, compiled.

    Examples
    --------
    >>> keys, split = rank(np.array([True, False, False]), np.array([0.5, -1.0, 0.5]))
    >>> (keys & 1).tolist(), split
    ([0, 1, 1], 2)
    """
    bits = np.ascontiguousarray(scores).view(np.uint64)
    if scores.min() >= 0:
        keys = _packed(bits, positive)
        split = keys.size
    else:
        below = scores < 0
        split = scores.size - int(np.count_nonzero(below))
        keys = np.empty_like(bits)
        keys[:split] = _packed(bits[~below], positive[~below])
        keys[split:] = _packed(~bits[below], positive[below])
    keys[:split].sort()
    keys[split:].sort()
    return keys, split


def _packed(bits: Keys, positive: BoolArray) -> Keys:
    """Put the label into the last bit, the sign out of the first, and the largest bits first."""
    keys = np.left_shift(bits, _ONE)
    np.bitwise_or(keys, positive, out=keys)
    return np.invert(keys, out=keys)


def scores_of(keys: Keys, split: int) -> FloatArray:
    """Return the scores that keys stand for, those from the split on below zero.

    See Also
    --------
    prgbench.metrics.packed.rank : The keys of scores.

    Examples
    --------
    >>> scores_of(*rank(np.array([True, False]), np.array([-2.0, 3.0]))).tolist()
    [3.0, -2.0]
    """
    bits = np.right_shift(keys, _ONE)
    bits[:split] ^= ~_SIGN
    bits[split:] |= _SIGN
    return bits.view(np.float64)


def changes(keys: Keys, split: int) -> Keys:
    """Tell in which bits each key differs from the next: more than the last where scores differ.

    Examples
    --------
    >>> keys, split = rank(np.array([True, False, True]), np.array([3.0, 3.0, 2.0]))
    >>> (changes(keys, split) > 1).tolist()
    [False, True]
    """
    differing = np.bitwise_xor(keys[1:], keys[:-1])
    if 0 < split < keys.size:
        differing[split - 1] |= np.uint64(2)
    return differing
