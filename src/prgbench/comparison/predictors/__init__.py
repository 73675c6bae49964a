"""What predicts a disagreement, by a model over the tasks."""
