"""Statistics, independent of tasks and files."""
