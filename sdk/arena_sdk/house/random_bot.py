"""Plays any game at random: the yardstick for all other bots."""

import random

from arena_sdk import Bot, Prompt, Table, run


class RandomBot(Bot):
    """Takes any legal action; the same ones whenever the match is played again."""

    def seated(self, table: Table) -> None:
        self.random = random.Random(f"{table.commitment}/{table.seat}")

    def choose(self, prompt: Prompt) -> str:
        return self.random.choice(prompt.legal_actions)


if __name__ == "__main__":
    run(RandomBot)
