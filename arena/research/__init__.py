"""Our games for the tools that researchers use, and their games for us.

Everything here needs an extra: `aec` what `[rl]` installs, `spiel` what `[openspiel]` installs.
"""
