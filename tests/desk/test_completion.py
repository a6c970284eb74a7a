import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.desk.commands import Desk


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash to try it with")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("arena-sdk pl", ["play"]),
        ("arena-sdk comp", ["compare", "completion"]),
        ("arena-sdk play scout --no", ["--no-clock"]),
        ("arena-sdk play scout house:pl", ["planner"]),
        (
            "arena-sdk play scout hou",
            [f"house:{n}" for n in ["first", "random", "greedy", "planner", "search"]],
        ),
        ("arena-sdk compare scout house:gr", ["greedy"]),
        ("arena-sdk play carr", ["carrera"]),
        ("arena-sdk completion z", ["zsh"]),
        ("arena-sdk play scout mine.p", []),
    ],
)
def test_bash_completes(desk: Desk, typed: str, completed: list[str]) -> None:
    script = desk.run("completion", "bash").out
    Path("try.sh").write_text(
        f"{script}\n"
        f"COMP_LINE='{typed}'; COMP_POINT=${{#COMP_LINE}}\n"
        f"COMP_WORDS=({typed.replace(':', ' : ')}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n"
        '_arena_sdk; for word in "${COMPREPLY[@]}"; do echo "$word"; done\n'
    )

    tried = subprocess.run(["bash", "try.sh"], capture_output=True, text=True, check=True)

    assert tried.stdout.split() == completed


@pytest.mark.skipif(not shutil.which("fish"), reason="there is no fish to try it with")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("arena-sdk pl", ["play"]),
        ("arena-sdk play scout --no", ["--no-clock"]),
        ("arena-sdk play scout house:pl", ["house:planner"]),
        ("arena-sdk play carr", ["carrera"]),
        ("arena-sdk completion z", ["zsh"]),
    ],
)
def test_fish_completes(desk: Desk, typed: str, completed: list[str]) -> None:
    Path("arena-sdk.fish").write_text(desk.run("completion", "fish").out)

    tried = subprocess.run(
        ["fish", "--no-config", "-c", f"source arena-sdk.fish; complete -C {typed!r}"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert [line.split("\t")[0] for line in tried.stdout.splitlines()] == completed


@pytest.mark.skipif(not shutil.which("zsh"), reason="there is no zsh to try it with")
def test_zsh_takes_the_script_and_knows_the_command(desk: Desk) -> None:
    Path("script.zsh").write_text(desk.run("completion", "zsh").out)

    tried = subprocess.run(
        ["zsh", "-f", "-c", "source script.zsh; print $_comps[arena-sdk]"],
        capture_output=True,
        text=True,
        env={**os.environ, "ZDOTDIR": str(desk.folder)},
    )

    assert (tried.returncode, tried.stderr) == (0, "")
    assert "_arena_sdk" in tried.stdout


def test_zsh_and_fish_have_scripts_of_their_own(desk: Desk) -> None:
    zsh, fish = (desk.run("completion", shell).out for shell in ("zsh", "fish"))

    assert "autoload -U +X bashcompinit && bashcompinit\n" in zsh
    assert zsh.endswith("complete -o default -F _arena_sdk arena-sdk\n")
    assert "complete -c arena-sdk -n __fish_use_subcommand -a play -d " in fish
    assert "'__fish_seen_subcommand_from play'" in fish
