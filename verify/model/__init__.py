"""Frozen value types that all layers share; they import nothing of the project but each other."""
