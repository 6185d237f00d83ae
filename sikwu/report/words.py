"""The words of what is printed, in English and in traditional Chinese."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, TypeVar

from scoring import Flow, Form
from vision import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring import Award, Pattern, ScoreLine, Tile, Wind

__all__ = [
    "FLOWS",
    "FORMS",
    "ROLES",
    "Language",
    "assumption",
    "line_name",
    "pick",
    "row_name",
    "say",
    "tiles",
    "wind",
]


class Language(Enum):
    """Language of what is printed."""

    ENGLISH = "en"
    CHINESE = "zh"


_Said = TypeVar("_Said")

ROLES: Final[Mapping[Role, str]] = {
    Role.FLOWERS: "flowers 花",
    Role.EXPOSED: "exposed 明",
    Role.CONCEALED: "concealed 暗",
    Role.WINNING: "winning 糊",
}

FORMS: Final[Mapping[Form, str]] = {
    Form.STANDARD: "一般牌型",
    Form.SEVEN_PAIRS: "嚦咕嚦咕",
    Form.PAIRS: "七對",
    Form.DISCONNECTED: "十六不搭",
    Form.ORPHANS: "十三么",
    Form.FLOWERS: "花糊",
}
"""Chinese names of the shapes of hand."""

FLOWS: Final[Mapping[Flow, tuple[str, str]]] = {
    Flow.OTHERS: ("each of the others pays", "三家各付"),
    Flow.PLAYER: ("pays each of the others", "賠三家"),
    Flow.FIRST: ("the first of two pays the second", "兩家之間，先者付後者"),
    Flow.POT: ("pays into the pot", "放枱面，由食糊者收取"),
}
"""Who pays a cash award, in English and in Chinese."""

_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "adds up": ("adds up", "算法"),
    "amount": ("amount", "金額"),
    "as read": ("taken as it was read, for all its doubts", "按所讀計算，存疑處照舊"),
    "assumed": ("assumed, since nothing was said", "沒有說明，當作"),
    "award": ("award", "現金獎"),
    "awarded": ("{award}: {player}", "{award}：{player}"),
    "ask boundary": ("How are tiles {numbers} cut into melds?", "第 {numbers} 隻怎樣分組？"),
    "ask count": ("Are there too many tiles ({numbers})?", "牌的數目不對（第 {numbers} 隻）？"),
    "ask covered": ("What lies face down as tiles {numbers}?", "第 {numbers} 隻蓋着的是甚麼牌？"),
    "ask role": ("What are tiles {numbers} in the hand?", "第 {numbers} 隻是明、是暗，還是不屬此牌？"),
    "ask tile": ("Which tile is number {numbers}?", "第 {numbers} 隻是甚麼牌？"),
    "ask winning": ("Which tile won?", "食糊的是哪一隻？"),
    "base": ("base", "底"),
    "bases": ("{n} bases", "{n} 底"),
    "because": ("because", "原因"),
    "becomes": ("with one of {tiles} paid as {name}", "{tiles} 之一作 {name}"),
    "becomes later": ("followed {nth} times running paid as {name}", "連續 {nth} 次起作 {name}"),
    "best": ("best", "最高"),
    "both": ("both readings are paid", "兩種牌型都計"),
    "can't be told": ("impossible with what was told of the win", "與所說的食糊情況不合"),
    "cap": ("cap", "封頂"),
    "changes nothing": ("Or: {answers}, which changes nothing.", "或為 {answers}，結果一樣。"),
    "closed": ("closed; hands played: {n}", "打了 {n} 鋪，已散枱"),
    "confirmed": ("{numbers}: {now} confirmed", "{numbers}：確認 {now}"),
    "corrected": ("{numbers}: {was} → {now}", "{numbers}：{was} → {now}"),
    "counted": (
        "{fan} {unit} as the players counted, {bases}, rules {rules}",
        "{fan} {unit}（各家點算），{bases}，規則 {rules}",
    ),
    "counts": ("{by} counts instead; {why} ({source})", "已計{by}；{why}（{source}）"),
    "cut": ("{debtor} cuts what {creditor} pulls (斬拉)", "{debtor} 斬 {creditor} 的拉"),
    "dealer": ("dealer", "莊家"),
    "dealer only": ("the dealer's share only", "只加莊家一份"),
    "discarded": ("discarded", "食出銃"),
    "drawn": ("drawn", "自摸"),
    "dropped": ("matched, not counted", "有而不計"),
    "dropped by": ("not counted beside", "有下列番種則不計"),
    "drops": ("keeps from counting", "計此則不計"),
    "dry run": ("nothing is recorded; this is what it would do", "只作試算，並無記錄"),
    "ends": ("ends {rows} for the player", "其後不可再收 {rows}"),
    "entries": (
        (
            "Enter takes the answer marked so; a number or a tile answers otherwise; skip leaves it open.\n"
            "  3=7s            tile 3 is 7s (back: it lies face down)\n"
            "  win 12, win 7s  which tile won\n"
            "  exposed 4-6, concealed 4 5 6, kong 4-7, remove 9\n"
            "  add 5p          a tile that wasn't seen\n"
            "  undo, show, done"
        ),
        (
            "Enter 取所示答案；打編號或牌名另答；略過 即不答。\n"
            "  3=7s            第 3 隻是七索（蓋：蓋着）\n"
            "  糊 12、糊 7s    食糊的是哪一隻\n"
            "  明 4-6、暗 4 5 6、暗槓 4-7、除 9\n"
            "  加 5p           漏了的牌\n"
            "  復原、顯示、完"
        ),
    ),
    "equal": ("worth the same; the first of equals is kept", "數目相同，取先列者"),
    "events": ("events", "記錄"),
    "fewer": ("{n} {unit} fewer", "少 {n} {unit}"),
    "final standings": ("final standings", "最後結餘"),
    "gains": ("it would add {rows}", "多計 {rows}"),
    "hand": ("hand", "鋪"),
    "hand now": (
        "hand {n}, {round} round, {dealer} deals, streak {streak}",
        "第 {n} 鋪，{round}圈，{dealer} 做莊，連莊 {streak}",
    ),
    "id": ("id", "代號"),
    "if closed": ("if closed now", "如即散枱"),
    "if": ("if {answers}: {worth}", "若為 {answers}：{worth}"),
    "if both": (
        "if {answer} and {question} {other}: {worth}",
        "若為 {answer}，且{question} {other}：{worth}",
    ),
    "if same": ("if {answers}: the same", "若為 {answers}：一樣"),
    "ifs": ("Now {now}; {ifs}.", "現計 {now}；{ifs}。"),
    "in doubt": ("in doubt", "存疑"),
    "is owed": ("is owed", "應收"),
    "lacks": ("it lacks {rows}", "少計 {rows}"),
    "last events": ("last {n} of {of} events", "最近 {n} 項記錄（共 {of} 項）"),
    "left open": (
        "if what is in doubt is as read; it leaves open {range}",
        "存疑處照所讀計算，可能是 {range}",
    ),
    "left": ("left", "剩餘"),
    "loses": ("loses", "輸"),
    "lost": ("{payer} loses {amount} to {payee}: {sum}", "{payer} 輸 {payee} {amount}：{sum}"),
    "may cut": ("{debtor} may pay it now and end the pulling (斬拉)", "{debtor} 現在可以斬拉"),
    "meaning": ("meaning", "意思"),
    "minimum": ("minimum", "起糊"),
    "missing": ("one tile short; any of these would win", "差一隻牌，換任何一隻即可食糊"),
    "no awards": ("{rules} has no cash awards", "{rules} 沒有現金獎"),
    "no debts": ("nobody owes anything", "沒有欠帳"),
    "no hand of": ("no hand of {size} tiles, but of {have}", "不是 {size} 隻牌（有 {have} 隻）"),
    "no hand": ("no hand 無牌", "無牌"),
    "no tables": (
        "there are no tables in {path}; sikwu table new sets one up",
        "{path} 未有枱，以 sikwu table new 開枱",
    ),
    "no wait": ("the hand waits on nothing", "未叫糊"),
    "no win": ("no win 未食糊", "未食糊"),
    "nobody won": ("nobody won (臭莊)", "臭莊"),
    "no such answer": ("{line}: the answers are numbered 1 to {n}", "{line}：答案編號為 1 至 {n}"),
    "nothing to ask": (
        "Nothing else that changes the score is in doubt. Correct anything, or Enter to end.",
        "再沒有影響番數的疑點。可以更正，或按 Enter 完成。",
    ),
    "nothing to undo": ("nothing was said that could be undone", "沒有可復原的"),
    "not known": ("not known", "未知"),
    "note": ("note", "註"),
    "nothing paid": ("nothing is paid now", "即時不用付款"),
    "number": ("no.", "編號"),
    "dealer's": ("the dealer only", "只限莊家"),
    "of answers": ("any of {n} others", "其餘 {n} 種之一"),
    "once": ("once a hand", "每局一次"),
    "one base": ("1 base", "1 底"),
    "or type": ("  and {n} more: type the tile", "  另有 {n} 種：請打牌名"),
    "others": ("other readings", "其他牌型"),
    "otherwise": ("it would be otherwise with", "若非如此"),
    "outside": ("not in the hand", "不屬此牌"),
    "owed now": ("owed now", "現欠"),
    "owes": ("owes", "欠"),
    "paid": ("{payer} pays {payee} {amount}; {why}", "{payer} 付 {payee} {amount}；{why}"),
    "paid now": ("paid now", "即付"),
    "pays": ("pays", "付款"),
    "per": ("per {unit}", "每{unit}"),
    "player": ("player", "玩家"),
    "players": ("players", "玩家"),
    "pot": (", {amount} in the pot", "，枱面有 {amount}"),
    "pot name": ("pot", "枱面"),
    "predicate": ("predicate", "條件"),
    "pulled": ("拉 {n}", "拉{n}"),
    "pulls": ("pulls", "拉"),
    "read as": ("read as", "牌型"),
    "readings": ("how it reads", "牌型"),
    "taken back since": (
        "recorded before under this key and taken back since; sikwu table redo may let it stand again",
        "此代號早已記錄，其後已撤回；或可用 sikwu table redo 重做",
    ),
    "recorded before": (
        "recorded before under this key; sikwu table show {options} tells what followed",
        "此代號早已記錄，其後經過見 sikwu table show {options}",
    ),
    "redone": ("done again: {what}", "重做：{what}"),
    "row": ("row", "番種"),
    "said": ("said by a person", "人手更正"),
    "rules": ("rules", "規則"),
    "same rules": ("{left} and {right} are the same", "{left} 與 {right} 相同"),
    "seat": ("seat", "座位"),
    "source": ("source", "出處"),
    "standing": ("standing", "結餘"),
    "stands at": ("stands at", "進度"),
    "switch": ("switch", "選項"),
    "table": ("table {name}", "枱 {name}"),
    "table closed": ("the table closes", "散枱"),
    "table heading": ("table", "枱"),
    "table rules": (
        "rules {rules}, base {base}, {per} per {unit}",
        "規則 {rules}，底 {base}，每{unit} {per}",
    ),
    "taken back": ("taken back", "收回"),
    "takes": ("takes", "寫法"),
    "tile": ("tile", "牌"),
    "tile word": ("word for tiles", "牌的代稱"),
    "tiles at": ("tile {numbers}", "第 {numbers} 隻"),
    "tiles": ("tiles", "牌"),
    "total": ("total", "共"),
    "type help": ("help lists what can be typed", "打 說明 看有甚麼可以打"),
    "uncommon": ("uncommon", "非常用"),
    "undone": ("undone: {what}", "取消：{what}"),
    "value": ("value", "值"),
    "waited on": ("waited on", "叫"),
    "waiting": ("the tiles wait on", "此牌叫"),
    "waits": ("kinds waited on: {kinds}, tiles left: {copies}", "叫 {kinds} 種，剩 {copies} 隻"),
    "what": ("what happened", "經過"),
    "where": ("where", "部分"),
    "who pays": ("who pays", "付款"),
    "wins to come": (
        "{discarder}'s discard has {winners} winners: {names} is recorded, {left} to come before it settles",
        "{discarder} 出銃，{winners} 家食糊：已記 {names}，尚欠 {left} 家，齊後結算",
    ),
    "worth": ("{fan} {unit}, {paid} paid in all", "{fan} {unit}，共付 {paid}"),
    "won drawn": ("{winner} won by self-draw", "{winner} 自摸"),
    "won off": ("{winner} won off {discarder}", "{winner} 食 {discarder} 出銃"),
}

_ASSUMPTIONS: Final[Mapping[str, str]] = {
    "won by self-draw": "自摸",
    "seat": "座位",
    "round": "圈風",
    "dealer streak": "連莊",
    "dealer": "莊家",
}


def say(key: str, language: Language, **values: object) -> str:
    """Give a text in a language, the values put in."""
    english, chinese = _TEXTS[key]
    return pick(language, english, chinese).format(**values)


def assumption(text: str, language: Language) -> str:
    """Give one of `Told.win`'s assumptions in a language."""
    if language is Language.CHINESE:
        for english, chinese in _ASSUMPTIONS.items():
            if text.startswith(english):
                return f"{chinese}{text.removeprefix(english)}"
    return text


def pick(language: Language, english: _Said, chinese: _Said) -> _Said:
    """Choose the words of a language."""
    return chinese if language is Language.CHINESE else english


def row_name(row: Pattern | ScoreLine | Award, language: Language) -> str:
    """Name a row: in English by both names, in Chinese by the Chinese one."""
    return pick(language, f"{row.zh} {row.en}", row.zh)


def line_name(line: ScoreLine, language: Language) -> str:
    """Name the row of a line, with 明 or 暗 where it has a value for each."""
    name = row_name(line, language)
    if line.exposed is None:
        return name
    if language is Language.CHINESE:
        return f"{'明' if line.exposed else '暗'}{name}"
    return f"{'明' if line.exposed else '暗'}{name} ({'exposed' if line.exposed else 'concealed'})"


def tiles(each: Iterable[Tile]) -> str:
    """Write tiles by their codes and Chinese names."""
    return " ".join(f"{tile.code}{tile.chinese}" for tile in each)


def wind(wind: Wind, language: Language) -> str:
    """Name a wind."""
    return pick(language, wind.name.capitalize(), wind.tile.chinese)
