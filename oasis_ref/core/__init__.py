"""The vocabulary that every game speaks: rules, readings, findings, cards, tallies, documents."""
