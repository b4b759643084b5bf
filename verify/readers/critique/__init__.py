"""Reads a reviewer's answer: the claims in it that stand in a form that is known."""
