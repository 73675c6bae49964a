"""Statistics that know nothing of tasks or files."""
