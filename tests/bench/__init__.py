"""Measurements: how fast logs are judged, beside two readers of other games, and what starting up costs."""
