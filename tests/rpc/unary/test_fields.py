import pytest

from arena.rpc.fields import page_size
from arena.service.errors import InvalidArgument


@pytest.mark.parametrize(
    ("asked", "given"), [(0, 50), (1, 1), (50, 50), (500, 500), (501, 500), (2**31 - 1, 500)]
)
def test_a_page_is_of_fifty_unless_asked_and_of_five_hundred_at_most(
    asked: int, given: int
) -> None:
    assert page_size(asked) == given


def test_a_page_is_not_of_less_than_nothing() -> None:
    with pytest.raises(InvalidArgument, match="page_size"):
        page_size(-1)
