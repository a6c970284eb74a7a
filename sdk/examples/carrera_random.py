"""Plays My Favorite Carrera RS at random: the yardstick for all other bots."""

import random

from arena_sdk import Bot, Prompt, run


class RandomBot(Bot):
    """Takes any legal action."""

    def choose(self, prompt: Prompt) -> str:
        return random.choice(prompt.legal_actions)


if __name__ == "__main__":
    run(RandomBot)
