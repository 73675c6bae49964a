"""All measures against each other, with self-tests and a map."""
