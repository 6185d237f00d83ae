"""Scoring: every partition of a hand under a rule set, the best one kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.completion import completing, shapes, waited_on
from scoring.errors import WinError
from scoring.hand import flower_problems
from scoring.meld import MeldKind
from scoring.partitions import Form, Partition, partitions, read_partitions
from scoring.payers import check_winners
from scoring.ruleset import Reason
from scoring.sheet import DroppedLine, RunnerUp, ScoreLine, ScoreSheet
from scoring.shortfall import away, swaps
from scoring.tally import Tally, tally
from scoring.win import FlowerWin, Replacement, Win, WinBy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scoring.hand import Hand
    from scoring.patterns import Match
    from scoring.ruleset import RuleSet
    from scoring.tile import Tile

__all__ = ["score"]


def score(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet:
    """Say what a hand is worth under a rule set.

    Every partition is counted and the one with the most fan kept; the others stand in
    `ScoreSheet.runners_up`. A hand that is 嚦咕嚦咕 and standard at once is paid in both readings, with two
    bases, where the policy ``dual_reading`` says so (hktw 底). A hand that doesn't win, or can't exist,
    gives a sheet that says why.

    Where the winning tile isn't known the sheet is the lowest of those that any standing tile would give,
    and its notes say so.

    Raises:
        WinError: the circumstances contradict the hand or the rule set.

    >>> from scoring.hand import Hand
    >>> from scoring.ruleset import RuleSet
    >>> sheet = score(Hand.parse("234m 678m 56s EEE 99p [CCC] f1 +7s"), Win(), RuleSet.load("hktw"))
    >>> sheet.total, sheet.bases, str(sheet.partitions[0])
    (16, 1, '234m 678m 567s* EEE [CCC] 99p')
    >>> [line.zh for line in sheet.lines]
    ['爛花', '風牌', '正風', '三元牌', '五門齊', '自摸']
    """
    if win.by is WinBy.HEAVENLY and hand.winning is not None:
        hand = replace(hand, concealed=(*hand.concealed, hand.winning), winning=None)
    check_winners(win, rules)
    contradictions = _contradictions(hand, win)
    if contradictions:
        raise WinError("; ".join(contradictions))
    problems = hand.problems(melds=rules.melds)
    alone = _claimed(hand, win, rules)
    if alone is not None and (problems or not _may_add_hand(alone, win)):
        return alone
    if problems:
        return _impossible(hand, rules, problems)
    if hand.winning is None and win.by is not WinBy.HEAVENLY:
        return _lowest(hand, win, rules)
    forms = _forms(hand, win, rules)
    found = read_partitions(hand, forms)
    if alone is not None and not (found and (rules.policies["eight_flowers_add_hand"] or not alone.win)):
        return alone
    if not found:
        return _no_win(hand, win, rules, forms)
    kinds = () if hand.winning is None else waited_on(hand, win, rules)
    return _sheet(hand, rules, tally(found, hand, win, rules, kinds), kinds)


def _claimed(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet | None:
    """Score what a claimed win by flowers is worth without the tiles; `None` where none was claimed."""
    by_flowers = win.by is WinBy.ROB_FLOWER or win.flower_win is not None
    return _flowers_alone(hand, win, rules) if by_flowers else None


def _may_add_hand(alone: ScoreSheet, win: Win) -> bool:
    """Whether the tiles count too if they win: the tile drawn for the eighth flower may complete them."""
    if win.by is WinBy.ROB_FLOWER:
        return alone.win and alone.hand.winning is not None
    return win.by is not WinBy.FLOWERS


def _contradictions(hand: Hand, win: Win) -> list[str]:
    """Say where circumstances and tiles can't both be true."""
    found = []
    melds = hand.melds
    if melds and any(meld.exposed for meld in melds):
        if win.any_calls is False:
            found.append("any_calls is false, but the winner has open melds")
        if win.by is WinBy.HEAVENLY:
            found.append("a heavenly win has no open melds")
        if win.dealer_first_discard:
            found.append("nobody has open melds before the dealer's first discard")
    chain = win.replacement_chain
    if chain:
        kongs, flowers = chain.count(Replacement.KONG), chain.count(Replacement.FLOWER)
        if kongs > sum(meld.kind.is_kong for meld in melds):
            found.append(f"the replacement chain has more kongs than the hand: {kongs}")
        if flowers > len(hand.flowers):
            found.append(f"the replacement chain has more flowers than the hand: {flowers}")
    if win.flower_win is not None or win.by is WinBy.ROB_FLOWER or win.table_drew_no_flowers:
        found += _against_flowers(len(hand.flowers), win)
    if win.kong_feeder is not None and all(meld.kind is not MeldKind.KONG_EXPOSED for meld in melds):
        found.append("kong_feeder is set, but the winner has no kong made of a discard")
    return found + _too_many(hand, win) if win.visible_counts else found


