"""How matches ended of which their bots may not have heard: a short list for each submission.

An ending is kept before it is told, as the bytes that a bot is told, and forgotten when the bot has
shown that it arrived. What is kept still is told again on the submission's next session.
"""

from collections.abc import Sequence

from arena.relay.connection import Word

MOST = 32
"""So many are kept, the newest: no more than a bot may be sent at once."""
TTL_S = 600
"""How long they are kept after the last one."""


def keep(submission_id: str, ending: bytes) -> Sequence[Sequence[Word]]:
    """Returns the commands that keep an ending."""
    key = _key(submission_id)
    return [("LPUSH", key, ending), ("LTRIM", key, 0, MOST - 1), ("EXPIRE", key, TTL_S)]


def kept(submission_id: str) -> Sequence[Word]:
    """Returns the command that reads what is kept, the newest first."""
    return ("LRANGE", _key(submission_id), 0, -1)


def forget(submission_id: str, ending: bytes) -> Sequence[Word]:
    """Returns the command that forgets an ending, however often it was kept."""
    return ("LREM", _key(submission_id), 0, ending)


def _key(submission_id: str) -> str:
    return f"arena:endings:{submission_id}"
