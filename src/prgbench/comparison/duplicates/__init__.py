"""The agreement without models that rank alike and without hard labels."""
