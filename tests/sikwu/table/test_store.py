"""Tables on the disk: set up, events recorded once and for good, played again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scoring.claims import AwardClaim
from scoring.errors import LedgerError
from scoring.events import Closed, Cut, Drawn, Event, Redone, Undone, Won
from scoring.ledger import Ledger
from scoring.pull import Loss, TableRules
from scoring.ruleset import RuleSet
from scoring.tile import Tile
from scoring.win import Wind
from sikwu.table import (
    BadKeyError,
    BrokenTableError,
    NoTableError,
    Setup,
    SetupError,
    TableError,
    TableExistsError,
    Tables,
    UsedKeyError,
    default_path,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = ("阿東", "Bob", "Cat", "Dan")
FRIDAY = Setup("Friday 五", PLAYERS)
BOB_LOSES_36 = Won("阿東", (Loss("Bob", "阿東", 36, "13 × 2 + 10"),), "Bob")
BOB_LOSES_20 = Won("阿東", (Loss("Bob", "阿東", 20, "5 × 2 + 10"),), "Bob")


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    found = Tables(tmp_path / "tables.sqlite")
    found.create(FRIDAY)
    return found


def _record(tables: Tables, *events: Event) -> Ledger:
    for event in events:
        tables.record(FRIDAY.name, lambda _, it=event: it)  # type: ignore[misc]  # a default binds it now
    return tables.ledger(FRIDAY.name)


def _change(tables: Tables, *statements: str) -> None:
    """Change the file behind the program's back."""
    with closing(sqlite3.connect(tables.path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


# Setting up


def test_a_new_table_is_the_ledger_before_the_first_hand(tables: Tables) -> None:
    assert tables.names() == (FRIDAY.name,)
    assert tables.setup(FRIDAY.name) == FRIDAY
    assert tables.ledger(FRIDAY.name) == Ledger.open(PLAYERS, TableRules())
    assert tables.entries(FRIDAY.name) == ()


def test_all_that_was_agreed_is_kept_exactly(tables: Tables) -> None:
    setup = Setup(
        "Saturday",
        PLAYERS,
        TableRules(factor=Decimal("1.25"), unit=Decimal("0.5"), cut_every=3),
        {"id": "hktw", "sha256": "0f", "base": 5, "per": "2.50", "policies": {"multi_ron": "nearest"}},
        dealer="Cat",
        round=Wind.SOUTH,
        streak=2,
    )
    tables.create(setup)
    assert tables.setup("Saturday") == setup
    ledger = tables.ledger("Saturday")
    assert (ledger.dealer, ledger.round, ledger.streak) == ("Cat", Wind.SOUTH, 2)
    assert tables.names() == (FRIDAY.name, "Saturday")


def test_two_tables_in_one_file_have_nothing_to_do_with_each_other(tables: Tables) -> None:
    tables.create(Setup("other", PLAYERS))
    tables.record("other", lambda _: BOB_LOSES_36, key="1")
    _record(tables, Drawn())
    tables.record(FRIDAY.name, lambda _: Drawn(), key="1")
    assert [(entry.seq, entry.event) for entry in tables.entries("other")] == [(1, BOB_LOSES_36)]
    assert [(entry.seq, entry.event) for entry in tables.entries(FRIDAY.name)] == [(1, Drawn()), (2, Drawn())]


def test_a_name_is_taken_once(tables: Tables) -> None:
    with pytest.raises(TableExistsError, match="Friday 五"):
        tables.create(FRIDAY)


@pytest.mark.parametrize("name", ["", " Friday", "Friday ", "a\nb", "\udcff", "x" * 81])
def test_a_name_can_be_typed_and_printed(name: str) -> None:
    with pytest.raises(SetupError, match="no name for a table"):
        Setup(name, PLAYERS)


def test_players_who_cant_sit_down_make_no_file(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "new" / "tables.sqlite")
    with pytest.raises(LedgerError):
        tables.create(Setup("Friday", ("Ann", "Ann", "Bob", "Cat")))
    assert not list(tmp_path.iterdir())


def test_what_json_would_change_is_refused(tables: Tables) -> None:
    with pytest.raises(TableError, match="no table is set up"):
        tables.create(Setup("tuple", PLAYERS, rules={"switches": ("a", "b")}))
    assert tables.names() == (FRIDAY.name,)
    with pytest.raises(TableError, match="nothing is recorded"):
        _record(tables, Won("Bob", (Loss("Cat", "Bob", 1),), "Cat", notes={"seats": {1: "E"}}))
    assert tables.entries(FRIDAY.name) == ()


def test_looking_makes_nothing(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "none" / "tables.sqlite")
    assert tables.names() == ()
    assert tables.names(open_only=True) == ()
    for look in (tables.setup, tables.ledger, tables.entries):
        with pytest.raises(NoTableError, match="sikwu table new"):
            look("Friday")
    with pytest.raises(NoTableError):
        tables.record("Friday", lambda _: Drawn())
    assert not list(tmp_path.iterdir())


def test_a_table_that_isnt_there_is_named_with_the_nearest(tables: Tables) -> None:
    with pytest.raises(NoTableError, match="did you mean Friday 五"):
        tables.ledger("Fridag 五")
    with pytest.raises(NoTableError, match="there are Friday 五"):
        tables.ledger("Monday")
    with pytest.raises(NoTableError):
        tables.ledger("\udcff")


# Recording


def test_events_are_played_again_in_order(tables: Tables) -> None:
    ledger = _record(tables, BOB_LOSES_36, BOB_LOSES_20)
    assert ledger.debts[0].explain() == "Bob owes 阿東 74: 36 × 1.5 + 5 × 2 + 10"
    assert Tables(tables.path).ledger(FRIDAY.name) == ledger
    assert [(entry.seq, entry.event) for entry in tables.entries(FRIDAY.name)] == [
        (1, BOB_LOSES_36),
        (2, BOB_LOSES_20),
    ]


def test_record_gives_the_ledger_after_the_event(tables: Tables) -> None:
    given = tables.record(FRIDAY.name, lambda _: BOB_LOSES_36)
    assert given == tables.ledger(FRIDAY.name) == FRIDAY.open().record(BOB_LOSES_36)


def test_an_event_is_made_of_the_ledger_that_it_follows_upon(tables: Tables) -> None:
    seen: list[Ledger] = []

    def make(ledger: Ledger) -> Event:
        seen.append(ledger)
        return BOB_LOSES_36

    first = tables.record(FRIDAY.name, make)
    tables.record(FRIDAY.name, make)
    assert seen == [FRIDAY.open(), first]


def test_amounts_are_exact(tables: Tables) -> None:
    half = Won("Bob", (Loss("Cat", "Bob", Decimal("0.5"), "0.5 × 1"),), "Cat")
    large = Won("Bob", (Loss("Cat", "Bob", 900719925474099, "900719925474099"),), "Cat")
    _record(tables, half, large)
    assert [entry.event for entry in tables.entries(FRIDAY.name)] == [half, large]


def test_every_kind_of_event_comes_back_as_it_was(tables: Tables) -> None:
    """With half a base, the pot, a tile that was followed, and a discard with two winners."""
    rules = RuleSet.load("hktw").with_policies({"called_pung_penalty": "pot"}).with_price(5, 1)
    name = "all kinds"
    tables.create(Setup(name, PLAYERS, TableRules(cut_every=1)))

    def award(award: str, player: str, tile: Tile | None = None) -> Callable[[Ledger], Event]:
        return lambda ledger: ledger.award(AwardClaim(award, player, tile=tile), rules)

    def always(event: Event) -> Callable[[Ledger], Event]:
        return lambda _: event

    makers = [
        award("mixed_flower_run_cash", "Cat"),
        award("follow_discard", "阿東", Tile("5s")),
        award("called_pung_refused", "Dan"),
        always(Won("Cat", (Loss("Bob", "Cat", Decimal("12.5"), "15 × 0.5 + 5"),), "Bob", winners=2)),
        always(Won("Dan", (Loss("Bob", "Dan", 8, "3 × 1 + 5"),), "Bob", winners=2, notes={"photo": 0.125})),
        always(Cut("Bob", "Dan")),
        always(Undone()),
        always(Redone()),
        always(Drawn()),
        always(Closed()),
    ]
    ledger = tables.setup(name).open()
    events: list[Event] = []
    for make in makers:
        events.append(make(ledger))
        ledger = ledger.record(events[-1])
        assert tables.record(name, make, key=str(len(events))) == ledger
    assert [entry.event for entry in tables.entries(name)] == events
    assert tables.ledger(name) == ledger
    assert sum(ledger.standings.values()) == 0


def test_each_event_has_the_time_of_its_recording_in_utc(tmp_path: Path) -> None:
    hong_kong = timezone(timedelta(hours=8))
    tables = Tables(
        tmp_path / "t.sqlite", clock=lambda: datetime(2026, 1, 2, 3, 4, 5, 678_900, tzinfo=hong_kong)
    )
    tables.create(FRIDAY)
    _record(tables, Drawn())
    assert [entry.at for entry in tables.entries(FRIDAY.name)] == ["2026-01-01T19:04:05.678+00:00"]


def test_by_default_the_time_is_now(tables: Tables) -> None:
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    _record(tables, Drawn())
    (entry,) = tables.entries(FRIDAY.name)
    assert before <= datetime.fromisoformat(entry.at) <= datetime.now(UTC)


def test_undoing_is_an_event_too(tables: Tables) -> None:
    after_one = _record(tables, BOB_LOSES_36)
    after_two = _record(tables, BOB_LOSES_20)
    undone = _record(tables, Undone())
    assert (undone.debts, undone.entries) == (after_one.debts, after_one.entries)
    assert _record(tables, Redone()) == after_two
    assert [entry.event for entry in tables.entries(FRIDAY.name)] == [
        BOB_LOSES_36,
        BOB_LOSES_20,
        Undone(),
        Redone(),
    ]


def test_what_cant_follow_is_not_recorded(tables: Tables) -> None:
    _record(tables, BOB_LOSES_36, Closed())
    with pytest.raises(LedgerError, match="closed"):
        _record(tables, Drawn())
    assert len(tables.entries(FRIDAY.name)) == 2


def test_what_the_maker_raises_is_passed_on_and_nothing_is_recorded(tables: Tables) -> None:
    def make(_: Ledger) -> Event:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.record(FRIDAY.name, make, key="1")
    assert tables.entries(FRIDAY.name) == ()
    _record(tables, Drawn())  # and nobody is locked out


def test_closed_tables_can_be_left_out(tables: Tables) -> None:
    tables.create(Setup("Saturday", PLAYERS))
    _record(tables, Closed())
    assert tables.names() == (FRIDAY.name, "Saturday")
    assert tables.names(open_only=True) == ("Saturday",)
    _record(tables, Undone())
    assert tables.names(open_only=True) == (FRIDAY.name, "Saturday")


# Keys


def test_a_key_records_an_event_once(tables: Tables) -> None:
    first = tables.record(FRIDAY.name, lambda _: BOB_LOSES_36, key="hand 1")
    assert tables.record(FRIDAY.name, lambda _: BOB_LOSES_36, key="hand 1") == first
    (entry,) = tables.entries(FRIDAY.name)
    assert entry.key == "hand 1"


def test_without_a_key_the_same_twice_is_two_events(tables: Tables) -> None:
    assert len(_record(tables, Drawn(), Drawn()).entries) == 2


def test_a_key_tried_again_later_gives_the_ledger_as_it_stands(tables: Tables) -> None:
    tables.record(FRIDAY.name, lambda _: BOB_LOSES_36, key="1")
    now = _record(tables, BOB_LOSES_20)
    assert tables.record(FRIDAY.name, lambda _: BOB_LOSES_36, key="1") == now


def test_a_key_tried_again_asks_the_maker_with_the_ledger_of_the_first_time(tables: Tables) -> None:
    """The dealer of the hand has changed since; the event of the first time is the same all the same."""

    def dealer_loses(ledger: Ledger) -> Event:
        winner = next(name for name in PLAYERS if name != ledger.dealer)
        return Won(winner, (Loss(ledger.dealer, winner, 7),), ledger.dealer)

    first = tables.record(FRIDAY.name, dealer_loses, key="1")
    assert first.dealer != FRIDAY.open().dealer
    assert tables.record(FRIDAY.name, dealer_loses, key="1") == first
    assert len(tables.entries(FRIDAY.name)) == 1


def test_closing_can_be_tried_again(tables: Tables) -> None:
    closed = tables.record(FRIDAY.name, lambda _: Closed(), key="end")
    assert tables.record(FRIDAY.name, lambda _: Closed(), key="end") == closed


@pytest.mark.parametrize("other", [Drawn(), BOB_LOSES_20])
def test_a_key_is_for_one_event(tables: Tables, other: Event) -> None:
    """Another kind of event, and another amount too: else a hand would be lost without a word."""
    tables.record(FRIDAY.name, lambda _: BOB_LOSES_36, key="1")
    with pytest.raises(UsedKeyError, match="key 1 has recorded another event: number 1"):
        tables.record(FRIDAY.name, lambda _: other, key="1")
    assert len(tables.entries(FRIDAY.name)) == 1


@pytest.mark.parametrize("key", ["", "a\tb", "\udcff"])
def test_a_key_can_be_typed_and_printed(tables: Tables, key: str) -> None:
    with pytest.raises(BadKeyError, match="no key"):
        tables.record(FRIDAY.name, lambda _: Drawn(), key=key)


# What was changed behind the program's back


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET at = ''",
        "UPDATE OR REPLACE events SET seq = 2 WHERE seq = 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 2",
        "INSERT INTO events VALUES (1, 4, '', NULL, '{}')",
        "INSERT INTO events VALUES (1, 2, '', NULL, '{}')",
        "INSERT OR REPLACE INTO events VALUES (1, 2, '', NULL, '{}')",
        "INSERT OR REPLACE INTO events VALUES (1, 3, '', 'key', '{}')",
        "INSERT INTO events VALUES (1, 'three', '', NULL, '{}')",
        "INSERT INTO events VALUES (1, 3, '', NULL, NULL)",
        "UPDATE tables SET setup = '{}'",
        "DELETE FROM tables",
        "INSERT OR REPLACE INTO tables VALUES (1, 'new', '', '{}')",
        "INSERT OR REPLACE INTO tables VALUES (2, 'Friday 五', '', '{}')",
    ],
)
def test_the_file_itself_refuses_to_change_what_is_recorded(tables: Tables, statement: str) -> None:
    tables.record(FRIDAY.name, lambda _: BOB_LOSES_36, key="key")
    tables.record(FRIDAY.name, lambda _: BOB_LOSES_20)
    before = tables.setup(FRIDAY.name), tables.entries(FRIDAY.name)
    with pytest.raises(sqlite3.IntegrityError):
        _change(tables, statement)
    assert (tables.setup(FRIDAY.name), tables.entries(FRIDAY.name)) == before


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (['UPDATE events SET body = \'{"kind": "tea"}\' WHERE seq = 2'], "event 2 can't be read"),
        (["UPDATE events SET body = '{' WHERE seq = 2"], "event 2 can't be read"),
        (["UPDATE events SET body = '[]' WHERE seq = 2"], "event 2 can't be read"),
        (['UPDATE events SET body = \'{"kind": "redone"}\' WHERE seq = 2'], "event 2 can't follow"),
        (["DELETE FROM events WHERE seq = 1"], "event 1 is missing"),
        (["UPDATE tables SET setup = '{}'"], "set up with can't be read"),
        (["UPDATE tables SET setup = json_set(setup, '$.players', '')"], "set up with can't be read"),
        (["UPDATE tables SET setup = json_set(setup, '$.dealer', 'Eve')"], "set up with can't be read"),
    ],
)
def test_what_was_forced_into_the_file_is_named(tables: Tables, changes: list[str], words: str) -> None:
    _record(tables, BOB_LOSES_36, BOB_LOSES_20)
    _change(
        tables,
        "DROP TRIGGER events_are_not_changed",
        "DROP TRIGGER events_are_not_deleted",
        "DROP TRIGGER tables_are_not_changed",
        *changes,
    )
    with pytest.raises(BrokenTableError, match=words):
        tables.ledger(FRIDAY.name)
    with pytest.raises(BrokenTableError, match=words):
        tables.record(FRIDAY.name, lambda _: Drawn())


# Where the file lies


def test_where_the_tables_lie() -> None:
    assert default_path({"SIKWU_TABLES": "here.db", "XDG_DATA_HOME": "/data"}) == Path("here.db")
    assert default_path({"SIKWU_TABLES": "", "XDG_DATA_HOME": "/data"}) == Path("/data/sikwu/tables.sqlite")
    home = {"HOME": "/home/ann"}
    expected = Path("/home/ann/.local/share/sikwu/tables.sqlite")
    assert default_path(home) == expected
    assert default_path(home | {"XDG_DATA_HOME": "relative"}) == expected