def _against_flowers(held: int, win: Win) -> Iterator[str]:
    """Say where circumstances and so many flowers can't both be true."""
    if (win.flower_win is not None or win.by is WinBy.ROB_FLOWER) and held < 7:
        yield f"a win by flowers needs seven or eight of them, not {held}"
    if win.flower_win is FlowerWin.EIGHT and held != 8:
        yield f"flower_win eight needs all eight flowers, not {held}"
    if win.table_drew_no_flowers and held:
        yield "table_drew_no_flowers is set, but the winner has flowers"


def _too_many(hand: Hand, win: Win) -> list[str]:
    """Say of which tiles there would be five: those in sight, and those that only the winner could see."""
    held = Counter(hand.concealed)
    if hand.winning is not None:
        held[hand.winning] += 1
    return [
        f"{tile} lay in sight {seen} times, and the winner holds {held[tile]} more; there are four of it"
        for tile, seen in win.visible_counts.items()
        if held[tile] <= 4 < seen + held[tile]
    ]


def _forms(hand: Hand, win: Win, rules: RuleSet) -> Collection[Form]:
    """The shapes that win; a concealed kong may be robbed by 十三幺 alone (hktw 搶槓)."""
    if _forgone(win, rules):
        return []
    if not win.robbed_concealed_kong:
        return shapes(hand, rules)
    return [Form.ORPHANS] if rules.policies["rob_concealed_kong_with_orphans"] else []


def _forgone(win: Win, rules: RuleSet) -> bool:
    """Whether the last tile of the wall was drawn where nobody may win by that (tw16 海底撈月: 棄摸)."""
    return win.last_tile and win.by is WinBy.SELF_DRAW and bool(rules.policies["forgo_last_draw"])


def _sheet(hand: Hand, rules: RuleSet, tallies: Sequence[Tally], kinds: tuple[Tile, ...]) -> ScoreSheet:
    """Keep the best tally, or the best of each of the two shapes that are paid together."""
    ranked = sorted(tallies, key=lambda one: -one.total) if len(tallies) > 1 else tallies
    kept = _kept(ranked, rules)
    if rules.limits.minimum:
        fan = sum(
            one.value for chosen in kept for one in chosen.counted if not one.asked.row.on_dealer_transfers
        )
        if fan < rules.limits.minimum:
            return _below_minimum(hand, rules, ranked, kinds, fan)
    lines = [_line(one, place) for place, chosen in enumerate(kept) for one in chosen.counted]
    if len(kept) > 1:
        lines.sort(key=lambda line: (rules.order[line.id], line.reading))
    return ScoreSheet(
        hand,
        rules.id,
        win=True,
        lines=tuple(lines),
        total=sum([chosen.total for chosen in kept]),
        bases=len(kept),
        partitions=tuple([chosen.partition for chosen in kept]),
        dropped=tuple(
            [
                DroppedLine(_line(match, place), by, why.en, why.zh, source)
                for place, chosen in enumerate(kept)
                for match, by, why, source in chosen.blamed()
            ]
        ),
        dealer_share_extra=tuple(
            [_line(one, place) for place, chosen in enumerate(kept) for one in chosen.dealer_share]
        ),
        waits=kinds,
        runners_up=_runners_up([one for one in ranked if not any(one is chosen for chosen in kept)])
        if len(ranked) > 1
        else (),
        unit=rules.unit.en,
        unit_zh=rules.unit.zh,
    )


def _kept(ranked: Sequence[Tally], rules: RuleSet) -> Sequence[Tally]:
    """Give the best tally, or those that are paid together."""
    if len(ranked) > 1 and rules.policies["dual_reading"] == "both":
        shapes = [
            next((one for one in ranked if one.partition.form is form), None)
            for form in (Form.SEVEN_PAIRS, Form.STANDARD)
        ]
        both = [one for one in shapes if one is not None]
        if len(both) == 2 and sum(one.total for one in both) >= ranked[0].total:
            return both
    return ranked[:1]


def _below_minimum(
    hand: Hand, rules: RuleSet, ranked: Sequence[Tally], kinds: tuple[Tile, ...], fan: int
) -> ScoreSheet:
    """Say that a hand has too little fan to win (起糊); its readings stand among the runners-up."""
    needed = rules.limits.minimum
    return ScoreSheet(
        hand,
        rules.id,
        win=False,
        why=f"the hand has {fan} {rules.unit.en} without the dealer's, and {rules.id} needs {needed} to win",
        why_zh=f"此牌不計莊家得 {fan} {rules.unit.zh}，{rules.id} 起糊 {needed} {rules.unit.zh}",
        waits=kinds,
        runners_up=_runners_up(ranked),
        unit=rules.unit.en,
        unit_zh=rules.unit.zh,
    )


