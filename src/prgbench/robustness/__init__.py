"""How far the answer depends on choices: parts that a study asks for by name."""
