"""Shape: how many groups a hand of a rule set has beside the eye, and in which forms it may win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.errors import RulesError
from scoring.hand import MELDS, MOST_MELDS
from scoring.partitions import Form, forms_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["read_shape"]

_KEYS: Final = ("forms", "melds")


def read_shape(table: Mapping[str, object], where: str) -> tuple[int, tuple[Form, ...]]:
    """Read the table ``[hand]`` of a rule file: the number of groups beside the eye and the forms that win.

    Five groups are meant where it doesn't say, and every form of a hand as large as that.

    Raises:
        RulesError: a key that isn't known, or a value that it can't have.

    >>> [form.value for form in read_shape({"melds": 4}, "here")[1]]
    ['standard', 'thirteen_orphans', 'seven_pairs']
    """
    for key in table:
        if key not in _KEYS:
            raise RulesError(f"{where}: there is no key {key!r}; there are {', '.join(_KEYS)}")
    melds = table.get("melds", MELDS)
    if type(melds) is not int or not 1 <= melds <= MOST_MELDS:
        raise RulesError(f"{where}.melds: expected a number of groups from 1 to {MOST_MELDS}, not {melds!r}")
    fitting = forms_of(melds)
    words = table.get("forms", [form.value for form in fitting])
    if not isinstance(words, list) or not words:
        raise RulesError(f"{where}.forms: expected a list of forms, not {words!r}")
    names = {form.value: form for form in fitting}
    for word in words:
        if not isinstance(word, str) or word not in names:
            raise RulesError(
                f"{where}.forms: a hand of {melds} groups and an eye has no form {word!r}; "
                f"it has {', '.join(names)}"
            )
    return melds, tuple(form for form in fitting if form.value in words)
