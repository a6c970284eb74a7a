"""The page "Protocol by example" is what really happens."""

import json
import re

from tests.conversation.page import PAGE, page
from tests.conversation.scenes import conversation


def test_the_page_shows_the_conversation_as_it_is() -> None:
    assert page(conversation()) == PAGE.read_text(), "run `python -m tests.conversation`"


def test_every_kind_of_message_is_on_it_but_the_one_of_a_gateway_that_stops() -> None:
    said = set(re.findall(r"^(bot  |arena)  (\w+) \{", PAGE.read_text(), re.MULTILINE))

    bots = {kind for by, kind in said if by.strip() == "bot"}
    arenas = {kind for by, kind in said if by == "arena"}
    assert bots == {"hello", "acknowledge", "choice", "failure", "goodbye", "heartbeat"}
    assert arenas == {
        *("welcome", "seated", "prompt", "faulted", "finished", "ignored", "heartbeat"),
    }


def test_every_message_on_it_is_json() -> None:
    said = re.findall(
        r"^(?:bot  |arena)  \w+ (\{(?:.*\}$|$[\s\S]*?^\}$))", PAGE.read_text(), re.MULTILINE
    )

    assert len(said) > 20
    for message in said:
        assert isinstance(json.loads(message.replace("{...}", "{}")), dict)
