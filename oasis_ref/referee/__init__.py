"""The loop: replay, policies, rulings, causes, verdict."""
