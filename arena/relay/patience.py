"""How long a worker waits: for bots that are away, and for gateways that say nothing."""

GRACE_S = 30.0
"""How long a bot has at least to come back after a failure of ours before its time runs again.

Bots wait longer and longer between their tries, and a gateway takes its time to start.
"""
HOST_GRACE_S = 60.0
"""The same after the machine failed that ran the bot: its lease runs out, then another one, or the
same again, takes the bot and starts it."""
AGAIN_S = 0.2
"""How soon a time that is over is looked at again, if there was no way to the gateways."""
OFFER_S = 1.0
"""How long a bot that is there may say nothing of an offered seat before it is offered again."""
MOVE_S = 0.3
"""How long a session that was replaced may take to report what its bot was asked."""
REMIND_S = 3.0
"""How much later than due a gateway may report before it is asked once more."""
BACKSTOP_S = 30.0
"""How much later than due a gateway may report at all."""
