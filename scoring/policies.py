"""The house-rule switches that a rule set can set, the values that each may take, and what they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError
from scoring.faults import hint, write_value

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["POLICIES", "Policy", "Switch", "check_policy", "read_policy"]

Policy = str | int | bool | tuple[int, ...] | tuple[str, ...]
"""Value of a switch."""

_YES_NO: Final = (True, False)
_MOST: Final = 10**6
_MOST_TIMES: Final = 100
_TIMES: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?", re.ASCII)


@dataclass(frozen=True)
class Switch:
    """A house-rule switch.

    Attributes:
        choices: the values that it may take; `int` stands for a number of fan, `tuple` for a list of step
            widths or of pattern ids, `Decimal` for an exact number from 1 that is kept as a text; `int` among
            the choices stands for a number from 1.
        default: its value where a rule set doesn't set it.
        en: what it decides, in English.
        zh: the same in traditional Chinese.
    """

    choices: tuple[Policy | type[int], ...] | type
    default: Policy
    en: str
    zh: str

    @property
    def is_flag(self) -> bool:
        """Whether it is either true or false."""
        return self.choices == _YES_NO

    @property
    def takes_number(self) -> bool:
        """Whether a whole number may be its value."""
        listed = self.choices if isinstance(self.choices, tuple) else (self.choices,)
        return any(choice is int or type(choice) is int for choice in listed)


def _on(en: str, zh: str) -> Switch:
    return Switch(_YES_NO, True, en, zh)  # noqa: FBT003 - its default, as the name says


def _off(en: str, zh: str) -> Switch:
    return Switch(_YES_NO, False, en, zh)  # noqa: FBT003 - as above


def _choice(choices: tuple[Policy, ...], en: str, zh: str) -> Switch:
    return Switch(choices, choices[0], en, zh)


POLICIES: Final[Mapping[str, Switch]] = {
    "repeat_counting": _choice(
        ("once", "all"),
        "a group serves the rows of a family once (方法一), or again and again (方法二)",
        "同類番種中每組牌只用一次（方法一），或可重複使用（方法二）",
    ),
    "dual_reading": _choice(
        ("best", "both"),
        "a hand that is 嚦咕嚦咕 and standard at once is paid in the better reading, or in both (雙食)",
        "同時是嚦咕嚦咕和一般牌型時，只計較大的一種，或兩種都計兼收兩底",
    ),
    "implied_patterns": _choice(
        ("drop", "stack"),
        "a pattern that another always contains is dropped, or counted too",
        "必然包含的番種不另計，或照計",
    ),
    "discard_opens_pattern": _on(
        "a group completed by another player's tile makes its pattern exposed (明)",
        "靠別家的牌完成的組合當作明",
    ),
    "quad_concealment": _choice(
        ("tile", "group"),
        "four of a kind is exposed when the discard is one of the four, or completes a group of theirs",
        "四歸遇出銃：銃牌是該四張之一才算明，或完成其中一組便算明",
    ),
    "quads_same_groups": _choice(
        ("once", "per_kind"),
        "two fours of a kind in the very same groups count once, or each",
        "兩種四歸落在相同組合時計一次，或各計一次",
    ),
    "quadruple_chow_with_quads": _choice(
        ("stack", "drop"),
        "four identical chows count beside the fours of a kind inside them, or swallow them",
        "四般高與其中的四歸同計，或不另計四歸",
    ),
    "run_adds_identical_chows": _off(
        "concealed consecutive pungs also score the identical chows that they hold",
        "連刻在手時可兼計其中的般高",
    ),
    "run_eye_position": _choice(
        ("end", "any"),
        "the eye of a run of pungs stands at one of its ends, or anywhere in it",
        "連刻的眼在兩端，或任何位置",
    ),
    "kong_as_concealed_pung": _choice(
        ("any", "concealed_only"),
        "every kong counts as a concealed pung, or only a concealed one",
        "所有槓都算暗刻，或只有暗槓才算",
    ),
    "concealed_all_pungs_pair_wait_ron": _off(
        "間間胡 may be won off another player where the eye waited",
        "單釣出銃亦算坎坎胡（間間胡）",
    ),
    "terminals_add_all_pungs": _off(
        "hands of terminals also count as all pungs",
        "花么、清么另計對對胡",
    ),
    "outside_hand_honours": _off(
        "honours may stand in a pure outside hand",
        "全帶么九可有番子",
    ),
    "void_suit_allows_honours": _off(
        "a hand with honours may still miss one suit (缺一門)",
        "有番子仍可計缺一門",
    ),
    "no_honour_bar_extends_to_combo": _off(
        "a row that bars 無字 also bars 無字花",
        "不另計無字的番種亦不另計無字花",
    ),
    "straight_adds_old_young": _off(
        "a pure straight also scores its old and young chows",
        "清龍另計老少",
    ),
    "mixed_step_steps": Switch(
        tuple,
        (1, 2),
        "the widths of the steps in 三色三步高",
        "三色步高每步可差多少",
    ),
    "pure_step_three_steps": Switch(
        tuple,
        (1, 2),
        "the widths of the steps in 一色三步高",
        "一色三步高每步可差多少",
    ),
    "pure_step_four_steps": Switch(
        tuple,
        (1, 2),
        "the widths of the steps in 一色四步高",
        "一色四步高每步可差多少",
    ),
    "four_same_with_quadruple": _choice(
        ("higher", "stack"),
        "of 四同順, or 五同順, and 四般高 in one hand the higher counts, or both",
        "四同順或五同順與四般高並存時計較高者，或兩者同計",
    ),
    "wind_double_role": _choice(
        (4, 3, 2),
        "fan for a wind that is the seat's and the round's at once, in all",
        "圈風兼門風時合計的番數",
    ),
    "all_honours_restores_winds": _off(
        "all honours brings back the wind rows that a grouped wind row bars",
        "字一色時可另計圈風、門風、刻風",
    ),
    "chicken_mode": _choice(
        ("add", "replace"),
        "the chicken's fan is added to the few fan beside it, or stands for them",
        "雞糊的番數另加，或取代同計的番數",
    ),
    "chicken_allows_ready": _on(
        "a chicken may be declared ready",
        "報叮後仍可計雞糊",
    ),
    "duck_adds_self_draw": _on(
        "鴨胡 also counts 自摸",
        "鴨胡另計自摸",
    ),
    "flower_set_absorbs": _choice(
        ("own", "all"),
        "a flower set stands for its own four flowers, or for all flowers of the hand",
        "一台花只包本身四隻花，或包全部花",
    ),
    "flower_order": _choice(
        ("菊3竹4", "竹3菊4"),
        "the numbers of chrysanthemum and bamboo among the plants",
        "菊與竹的次序",
    ),
    "eight_flowers_add_hand": _on(
        "a hand that is complete when the eight flowers win is scored too",
        "八花食糊時手牌已成糊則加計",
    ),
    "flower_win_needs_replacement": _off(
        "a win by flowers isn't good while the hand still has sixteen tiles, the last flower not replaced",
        "花胡須先補牌，手牌只得十六張時不算",
    ),
    "seven_robs_one_payer": _choice(
        ("robbed", "all"),
        "七搶一 is paid by the robbed player alone, or by all three",
        "七搶一由被搶者付，或三家付",
    ),
    "seven_pairs_pung": _choice(
        ("on", "off"),
        "whether 嚦咕嚦咕 is a winning hand",
        "是否承認嚦咕嚦咕",
    ),
    "disconnected_bonus": _choice(
        ("add", "replace"),
        "不塔龍 and 不塔三相連 are added to 十六不塔, or stand for it",
        "不塔龍、不塔三相連加在十六不塔之上，或取而代之",
    ),
    "concealed_self_draw_value": Switch(
        int,
        5,
        "fan for a concealed self-draw",
        "門清自摸的番數",
    ),
    "last_draw_drops_self_draw": _off(
        "a win with the last tile doesn't count 自摸 too",
        "海底撈月不另計自摸",
    ),
    "forgo_last_draw": _off(
        "nobody may win by drawing the last tile of the wall",
        "海底牌須棄摸，不可自摸食糊",
    ),
    "kong_win_adds_self_draw": _on(
        "a win on a replacement tile counts 自摸 too",
        "槓上、花上食糊另計自摸",
    ),
    "replacement_chain": _choice(
        ("by_type", "mixed_for_all", "last_link", "count"),
        "a chain of replacements is judged by what it is made of, as mixed whenever it has two links, "
        "by its last link, or by its length",
        "連續補牌食糊：按種類計，兩次以上一律作混花槓，按最後一次計，或按次數計",
    ),
    "opening_win_drops_concealed": _on(
        "天糊, 地糊 and 人糊 contain what an opening hand always has, 門清 among it",
        "天地人糊不另計必有的門清等",
    ),
    "heavenly_with_kong": _choice(
        ("allow", "deny"),
        "天糊 may follow an opening kong, or not",
        "開槓後是否仍算天糊",
    ),
    "orphans_with_kong": _on(
        "十三么 may hold a concealed kong",
        "十三么可有暗槓",
    ),
    "rob_concealed_kong_with_orphans": _off(
        "十三么 may rob a concealed kong",
        "十三么可搶暗槓",
    ),
    "nine_gates_concealed": _off(
        "九連寶燈 must be concealed",
        "九連寶燈須門清",
    ),
    "all_tiles_win_adds_full_flush": _on(
        "張張可胡 also counts 清一色",
        "張張可胡另計清一色",
    ),
    "dead_tiles_count_as_waits": _on(
        "a kind all of whose copies lie in sight still counts as a wait",
        "枱面已絕的牌仍算聽牌",
    ),
    "held_four_counts_as_wait": _off(
        "a kind of which the player holds all four still counts as a wait",
        "自己已持四隻的牌仍算聽牌",
    ),
    "kong_feeder_pays_all": _off(
        "who discarded the tile of a kong pays for all when its replacement wins (全包)",
        "明槓出銃者全包",
    ),
    "ready_loser_pays_dealer_fan": _on(
        "a loser who had declared ready pays the dealer's fan as everybody does",
        "聽牌者出銃或被自摸，照付莊家翻數",
    ),
    "multi_ron": _choice(
        ("all", "nearest"),
        "of several who win with one discard all are paid, or the next in turn alone (截糊)",
        "一炮多響時各家皆可食糊，或只由最近的下家食糊（截糊）",
    ),
    "pull_mode": _choice(
        ("every_hand", "dealer_only", "off"),
        "every winner lets his losers' debts stand for the next hand (鋪鋪拉), or the dealer alone (莊家拉), "
        "or every hand is paid at once",
        "鋪鋪拉，或莊家拉，或不拉而每鋪即付",
    ),
    "pull_factor": Switch(
        Decimal,
        "1.5",
        "what a debt is multiplied by when its debtor loses to the same player again (拉)",
        "拉時舊帳乘多少倍",
    ),
    "pull_rounding": _choice(
        ("each_step", "at_payment"),
        "a pulled debt is rounded up at each pull, or once when it is paid",
        "每拉一次即進位，或付款時才進位",
    ),
    "pull_unit": _choice(
        ("money", "fan"),
        "a pull rounds up, a kick down, to a whole unit of money, or to whole fan where a base is so many",
        "拉、踢計至整數銀碼，或（底為整數翻時）整數翻",
    ),
    "pull_hold_while_creditor_wins": _on(
        "a debt stands while its creditor goes on winning from others, and isn't due at once",
        "債主續贏別家時，其餘欠帳保留而不即付",
    ),
    "pull_cut_every": Switch(
        ("none", int),
        "none",
        'the debtor may pay off a debt at each so many pulls (三局斬拉: 3), or never ("none": 無限拉)',
        "每拉多少鋪可以斬拉，或無限拉",
    ),
    "drawn_hand_keeps_dealer": _on(
        "a hand that nobody wins keeps the dealer and adds to his streak (臭莊)",
        "和局時莊家連莊（臭莊）",
    ),
    "called_pung_penalty": _choice(
        ("each", "pot"),
        "who calls a pung and doesn't take it pays each other player, or into the pot for the next winner",
        "叫碰不碰：賠每家，或放枱面由食糊者收取",
    ),
    "mixed_run_repeats": _off(
        "a player may take the cash of 一台草 again in the same hand",
        "一台草同一局可再收",
    ),
    "false_win_fan": Switch(
        int,
        30,
        "fan that a false win pays to each other player, without a base",
        "詐糊賠每家的翻數，不計底",
    ),
    "uncommon": Switch(
        tuple,
        "none",
        'rows of the uncommon table that count: "none", "all" or a list of ids',
        "採用哪些非常用番種",
    ),
}
"""Every switch by name."""


def check_policy(name: str, value: object, where: str) -> Policy:
    """Give a switch's value as the engine keeps it, and say where it was asked for if it can't.

    Raises:
        RulesError: no switch has that name, or it can't take that value.
    """
    try:
        return read_policy(name, value)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def read_policy(name: str, value: object) -> Policy:
    """Give a switch's value as the engine keeps it, lists as tuples.

    Raises:
        RulesError: no switch has that name, or it can't take that value.

    >>> read_policy("mixed_step_steps", [1, 2])
    (1, 2)
    """
    if name not in POLICIES:
        raise RulesError(f"there is no policy {name!r}; {hint(name, POLICIES)}")
    choices = POLICIES[name].choices
    if name == "uncommon":
        found, wanted = _ids(value), '"all", "none" or a list of pattern ids'
    elif choices is int:
        found, wanted = _fan(value), "a number of fan from 0"
    elif choices is tuple:
        found, wanted = _widths(value), "a list of step widths like [1, 2]"
    elif choices is Decimal:
        found, wanted = _times(value), f'a number from 1 to {_MOST_TIMES}, a fraction as a text like "1.5"'
    else:
        found, wanted = (
            _chosen(value, choices),
            " or ".join(
                "a number from 1" if isinstance(choice, type) else write_value(choice)
                for choice in _listed(choices)
            ),
        )
    if found is None:
        raise RulesError(f"policy {name} is {wanted}, not {write_value(value)}")
    return found


_Choices = tuple[Policy | type[int], ...] | type


def _listed(choices: _Choices) -> tuple[Policy | type[int], ...]:
    return choices if isinstance(choices, tuple) else ()


def _chosen(value: object, choices: _Choices) -> Policy | None:
    for choice in _listed(choices):
        if isinstance(choice, type):
            if found := _fan(value):
                return found
        elif value == choice and type(value) is type(choice):
            return choice
    return None


def _ids(value: object) -> Policy | None:
    if isinstance(value, str):
        return value if value in {"all", "none"} else None
    listed = isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
    return tuple(value) if listed and isinstance(value, (list, tuple)) else None


def _fan(value: object) -> Policy | None:
    return value if isinstance(value, int) and type(value) is int and 0 <= value <= _MOST else None


def _times(value: object) -> Policy | None:
    """Give an exact number from 1 as the shortest text that says it."""
    text = str(value) if type(value) is int else value
    if not isinstance(text, str) or not _TIMES.fullmatch(text) or not 1 <= Decimal(text) <= _MOST_TIMES:
        return None
    whole, _, part = text.partition(".")
    part = part.rstrip("0")
    return f"{int(whole)}.{part}" if part else str(int(whole))


def _widths(value: object) -> Policy | None:
    if not isinstance(value, (list, tuple)) or not value:
        return None
    return tuple(value) if all(type(item) is int and item > 0 for item in value) else None
