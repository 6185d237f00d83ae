"""Build: from the merged table of a chain of rule files to a rule set, every fault noted on the way."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from scoring.faults import Node, hint
from scoring.hand import MELDS, MOST_MELDS
from scoring.money import Price
from scoring.partitions import forms_of
from scoring.policies import POLICIES
from scoring.rulefile.awards import read_awards
from scoring.rulefile.rows import (
    read_amount,
    read_exclusions,
    read_pattern,
    read_policies,
    read_reason,
    refuse_misnamed_rows,
    struck_rows,
)
from scoring.ruleset import (
    FAN,
    CircleError,
    Exclusion,
    Limits,
    Pattern,
    RuleSet,
    in_order,
)
from scoring.values import MOST_FAN

if TYPE_CHECKING:
    from scoring.faults import Fault
    from scoring.partitions import Form
    from scoring.policies import Policy
    from scoring.rulefile.chain import Chain

__all__ = ["build"]


def build(chain: Chain, faults: list[Fault]) -> RuleSet:
    """Build the rule set of a chain. It is fit for use only where no fault was noted."""
    top = Node(chain.merged(faults), (), chain, faults)
    rows = top.child("patterns")
    struck = struck_rows(rows)
    ids = list(rows.table())
    families = {item: read_reason(reason) for item, reason in top.child("families").items()}
    patterns: dict[str, Pattern] = {}
    for item, row in rows.items():
        if item not in struck:
            patterns[item] = read_pattern(item, row, families, ids, patterns)
    refuse_misnamed_rows(patterns, rows)
    name = chain.texts[0].name
    if "id" in top:
        top.child("id").text()
    return RuleSet(
        name,
        top.child("zh").text(),
        top.child("en").text(),
        patterns,
        families,
        _exclusions(chain, patterns, ids, faults),
        _policies(top.child("policies"), ids),
        _price(top.child("price")),
        hashlib.sha256(b"\0".join(text.data for text in reversed(chain.texts))).hexdigest(),
        _limits(top.child("limits")),
        *_shape(top.child("hand")),
        unit=read_reason(top.child("unit")) if "unit" in top else FAN,
        awards=read_awards(top.child("awards")),
    )


def _policies(node: Node, ids: list[str]) -> dict[str, Policy]:
    given = read_policies(node)
    named = given.get("uncommon")
    for item in named if isinstance(named, tuple) else ():
        if item not in ids:
            node.child("uncommon").fail(
                f"uncommon names {item!r}, which is no pattern; {hint(str(item), ids)}"
            )
    return {**{name: switch.default for name, switch in POLICIES.items()}, **given}


def _exclusions(
    chain: Chain, patterns: dict[str, Pattern], ids: list[str], faults: list[Fault]
) -> tuple[Exclusion, ...]:
    """Read every exclusion between rows that aren't struck, and note circles."""
    found = [
        (exclusion, entry)
        for entry in chain.exclusions(faults)
        for exclusion in read_exclusions(entry, ids, patterns)
        if exclusion.by in patterns and exclusion.drops in patterns
    ]
    kept = list(found)
    while True:
        try:
            in_order(patterns, tuple(exclusion for exclusion, _ in kept))
        except CircleError as error:
            # The last of the exclusions that make the circle is the one to blame: the others stood before.
            steps = set(zip(error.circle[1:], error.circle, strict=False))
            last = max(place for place, (one, _) in enumerate(kept) if (one.by, one.drops) in steps)
            _, entry = kept.pop(last)
            entry.fail(str(error))
        else:
            return tuple(exclusion for exclusion, _ in found)


def _price(node: Node) -> Price:
    node.known({"base", "per"})
    return Price(read_amount(node.child("base")), read_amount(node.child("per")))


def _shape(node: Node) -> tuple[int, tuple[Form, ...]]:
    """Read how many groups a hand has beside the eye, and the forms that win; all that fit if not told."""
    node.known({"melds", "forms"})
    melds = node.child("melds", MELDS).number(1, MOST_MELDS, "a number of groups")
    fitting = forms_of(melds)
    names = [form.value for form in fitting]
    forms = node.child("forms", names)
    chosen = forms.some_of(names, f"form of {melds} groups")
    if forms.value == []:
        forms.fail("a hand needs a form to win in; leave the key out for all of them")
    return melds, tuple(form for form in fitting if form.value in chosen)


def _limits(node: Node) -> Limits:
    node.known({"minimum", "cap"})
    minimum = node.child("minimum", 0).number(0, MOST_FAN, "a number of fan")
    cap = node.child("cap", "none")
    if cap.value == "none":
        return Limits(minimum)
    most = cap.number(1, MOST_FAN, 'a number of fan, or "none",')
    if most and most < minimum:
        cap.fail(f"a cap of {most} lies below the {minimum} fan that a hand needs; it can't be less")
    return Limits(minimum, most)
