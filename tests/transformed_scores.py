"""Populations whose scores are mapped by an increasing function, which changes no curve (P7)."""

from prgtheory.populations import Population, Transformed


def with_map(population, forward, inverse):
    """Return a population with the scores of both classes mapped."""
    classes = population.positive, population.negative
    return Population(
        *(Transformed(of, forward, inverse) for of in classes), population.prevalence
    )
