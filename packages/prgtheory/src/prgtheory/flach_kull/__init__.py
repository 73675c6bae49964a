"""Flach & Kull (2015): precision-recall-gain curves, and their poster."""
