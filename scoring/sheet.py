"""ScoreSheet: what a hand is worth, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.meld import Meld
from scoring.partitions import Form, Group, GroupKind, Partition
from scoring.tile import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["DroppedLine", "RunnerUp", "ScoreLine", "ScoreSheet", "Swap"]


class ScoreLine(NamedTuple):
    """One row that matched.

    Attributes:
        id: the row's id.
        zh: its name in traditional Chinese.
        en: its name in English.
        value: its fan.
        tiles: the tiles that prove it; empty for what no tile shows.
        source: document and line of the row.
        exposed: whether it counts as 明, for rows with a pair of values; else `None`.
        reading: which of the sheet's partitions it belongs to.
    """

    id: str
    zh: str
    en: str
    value: int
    tiles: tuple[Tile, ...]
    source: str
    exposed: bool | None = None
    reading: int = 0

    def export(self) -> dict[str, Any]:
        """Give the line as JSON-able values."""
        return {
            "id": self.id,
            "zh": self.zh,
            "en": self.en,
            "value": self.value,
            "tiles": _codes(self.tiles),
            "source": self.source,
            "exposed": self.exposed,
            "reading": self.reading,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ScoreLine:
        """Build a line from what `export` gave."""
        return cls(**{**data, "tiles": _tiles(data["tiles"])})


class DroppedLine(NamedTuple):
    """A row that matched and isn't counted.

    Attributes:
        line: the row.
        by: id of the row that swallowed it.
        why: the reason in English.
        why_zh: the reason in traditional Chinese.
        source: document and line of the reason.
    """

    line: ScoreLine
    by: str
    why: str
    why_zh: str
    source: str

    def export(self) -> dict[str, Any]:
        """Give the line as JSON-able values."""
        return {
            "line": self.line.export(),
            "by": self.by,
            "why": self.why,
            "why_zh": self.why_zh,
            "source": self.source,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DroppedLine:
        """Build a line from what `export` gave."""
        return cls(ScoreLine.from_dict(data["line"]), data["by"], data["why"], data["why_zh"], data["source"])


@dataclass(frozen=True)
class RunnerUp:
    """Another partition of the hand, with its lines and total."""

    partition: Partition
    lines: tuple[ScoreLine, ...]
    total: int

    def __post_init__(self) -> None:
        """Refuse lines that don't add up."""
        _add_up(self.lines, self.total)

    def export(self) -> dict[str, Any]:
        """Give the runner-up as JSON-able values."""
        return {
            "partition": _export_partition(self.partition),
            "lines": [line.export() for line in self.lines],
            "total": self.total,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RunnerUp:
        """Build a runner-up from what `export` gave."""
        return cls(_partition(data["partition"]), _lines(data["lines"]), data["total"])


@dataclass(frozen=True)
class Swap:
    """What a hand that doesn't win lacks: without `spare`, any of `needed` would complete it."""

    spare: Tile
    needed: tuple[Tile, ...]

    def export(self) -> dict[str, Any]:
        """Give the swap as JSON-able values."""
        return {"spare": self.spare.code, "needed": _codes(self.needed)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Swap:
        """Build a swap from what `export` gave."""
        return cls(Tile(data["spare"]), _tiles(data["needed"]))


@dataclass(frozen=True)
class ScoreSheet:
    """What a hand is worth under a rule set, or why it doesn't win.

    Attributes:
        hand: the hand.
        rules: name of the rule set.
        win: whether the hand wins.
        lines: what every payer pays, in the order of the rule book; values add up to `total`.
        total: the fan.
        bases: how many bases (底) are due: one, or two for a hand that is paid in two readings, none
            without a win.
        partitions: how the hand was read, one partition for each base.
        dropped: rows that matched and weren't counted.
        dealer_share_extra: rows that only the dealer adds when he is one of three payers.
        waits: kinds that the hand waited on before the winning tile.
        runners_up: other partitions, best first.
        why: for a hand that doesn't win, the reason in English.
        why_zh: the same in traditional Chinese.
        away: for a hand that doesn't win, how many tiles would have to be others; `None` where it wasn't
            counted.
        missing: for a hand one tile away, every swap that makes it win.
        notes: what was taken for granted, in English.
        notes_zh: the same in traditional Chinese.
        unit: what the rows are counted in, in English.
        unit_zh: the same in traditional Chinese.

    Raises:
        ScoringError: the lines don't add up to the total.
    """

    hand: Hand
    rules: str
    win: bool
    lines: tuple[ScoreLine, ...] = ()
    total: int = 0
    bases: int = 0
    partitions: tuple[Partition, ...] = ()
    dropped: tuple[DroppedLine, ...] = ()
    dealer_share_extra: tuple[ScoreLine, ...] = ()
    waits: tuple[Tile, ...] = ()
    runners_up: tuple[RunnerUp, ...] = ()
    why: str = ""
    why_zh: str = ""
    away: int | None = None
    missing: tuple[Swap, ...] = ()
    notes: tuple[str, ...] = ()
    notes_zh: tuple[str, ...] = ()
    unit: str = "fan"
    unit_zh: str = "番"

    def __post_init__(self) -> None:
        """Refuse lines that don't add up, and a total without a win."""
        _add_up(self.lines, self.total)
        if not self.win and (self.lines or not self.why):
            raise ScoringError("a sheet without a win has no lines and says why")

    @property
    def items(self) -> dict[str, int]:
        """Fan by row id, in the order of the rule book."""
        return _by_id(self.lines)

    @property
    def dealer_share_items(self) -> dict[str, int]:
        """Fan by row id that only the dealer's transfer adds."""
        return _by_id(self.dealer_share_extra)

    @property
    def reading(self) -> str:
        """How the hand was read, in words and groups."""
        return " + ".join(
            str(partition)
            if partition.form is Form.STANDARD
            else f"{partition.form.value} {partition}".strip()
            for partition in self.partitions
        )

    def export(self) -> dict[str, Any]:
        """Give the sheet as JSON-able values; `from_dict` reads them back."""
        return {
            "hand": str(self.hand),
            "rules": self.rules,
            "win": self.win,
            "lines": [line.export() for line in self.lines],
            "total": self.total,
            "bases": self.bases,
            "partitions": [_export_partition(partition) for partition in self.partitions],
            "dropped": [line.export() for line in self.dropped],
            "dealer_share_extra": [line.export() for line in self.dealer_share_extra],
            "waits": _codes(self.waits),
            "runners_up": [runner.export() for runner in self.runners_up],
            "why": self.why,
            "why_zh": self.why_zh,
            "away": self.away,
            "missing": [swap.export() for swap in self.missing],
            "notes": list(self.notes),
            "notes_zh": list(self.notes_zh),
            "unit": self.unit,
            "unit_zh": self.unit_zh,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ScoreSheet:
        """Build a sheet from what `export` gave."""
        return cls(
            hand=Hand.parse(data["hand"]),
            rules=data["rules"],
            win=data["win"],
            lines=_lines(data["lines"]),
            total=data["total"],
            bases=data["bases"],
            partitions=tuple(_partition(partition) for partition in data["partitions"]),
            dropped=tuple(DroppedLine.from_dict(line) for line in data["dropped"]),
            dealer_share_extra=_lines(data["dealer_share_extra"]),
            waits=_tiles(data["waits"]),
            runners_up=tuple(RunnerUp.from_dict(runner) for runner in data["runners_up"]),
            why=data["why"],
            why_zh=data["why_zh"],
            away=data["away"],
            missing=tuple(Swap.from_dict(swap) for swap in data["missing"]),
            notes=tuple(data["notes"]),
            notes_zh=tuple(data["notes_zh"]),
            unit=data["unit"],
            unit_zh=data["unit_zh"],
        )


def _add_up(lines: Iterable[ScoreLine], total: int) -> None:
    found = sum([line.value for line in lines])
    if found != total:
        raise ScoringError(f"the lines add up to {found}, not to the total of {total}")


def _by_id(lines: Iterable[ScoreLine]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        found[line.id] = found.get(line.id, 0) + line.value
    return found


def _codes(tiles: Iterable[Tile]) -> list[str]:
    return [tile.code for tile in tiles]


def _tiles(codes: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(Tile(code) for code in codes)


def _lines(data: Iterable[Mapping[str, Any]]) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine.from_dict(line) for line in data)


def _export_partition(partition: Partition) -> dict[str, Any]:
    return {
        "form": partition.form.value,
        "groups": [
            {
                "kind": group.kind.value,
                "tiles": _codes(group.tiles),
                "meld": None if group.meld is None else str(group.meld),
            }
            for group in partition.groups
        ],
        "won": partition.won,
    }


def _partition(data: Mapping[str, Any]) -> Partition:
    return Partition(
        Form(data["form"]),
        tuple(
            Group(
                GroupKind(group["kind"]),
                _tiles(group["tiles"]),
                None if group["meld"] is None else Meld.parse(group["meld"]),
            )
            for group in data["groups"]
        ),
        data["won"],
    )
