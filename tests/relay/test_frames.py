"""What travels between processes survives the way, whatever it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.relay.frames import (
    Order,
    Superseding,
    batch_frames,
    batch_head,
    batch_of,
    order_frame,
    read_order,
    read_report,
    report_frame,
)
from arena.service.relay_ports import Asking, Leaving, Report, ReportKind, Seating, Telling

match_ids = st.text(max_size=60)
small = st.integers(0, 2**32 - 1)
sessions = st.integers(0, 2**64 - 1)
plies = st.integers(-1, 2**31 - 1)
payloads = st.binary(max_size=300)
orders = st.one_of(
    st.builds(Seating, match_ids, small, st.just("sender"), small, payloads),
    st.builds(
        Asking,
        match_ids,
        small,
        st.just("sender"),
        small,
        plies,
        small,
        small,
        small,
        small,
        payloads,
    ),
    st.builds(Telling, match_ids, small, payloads),
    st.builds(Leaving, match_ids, small),
    st.just(Superseding()),
)


@given(sessions, orders)
def test_an_order_arrives_as_it_was_sent(session: int, order: Order) -> None:
    assert read_order("sender", order_frame(session, order)) == (session, order)


@given(
    sessions,
    st.builds(Report, st.sampled_from(ReportKind), small, small, plies, small, st.text()),
)
def test_a_report_arrives_as_it_was_sent(session: int, report: Report) -> None:
    assert read_report(report_frame(session, report)) == (session, report)


@given(st.text(max_size=60), sessions, st.lists(payloads))
def test_a_batch_keeps_sender_number_and_frames(
    sender: str, number: int, frames: list[bytes]
) -> None:
    batch = batch_of(sender, number, frames)
    name, numbered, start = batch_head(batch)

    assert (name, numbered) == (sender, number)
    assert list(batch_frames(batch, start)) == frames


def test_an_order_of_no_known_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no order is of kind 77"):
        read_order("sender", b"\x4d")
