"""``sikwu rules``: the rule sets that ship and those of a house, listed, shown, checked and compared."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring import RuleSet, check_rules, diff_rules, shipped, write_tiles
from scoring.money import write_amount
from sikwu.errors import BadOptionError
from sikwu.options import JsonOption, LanguageOption  # noqa: TC001 - typer reads the annotations
from sikwu.output import show as output
from sikwu.report.rules import (
    report_award,
    report_diff,
    report_faults,
    report_list,
    report_predicates,
    report_row,
    report_rules,
)
from sikwu.report.words import Language

if TYPE_CHECKING:
    from scoring import Award, Pattern

__all__ = ["app"]

app = typer.Typer(help="List, show, check and compare rule sets.", no_args_is_help=True)

RulesArgument = Annotated[
    str,
    typer.Argument(
        metavar="RULES", help="Rule set that ships, or the path of a TOML file.", show_default=False
    ),
]


@app.command("list")
def list_() -> None:
    """List the rule sets that ship."""
    output(report_list([RuleSet.load(name) for name in shipped()]))


@app.command()
def show(
    rules: RulesArgument,
    row: Annotated[
        str | None,
        typer.Option("--row", metavar="ID", help="Show one row with all that bars it, or one cash award."),
    ] = None,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Show a rule set: its rows with values and sources, its cash awards, its switches and its price."""
    rule_set = RuleSet.load(rules)
    if as_json:
        output(_export(rule_set))
    elif row is None:
        output(report_rules(rule_set, language))
    elif row in rule_set.patterns:
        output(report_row(rule_set, rule_set.patterns[row], language))
    elif row in rule_set.awards:
        output(report_award(rule_set, rule_set.awards[row], language))
    else:
        raise BadOptionError(
            f"--row {row}: {rule_set.id} has no such row; sikwu rules show {rules} lists them"
        )


@app.command()
def predicates(language: LanguageOption = Language.ENGLISH) -> None:
    """List the predicates that a row of a house's own can be put together from."""
    output(report_predicates(language))


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Rule files (TOML).", show_default=False)
    ],
) -> None:
    """Check rule files: every fault with its line and key; exit status 2 if there is any."""
    faults = {name: check_rules(name) for name in files}
    output(report_faults(faults))
    if any(faults.values()):
        raise typer.Exit(2)


@app.command()
def diff(
    first: RulesArgument,
    second: RulesArgument,
    language: LanguageOption = Language.ENGLISH,
    as_json: JsonOption = False,
) -> None:
    """Compare two rule sets row by row."""
    left, right = RuleSet.load(first), RuleSet.load(second)
    found = diff_rules(left, right)
    if as_json:
        output({"left": left.id, "right": right.id, "differences": [asdict(each) for each in found]})
    else:
        output(report_diff(left, right, found, language))


def _export(rules: RuleSet) -> dict[str, Any]:
    """Give a rule set as JSON-able values."""
    return {
        "id": rules.id,
        "zh": rules.zh,
        "en": rules.en,
        "sha256": rules.sha256,
        "patterns": [_export_row(row) for row in rules.patterns.values()],
        "exclusions": [
            {
                "by": edge.by,
                "drops": edge.drops,
                "why": edge.why.en,
                "why_zh": edge.why.zh,
                "source": edge.source,
            }
            for edge in rules.exclusions
        ],
        "policies": {
            name: list(value) if isinstance(value, tuple) else value for name, value in rules.policies.items()
        },
        "awards": [_export_award(award) for award in rules.awards.values()],
        "price": {"base": str(rules.price.base), "per": str(rules.price.per)},
        "limits": {"minimum": rules.limits.minimum, "cap": rules.limits.cap},
    }


def _export_award(award: Award) -> dict[str, Any]:
    becomes = award.becomes
    return {
        "id": award.id,
        "zh": award.zh,
        "en": award.en,
        "source": award.source,
        "bases": write_amount(award.bases),
        "fan": award.fan,
        "pays": award.pays if isinstance(award.pays, str) else award.pays.value,
        "dealer": award.dealer,
        "once": award.once,
        "repeats_when": award.repeats_when or None,
        "ends": sorted(award.ends),
        "flowers": award.flowers or None,
        "follows": award.follows,
        "becomes": None
        if becomes is None
        else {
            "award": becomes.award,
            "tiles": write_tiles(sorted(becomes.tiles)),
            "from_nth": becomes.from_nth or None,
        },
    }


def _export_row(row: Pattern) -> dict[str, Any]:
    return {
        "id": row.id,
        "zh": row.zh,
        "en": row.en,
        "section": row.section,
        "value": str(row.value),
        "source": row.source,
        "common": row.common,
        "where": None if row.where is None else row.where.text,
    }
