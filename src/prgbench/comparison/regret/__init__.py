"""What choosing by a measure costs."""
