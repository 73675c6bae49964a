"""The stages of a study, listed once: the rules are made from the list, `compare` calls it."""
