"""Beyond the sources: PRG curves of populations, errors of the areas, coverage of bands."""
