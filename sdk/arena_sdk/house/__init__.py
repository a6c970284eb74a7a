"""House bots: yardsticks for every game. Each file is a whole program that an author may copy."""

from arena_sdk.house.names import NoSuchBot, house_bot, house_names, house_program

__all__ = ["NoSuchBot", "house_bot", "house_names", "house_program"]
