"""The paper's section 4: scores, ranks, how far the measures disagree, its figures and numbers."""
