"""The same questions asked of the demo's tasks and models."""
