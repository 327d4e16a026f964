"""The version of the referee; a verdict names it."""

VERSION = "0.1.0"
