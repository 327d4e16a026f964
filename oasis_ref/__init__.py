"""A referee for recorded tabletop games."""
