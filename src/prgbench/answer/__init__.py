"""The answer: what is always computed of a study, and the record that holds it."""
