"""Who can be compared: whoever won something from each other, over any chain of others."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from arena.contest.scored_block import ScoredBlock


def groups(blocks: Sequence[ScoredBlock], anchors: Collection[str]) -> list[list[str]]:
    """Returns groups in which everybody won something from everybody, directly or over others.

    Whoever lost, or won, everything is alone. The anchors are in one group, whatever they played,
    since it is known how they compare. Their group comes first, or else the largest.
    """
    beaten: dict[str, set[str]] = defaultdict(set)
    played: Counter[str] = Counter()
    for block in blocks:
        played.update(block.lineup)
        for mine, scores in zip(block.lineup, block.duel_scores, strict=True):
            won = {o for o, s in zip(block.lineup, scores, strict=True) if s > 0 and o != mine}
            beaten[mine] |= won
    present = [anchor for anchor in anchors if anchor in beaten]
    for anchor in present:
        beaten[anchor].update(present)
    found = [sorted(group) for group in _components(beaten)]
    return sorted(
        found,
        key=lambda group: (
            set(anchors).isdisjoint(group),
            -len(group),
            -sum(played[submission] for submission in group),
            group,
        ),
    )


def _components(beaten: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Returns the strongly connected components, by Tarjan's algorithm without recursion."""
    found: list[list[str]] = []
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    pending: set[str] = set()
    for root in beaten:
        path: list[tuple[str, Iterator[str]]] = []
        if root not in order:
            path.append((root, iter(beaten[root])))
        while path:
            node, onward = path[-1]
            if node not in order:
                order[node] = lowest[node] = len(order)
                stack.append(node)
                pending.add(node)
            for other in onward:
                if other not in order:
                    path.append((other, iter(beaten[other])))
                    break
                if other in pending:
                    lowest[node] = min(lowest[node], order[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == order[node]:
                    group = [stack.pop()]
                    while group[-1] != node:
                        group.append(stack.pop())
                    pending.difference_update(group)
                    found.append(group)
    return found
