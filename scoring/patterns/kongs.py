"""Hands with several kongs, and wins on a chain of replacement tiles (tw16 槓子, 槓上開花, 連槓開花)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from scoring.patterns import facts
from scoring.patterns.registry import Match, pattern
from scoring.win import Replacement, WinBy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.patterns.view import View


@pattern("three_kongs", pungs=3, needs=facts.KONGS, won_matters=False)
def three_kongs(view: View) -> Iterator[Match]:
    """三槓子: exactly three kongs, open or concealed (tw16 三杠子)."""
    yield from _kongs(view, 3)


@pattern("four_kongs", pungs=4, needs=facts.KONGS, won_matters=False)
def four_kongs(view: View) -> Iterator[Match]:
    """四槓子: exactly four kongs, open or concealed (tw16 4槓子)."""
    yield from _kongs(view, 4)


@pattern("any_replacement_win", partition_matters=False)
def any_replacement_win(view: View) -> Iterator[Match]:
    """槓上開花: the tile drawn for a kong or a flower won, whichever in a row it was (tw16 槓上開花).

    The flowers of the deal are replaced before the dealer's opening hand is looked at, so that only a kong
    makes a chain in it (tw16 天胡). The tile drawn for a robbed flower is such a tile too.
    """
    chain = view.win.replacement_chain
    if view.win.by is WinBy.HEAVENLY:
        chain = tuple(link for link in chain if link is Replacement.KONG)
    if chain or view.win.by is WinBy.ROB_FLOWER:
        yield view.event()


@pattern("double_kong_win", needs=facts.CHAIN, partition_matters=False)
def double_kong_win(view: View) -> Iterator[Match]:
    """連槓二開花: two replacements in a row, a kong among them (tw16 連槓2開花)."""
    if _links(view) == 2:
        yield view.event()


@pattern("triple_kong_win", needs=facts.CHAIN, partition_matters=False)
def triple_kong_win(view: View) -> Iterator[Match]:
    """連槓三開花: three replacements in a row or more, a kong among them (tw16 連槓3開花)."""
    if _links(view) > 2:
        yield view.event()


def _kongs(view: View, number: int) -> Iterator[Match]:
    kongs = [pung for pung in view.pungs if pung.kong]
    if len(kongs) == number:
        yield view.at(*kongs)


def _links(view: View) -> int:
    """Count the links of a chain of kongs; what counts as one is the policy ``replacement_chain``.

    By ``count`` a flower is a link where the chain has a kong, by ``mixed_for_all`` always, by ``by_type``
    never; by ``last_link`` only the kongs at the end of the chain are links.
    """
    chain = view.win.replacement_chain
    match view.policies["replacement_chain"]:
        case "count":
            return len(chain) if Replacement.KONG in chain else 0
        case "mixed_for_all":
            return len(chain)
        case "by_type":
            return len(chain) if set(chain) == {Replacement.KONG} else 0
        case _:
            return len(list(takewhile(lambda link: link is Replacement.KONG, reversed(chain))))
