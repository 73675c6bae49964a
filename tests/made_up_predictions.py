"""The header of a prediction file of a task with the classes neg and pos."""

HEADER = """@relation p
@attribute repeat numeric
@attribute fold numeric
@attribute row_id numeric
@attribute confidence.neg numeric
@attribute confidence.pos numeric
@attribute prediction {neg,pos}
@attribute correct {neg,pos}
@data
"""
