"""Bots that tell the test what happens to them."""

import asyncio
import threading

from arena_sdk import Bot


class Told(Bot):
    """Notes every call in `calls`, which all instances of one subclass share."""

    calls: list
    made = 0

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.calls = []

    def __init__(self):
        type(self).made += 1
        self.number = type(self).made

    def seated(self, table):
        self.calls.append(("seated", self.number, table.match_id))

    def choose(self, prompt):
        self.calls.append(("choose", self.number, prompt.ply))
        return prompt.legal_actions[-1]

    def heard(self, heard):
        self.calls.append(("heard", self.number, heard.action))

    def faulted(self, notice):
        self.calls.append(("faulted", self.number, notice.ply))

    def finished(self, outcome):
        self.calls.append(("finished", self.number, outcome and outcome.ranks))


def told():
    """Returns a fresh class that notes its calls."""

    class Noting(Told):
        pass

    return Noting


def slow():
    """Returns a fresh class whose `choose` waits, in its thread, until the test lets it go on."""

    class Slow(Told):
        thinking = threading.Event()
        go_on = threading.Event()
        at_once = 0
        most_at_once = 0

        def choose(self, prompt):
            Slow.at_once += 1
            Slow.most_at_once = max(Slow.most_at_once, Slow.at_once)
            Slow.thinking.set()
            assert Slow.go_on.wait(20)
            Slow.at_once -= 1
            return super().choose(prompt)

        @classmethod
        async def thinks(cls):
            """Returns when an instance has been asked."""
            assert await asyncio.to_thread(cls.thinking.wait, 20)
            cls.thinking.clear()

    return Slow
