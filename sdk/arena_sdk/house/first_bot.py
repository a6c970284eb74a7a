"""Plays any game by the default action: what a seat plays whose bot is not there."""

from arena_sdk import Bot, Prompt, run


class FirstBot(Bot):
    """Takes the first legal action."""

    def choose(self, prompt: Prompt) -> str:
        return prompt.legal_actions[0]


if __name__ == "__main__":
    run(FirstBot)