def _runners_up(tallies: Sequence[Tally]) -> tuple[RunnerUp, ...]:
    return tuple(
        [
            RunnerUp(one.partition, tuple([_line(line, 0) for line in one.counted]), one.total)
            for one in tallies
        ]
    )


def _line(match: Match, reading: int) -> ScoreLine:
    asked = match.asked
    row = asked.row
    exposed = match.exposed if asked.has_pair else None
    return ScoreLine(row.id, row.zh, row.en, match.value, match.tiles, row.source, exposed, reading)


def _flowers_alone(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet:
    """Score a win by flowers whatever the tiles are."""
    problems = flower_problems(hand.flowers)
    waiting = 3 * rules.melds + 1
    if rules.policies["flower_win_needs_replacement"] and hand.size == waiting:
        problems = (
            *problems,
            f"the last flower must be replaced first; the hand still has {waiting} tiles",
        )
    if problems:
        return _impossible(hand, rules, problems)
    (found,) = tally([Partition(Form.FLOWERS, ())], hand, win, rules, ())
    if all(one.asked.row.on_dealer_transfers for one in found.counted):
        return ScoreSheet(
            hand,
            rules.id,
            win=False,
            why="the rule set has no such win by flowers",
            why_zh="這份規則沒有這種花糊",
        )
    complete = hand.winning is not None and partitions(hand, shapes(hand, rules), melds=rules.melds)
    return _sheet(hand, rules, [found], waited_on(hand, win, rules) if complete else ())


def _impossible(hand: Hand, rules: RuleSet, problems: Sequence[str]) -> ScoreSheet:
    """Say why a hand can't exist, and what it waits on where it is just the winning tile that it lacks."""
    kinds: tuple[Tile, ...] = ()
    if hand.winning is None and not hand.problems(waiting=True, melds=rules.melds):
        kinds = completing(hand, shapes(hand, rules), melds=rules.melds)
    why = "; ".join(problems)
    return ScoreSheet(hand, rules.id, win=False, why=why, why_zh=f"此牌不能成立：{why}", waits=kinds)


def _no_win(hand: Hand, win: Win, rules: RuleSet, forms: Collection[Form]) -> ScoreSheet:
    kinds = () if hand.winning is None else waited_on(hand, win, rules)
    refused = _refused(win, rules)
    if refused is not None and read_partitions(hand, shapes(hand, rules)):
        return ScoreSheet(hand, rules.id, win=False, why=refused.en, why_zh=refused.zh, waits=kinds)
    distance = away(hand, shapes(hand, rules), rules.melds)
    one = distance == 1
    short = "one tile would have to be another" if one else f"{distance} tiles would have to be others"
    return ScoreSheet(
        hand,
        rules.id,
        win=False,
        why=f"the tiles make no winning hand; {short}",
        why_zh=f"未成牌型，差 {distance} 隻牌",
        waits=kinds,
        away=distance,
        missing=swaps(hand, forms, rules.melds) if one else (),
    )


def _refused(win: Win, rules: RuleSet) -> Reason | None:
    """Say why a hand may not win although its tiles do."""
    if win.robbed_concealed_kong:
        return Reason("a concealed kong can't be robbed by this hand", "此牌不能搶暗槓")
    if _forgone(win, rules):
        return Reason("the last tile of the wall can't be won with by drawing it", "最後一隻牌棄摸，不能自摸")
    return None


def _lowest(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet:
    """Score a hand whose winning tile isn't known: the lowest sheet that a standing tile gives."""
    sheets = []
    for tile in sorted(set(hand.concealed)):
        rest = list(hand.concealed)
        rest.remove(tile)
        if win.visible_counts.get(tile, 0) < 4:
            sheets.append(score(replace(hand, concealed=tuple(rest), winning=tile), win, rules))
    wins = [sheet for sheet in sheets if sheet.win]
    if not wins:
        below = [sheet for sheet in sheets if sheet.runners_up]
        return below[0] if below else _no_win(hand, win, rules, _forms(hand, win, rules))
    lowest = min(wins, key=lambda sheet: sheet.total)
    highest = max(wins, key=lambda sheet: sheet.total)
    note = (
        f"the winning tile isn't known: taken as {lowest.hand.winning}, which gives the lowest total; "
        f"{highest.hand.winning} would give {highest.total}"
    )
    note_zh = (
        f"未知食糊的是哪一隻牌：當作 {lowest.hand.winning}，最少；"
        f"如為 {highest.hand.winning} 則有 {highest.total} {rules.unit.zh}"
    )
    return replace(lowest, notes=(note,), notes_zh=(note_zh,))
