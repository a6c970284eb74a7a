"""When two names are the same."""

import unicodedata


def name_key(name: str) -> str:
    """Returns what is equal for names that differ only in case, or in how a letter is encoded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
