"""The embedded archive's data sets: shipped by packages, made by rules, drawn by generators."""
