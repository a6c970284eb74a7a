"""How the tables came to be, step by step; run by `Database.migrate`.

A new step is a file in `versions` that names the one before as its `down_revision`. It says what
it does in its own words and imports nothing of ours: later changes of the code must not change
what an old step did.
"""
