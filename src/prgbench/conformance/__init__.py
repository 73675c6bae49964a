"""Cases with exact curves and areas, and what another implementation makes of them.

`vectors.json` beside this module has the definitions, the cases and their values; its schema is
`schema.json`. `docs/conformance_vectors.py` makes it in rational arithmetic.
"""
