"""Renderings of a verdict: text, terminal, markdown. Each is made from the verdict alone."""
