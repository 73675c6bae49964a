"""The paper's figures, one module each."""
