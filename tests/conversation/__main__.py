"""Writes `docs/protocol-by-example.md`."""

from tests.conversation.page import PAGE, page
from tests.conversation.scenes import conversation

if __name__ == "__main__":
    PAGE.write_text(page(conversation()))
