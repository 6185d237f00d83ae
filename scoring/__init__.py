"""Tiles, hands, rule sets, score sheets, payments, awards and the ledger. Standard library only."""

from scoring.awards import Award, Flow
from scoring.claims import POT, AwardClaim, check_claim, counted_as, pay_award
from scoring.completion import completing
from scoring.dealer import dealer_fan
from scoring.errors import (
    AwardError,
    HandError,
    LedgerError,
    NotationError,
    RulesError,
    ScoringError,
    WinError,
)
from scoring.events import Awarded, Closed, Cut, Drawn, Event, Redone, Undone, Won, read_event
from scoring.exchange import read_case, read_win, result_of, score_case, score_lines
from scoring.faults import Fault
from scoring.hand import Hand
from scoring.ledger import Entry, Ledger
from scoring.meld import Meld, MeldKind
from scoring.money import Price
from scoring.notation import parse_tiles, write_glyphs, write_tiles
from scoring.partitions import Form, Group, GroupKind, Partition, partitions
from scoring.payers import nearest
from scoring.payment import Payments, Transfer, pay, pay_fan
from scoring.policies import POLICIES, Switch
from scoring.predicates import PREDICATES, TILE_WORDS, Composition, Predicate
from scoring.pull import Debt, Loss, Paid, PullMode, PullRounding, TableRules, may_cut
from scoring.rulediff import Difference, diff_rules
from scoring.rulefile import check_rules, load_texts, read_texts, shipped
from scoring.ruleset import Exclusion, Limits, Pattern, RuleSet
from scoring.score import score
from scoring.settlement import settle_case, settle_lines
from scoring.sheet import DroppedLine, RunnerUp, ScoreLine, ScoreSheet, Swap
from scoring.tile import (
    DRAGONS,
    FLOWERS,
    HONOURS,
    KINDS,
    ORPHANS,
    PLANTS,
    SEASONS,
    SUITED,
    WINDS,
    Suit,
    Tile,
)
from scoring.waits import Wait, waits
from scoring.win import Declared, FlowerWin, Replacement, Win, WinBy, Wind

__all__ = [
    "DRAGONS",
    "FLOWERS",
    "HONOURS",
    "KINDS",
    "ORPHANS",
    "PLANTS",
    "POLICIES",
    "POT",
    "PREDICATES",
    "SEASONS",
    "SUITED",
    "TILE_WORDS",
    "WINDS",
    "Award",
    "AwardClaim",
    "AwardError",
    "Awarded",
    "Closed",
    "Composition",
    "Cut",
    "Debt",
    "Declared",
    "Difference",
    "Drawn",
    "DroppedLine",
    "Entry",
    "Event",
    "Exclusion",
    "Fault",
    "Flow",
    "FlowerWin",
    "Form",
    "Group",
    "GroupKind",
    "Hand",
    "HandError",
    "Ledger",
    "LedgerError",
    "Limits",
    "Loss",
    "Meld",
    "MeldKind",
    "NotationError",
    "Paid",
    "Partition",
    "Pattern",
    "Payments",
    "Predicate",
    "Price",
    "PullMode",
    "PullRounding",
    "Redone",
    "Replacement",
    "RuleSet",
    "RulesError",
    "RunnerUp",
    "ScoreLine",
    "ScoreSheet",
    "ScoringError",
    "Suit",
    "Swap",
    "Switch",
    "TableRules",
    "Tile",
    "Transfer",
    "Undone",
    "Wait",
    "Win",
    "WinBy",
    "WinError",
    "Wind",
    "Won",
    "check_claim",
    "check_rules",
    "completing",
    "counted_as",
    "dealer_fan",
    "diff_rules",
    "load_texts",
    "may_cut",
    "nearest",
    "parse_tiles",
    "partitions",
    "pay",
    "pay_award",
    "pay_fan",
    "read_case",
    "read_event",
    "read_texts",
    "read_win",
    "result_of",
    "score",
    "score_case",
    "score_lines",
    "settle_case",
    "settle_lines",
    "shipped",
    "waits",
    "write_glyphs",
    "write_tiles",
]
