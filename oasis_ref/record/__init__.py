"""Documents in and out: reading with exact error positions, the verdict, the schemas."""
