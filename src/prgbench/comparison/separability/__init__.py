"""Which disagreements are about models that can be told apart."""
