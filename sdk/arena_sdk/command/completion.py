"""`arena-sdk completion`: what a shell needs to complete the command, read off its own parser."""

import argparse
import shlex
from collections.abc import Iterator, Mapping

from arena.games.registry import Registry

_HOUSE = "house:first house:random house:greedy house:planner house:search"

_BASH = """\
_arena_sdk() {{
  local command="${{COMP_WORDS[1]}}" word="${{COMP_WORDS[COMP_CWORD]}}" words="" before=""
  if [ -n "$BASH_VERSION" ]; then  # which takes a colon for the end of a word
    word="${{COMP_LINE:0:COMP_POINT}}"
    word="${{word##* }}"
    case "$word" in *:*) before="${{word%:*}}:" ;; esac
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then words="{commands}"; else
    case "$command" in
{cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  COMPREPLY=("${{COMPREPLY[@]#"$before"}}")
}}
complete -o default -F _arena_sdk arena-sdk
"""

_ZSH = """\
(( $+functions[compdef] )) || { autoload -U +X compinit && compinit }
autoload -U +X bashcompinit && bashcompinit
"""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "completion",
        help="print a script that completes this command",
        description="Put this into your shell's start-up file: "
        'eval "$(arena-sdk completion bash)", the same with zsh, '
        "or arena-sdk completion fish | source",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))
    parser.set_defaults(run=lambda arguments: _print(commands.choices, arguments.shell))


def _print(commands: Mapping[str, argparse.ArgumentParser], shell: str) -> int:
    if shell == "fish":
        print("\n".join(_fish(commands)))
        return 0
    cases = "\n".join(
        f'      {name}) words="{_words(parser)}" ;;' for name, parser in commands.items()
    )
    script = _BASH.format(commands=" ".join(commands), cases=cases)
    print((_ZSH if shell == "zsh" else "") + script, end="")
    return 0


def _fish(commands: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    for name, parser in commands.items():
        about = shlex.quote((parser.description or "").partition(".")[0])
        yield f"complete -c arena-sdk -n __fish_use_subcommand -a {name} -d {about}"
        words = shlex.quote(_words(parser))
        yield f"complete -c arena-sdk -n '__fish_seen_subcommand_from {name}' -a {words}"


def _words(parser: argparse.ArgumentParser) -> str:
    """Returns each word once that may follow."""
    return " ".join(dict.fromkeys(_offered(parser)))


def _offered(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yields options, fixed choices, games and house bots where these are wanted."""
    for action in parser._actions:  # argparse has no public way to ask for them
        yield from action.option_strings
        yield from map(str, action.choices or ())
        if action.dest in ("bot", "bots", "new_bot", "old_bot"):
            yield _HOUSE
        if action.dest == "game":
            yield from Registry.installed().names()
