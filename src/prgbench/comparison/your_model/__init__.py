"""A user's own model among those of a task."""
