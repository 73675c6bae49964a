"""Boyd et al. (2012): the unachievable region in precision-recall space."""
