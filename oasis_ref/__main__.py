"""``python -m oasis_ref`` does what ``oasis-ref`` does."""

from oasis_ref.cli import main

if __name__ == "__main__":
    main()
