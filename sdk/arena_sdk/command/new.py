"""`arena-sdk new`: a folder with a commented bot, its test and its manifest."""

import argparse
import re
import shlex
from pathlib import Path
from string import Template

from arena.games.codec import observation_type
from arena.games.registry import Registry
from arena_sdk.command.arguments import usual_seats
from arena_sdk.command.naming import named_game
from arena_sdk.command.refusal import Refusal
from arena_sdk.house import NoSuchBot, house_names, house_program

BOT = Template('''\
"""$title plays $game."""

from arena_sdk import Bot, Faulted, Heard, Outcome, Prompt, Table, run


class $title(Bot):
    """Every match gets an instance of its own, so `self` is its memory of that match."""

    def seated(self, table: Table) -> None:
        """Called once, before the first prompt."""
        self.seat = table.seat  # counted from 0 in turn order; table.seats is how many there are

    def choose(self, prompt: Prompt) -> str:
        """Returns one of `prompt.legal_actions`; this is all that you have to write."""
        # What you may know is in prompt.observation: $observation.
        # You have prompt.time_left_s for this decision, and prompt.bank_left_s for the whole match.
        return max(prompt.legal_actions, key=lambda action: self.worth(prompt, action))

    def worth(self, prompt: Prompt, action: str) -> float:
        """Returns how good an action is. This is where your ideas go."""
        return 0.0  # as long as all are worth the same, the first one is played

    def heard(self, heard: Heard) -> None:
        """Called for each thing that another seat did, right before `choose`."""

    def faulted(self, notice: Faulted) -> None:
        """Called when you did wrong: says what, and what was played in your stead."""

    def finished(self, outcome: Outcome | None) -> None:
        """Called once, at the end; `None` if the arena gave the match up."""


if __name__ == "__main__":
    run($title)  # ARENA_ADDRESS, ARENA_KEY and ARENA_SUBMISSION say where and who
''')

TEST = Template('''\
"""Tries the bot before it goes anywhere: `python $test`, or with pytest."""

from arena_sdk import play_local
from arena_sdk.house import house_bot
from $module import $title

RANDOM = house_bot("$game", "random")


def test_it_plays_without_a_fault() -> None:
    for seed in range(3):
        _, log = play_local("$game", [$title$opponents], seed=seed)

        choices = [choice for event in log[1:-1] for choice in event.choices]
        assert [choice for choice in choices if choice.fault] == []


if __name__ == "__main__":
    test_it_plays_without_a_fault()
    print("plays without a fault")
''')

MANIFEST = Template("""\
# What the arena needs to know to run this bot: `arena-sdk submit $folder`.
name = "$name"
game = "$game"
command = ["python", "bot.py"]
# seats = [$seats]  # how many seats it plays at, if not at all of these
# build = ["python", "prepare.py"]  # runs once in the sandbox, without a network
# memory_mb = 256
""")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "new",
        help="start a bot",
        description="Makes a folder with a commented bot, its test, and bot.toml.",
    )
    parser.add_argument("game", help="its registered name")
    parser.add_argument("folder", type=Path, help="must not exist, or be empty")
    parser.add_argument("--like", metavar="NAME", help="start from a house bot, such as planner")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    kind, folder = named_game(arguments.game), arguments.folder
    if kind.name not in Registry.installed().names():
        raise Refusal(
            f"{kind.name} is not registered: neither the bot's test nor an arena would find it;"
            " the entry point is botarena.games"
        )
    seats = usual_seats(kind)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refusal(f"{folder} exists and is not an empty folder")
    seen = observation_type(kind)
    package = seen.__module__.rpartition(".")[0] or seen.__module__
    words = {
        "game": kind.name,
        "folder": str(folder),
        "name": re.sub(r"[^\w .-]", "-", folder.resolve().name),
        "title": _class_name(folder.resolve().name),
        "observation": f"{package}.{seen.__name__}",
        "module": "bot",
        "test": "test_bot.py",
        "opponents": ", RANDOM" * (seats - 1),
        "seats": ", ".join(map(str, kind.seat_counts)),
    }
    program = BOT.substitute(words)
    if arguments.like:
        try:
            program = house_program(kind.name, arguments.like)
        except NoSuchBot as error:
            raise Refusal(str(error)) from None
        words["title"] = re.findall(r"run\((\w+)\)", program)[-1]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(program)
    (folder / "test_bot.py").write_text(TEST.substitute(words))
    (folder / "bot.toml").write_text(MANIFEST.substitute(words))
    print(f"{folder}/bot.py       the bot; begin at choose()")
    print(f"{folder}/test_bot.py  its test: python {folder}/test_bot.py")
    print(f"{folder}/bot.toml     what the arena needs to run it")
    rivals = _rivals(kind.name, seats - 1)
    print(f"\nnext: arena-sdk play {kind.name} {shlex.quote(str(folder))} {' '.join(rivals)}")
    return 0


def _rivals(game: str, count: int) -> list[str]:
    """Returns as many house bots, the greedy and the random one in turn."""
    names = [f"house:{name}" for name in reversed(house_names(game)[1:3])]
    return (names * count)[:count]


def _class_name(folder: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", folder)
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() else f"Bot{name}"
