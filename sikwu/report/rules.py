"""Rule sets as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group as Stack
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring import POLICIES, PREDICATES, TILE_WORDS, write_tiles
from sikwu.report.words import FLOWS, Language, pick, row_name, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from scoring import Award, Difference, Exclusion, Fault, Pattern, RuleSet

__all__ = [
    "report_award",
    "report_diff",
    "report_faults",
    "report_list",
    "report_predicates",
    "report_row",
    "report_rules",
]


def report_list(rule_sets: Sequence[RuleSet]) -> RenderableType:
    """Lay out the rule sets that ship."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("rules", "title", "rows", "base", "per"):
        table.add_column(name, justify="right" if name in {"rows", "base", "per"} else "left")
    for rules in rule_sets:
        common = sum(row.common for row in rules.patterns.values())
        uncommon = len(rules.patterns) - common
        rows = f"{common} + {uncommon} uncommon" if uncommon else str(common)
        per = f"{rules.price.per} / {rules.unit.en}"
        table.add_row(rules.id, f"{rules.zh} {rules.en}", rows, str(rules.price.base), per)
    return table


def report_rules(rules: RuleSet, language: Language) -> RenderableType:
    """Lay out every row with its value and source, every cash award, and every switch with its value."""
    unit = pick(language, rules.unit.en, rules.unit.zh)
    money = [
        f"{say('base', language)} {rules.price.base}",
        f"{say('per', language, unit=unit)} {rules.price.per}",
        f"{say('minimum', language)} {rules.limits.minimum}",
        f"{say('cap', language)} {'-' if rules.limits.cap is None else rules.limits.cap}",
    ]
    parts: list[RenderableType] = [
        Text(f"{rules.id}  {rules.zh} {rules.en}  {', '.join(money)}", style="bold")
    ]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(unit, justify="right")
    for name in ("row", "id", "source"):
        table.add_column(say(name, language), overflow="fold")
    section = ""
    for row in rules.patterns.values():
        if row.section != section:
            section = row.section
            table.add_section()
            table.add_row("", Text(section, style="bold"), "", "")
        name = row_name(row, language)
        mark = "" if row.common else f" ({say('uncommon', language)})"
        table.add_row(str(row.value.under(rules.policies)), f"{name}{mark}", row.id, row.source)
    parts.append(table)
    if rules.awards:
        parts.append(_awards(rules, language))
    parts.append(_switches(rules, language))
    return Stack(*parts)


def report_row(rules: RuleSet, row: Pattern, language: Language) -> RenderableType:
    """Lay out one row: its value, what it keeps from counting, and what keeps it from counting."""
    name = row_name(row, language)
    unit = pick(language, rules.unit.en, rules.unit.zh)
    value = row.value.under(rules.policies)
    lines: list[RenderableType] = [Text(f"{row.id}  {name}  {value} {unit}  {row.source}", style="bold")]
    barred = [edge for edge in rules.exclusions if edge.by == row.id]
    barring = [edge for edge in rules.exclusions if edge.drops == row.id]
    for title, edges, other in (("drops", barred, "drops"), ("dropped by", barring, "by")):
        if edges:
            lines.append(Text(say(title, language)))
            lines.extend(_edges(rules, edges, other, language))
    if row.where is not None:
        lines.append(Text(row.where.text))
    if row.family:
        family = rules.families[row.family]
        lines.append(Text(f"{row.family}: {pick(language, family.en, family.zh)}"))
    return Stack(*lines)


def report_award(rules: RuleSet, award: Award, language: Language) -> RenderableType:
    """Lay out one cash award: its amount, who pays, and what it does to others."""
    name, worth = row_name(award, language), _worth(rules, award, language)
    lines = [
        Text(f"{award.id}  {name}  {worth}  {award.source}", style="bold"),
        Text(_who_pays(rules, award, language)),
    ]
    if award.ends:
        ended = [row_name(row, language) for row in rules.awards.values() if row.id in award.ends]
        lines.append(Text(say("ends", language, rows=", ".join(ended))))
    if award.becomes is not None:
        other = row_name(rules.awards[award.becomes.award], language)
        if award.becomes.tiles:
            of = write_tiles(sorted(award.becomes.tiles))
            lines.append(Text(say("becomes", language, name=other, tiles=of)))
        if award.becomes.from_nth:
            lines.append(Text(say("becomes later", language, name=other, nth=award.becomes.from_nth)))
    return Stack(*lines)


def report_predicates(language: Language) -> RenderableType:
    """Lay out the predicates of composed rows, and the words for tiles that they take."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("predicate", "takes", "meaning"):
        table.add_column(say(name, language), overflow="fold")
    for predicate in PREDICATES.values():
        table.add_row(predicate.name, predicate.takes, pick(language, predicate.en, predicate.zh))
    words = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    words.add_column(say("tile word", language))
    words.add_column(say("meaning", language))
    for word, (english, zh) in TILE_WORDS.items():
        words.add_row(word, pick(language, english, zh))
    return Stack(table, words)


def report_faults(faults: Mapping[str, Sequence[Fault]]) -> str:
    """List the faults of rule files, one a line."""
    lines: list[str] = []
    for name, found in faults.items():
        lines.extend(str(fault) for fault in found)
        if not found:
            lines.append(f"{name}: no faults")
    return "\n".join(lines)


def report_diff(
    left: RuleSet, right: RuleSet, differences: Sequence[Difference], language: Language
) -> RenderableType:
    """Lay out where two rule sets differ."""
    if not differences:
        return Text(say("same rules", language, left=left.id, right=right.id))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in (say("where", language), "id", left.id, right.id):
        table.add_column(name, overflow="fold")
    for each in differences:
        table.add_row(each.section, each.id, each.left, each.right)
    return table


def _edges(
    rules: RuleSet, edges: Sequence[Exclusion], other: str, language: Language
) -> Iterator[RenderableType]:
    for edge in edges:
        row = rules.patterns[getattr(edge, other)]
        why = pick(language, edge.why.en, edge.why.zh)
        text = f"{row_name(row, language)} ({row.id}): {why} ({edge.source})"
        if edge.when:
            text += f" [{', '.join(f'{switch} = {_written(value)}' for switch, value in edge.when.items())}]"
        yield Padding(Text(text), (0, 0, 0, 2))


def _awards(rules: RuleSet, language: Language) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("amount", language), justify="right")
    for name in ("award", "id", "who pays", "source"):
        table.add_column(say(name, language), overflow="fold")
    for award in rules.awards.values():
        worth, who = _worth(rules, award, language), _who_pays(rules, award, language)
        table.add_row(worth, row_name(award, language), award.id, who, award.source)
    return table


def _worth(rules: RuleSet, award: Award, language: Language) -> str:
    """Say what an award is worth to each payee."""
    if not award.bases:
        return f"{award.fan_under(rules.policies)} {pick(language, rules.unit.en, rules.unit.zh)}"
    return say("one base" if award.bases == 1 else "bases", language, n=award.bases)


def _who_pays(rules: RuleSet, award: Award, language: Language) -> str:
    who = pick(language, *FLOWS[award.flow(rules.policies)])
    return f"{who} ({say('once', language)})" if award.once_under(rules.policies) else who


def _switches(rules: RuleSet, language: Language) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("switch", "value", "meaning"):
        table.add_column(say(name, language), overflow="fold")
    for name, value in rules.policies.items():
        switch = POLICIES[name]
        table.add_row(name, _written(value), pick(language, switch.en, switch.zh))
    return table


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
