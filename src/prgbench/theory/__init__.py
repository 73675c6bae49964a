"""The theory of the sources, recomputed: worked examples, figures and every printed number."""
