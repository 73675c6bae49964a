"""The page to read."""
