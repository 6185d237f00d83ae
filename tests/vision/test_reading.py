"""A reading goes out as JSON and comes back the same."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

from scoring.hand import Hand
from scoring.tile import Tile
from vision.doubt import Doubt, Question
from vision.errors import ReadingFormatError
from vision.group import Group, MeldShape, Role
from vision.reading import PhotoFacts, Reading
from vision.sighting import Sighting

if TYPE_CHECKING:
    from collections.abc import Iterator

QUAD = ((10.25, 10.0), (40.0, 10.5), (40.0, 50.0), (10.0, 50.0))


def reading() -> Reading:
    return Reading(
        photo=PhotoFacts("table.jpg", "ab" * 32, 640, 480),
        sightings=(
            Sighting(QUAD, Tile("5s"), 0.97, (("6s", 0.02), ("back", 0.001)), 0.9, in_hand=True, margin=3.88),
            Sighting(QUAD, None, 0.8),
        ),
        groups=(Group(Role.WINNING, None, (0,), 0.99), Group(Role.EXPOSED, MeldShape.CHOW, (0, 1, 0), 0.7)),
        hand=Hand.parse("123m +5s"),
        why="a winning hand has 17 tiles",
        doubts=(Doubt(Question.TILE, (0,), "5s is not sure", (("6s", 0.02),)),),
        models=(("locator", "12" * 32),),
        timings=(("locate", 0.02),),
    )


def test_round_trip_through_json() -> None:
    text = json.dumps(reading().export())
    assert Reading.from_dict(json.loads(text)) == reading()


def test_a_reading_without_a_hand_round_trips() -> None:
    empty = Reading(PhotoFacts(None, "0" * 64, 1, 1), (), (), None, "no hand was seen", ())
    assert Reading.from_dict(json.loads(json.dumps(empty.export()))) == empty


def test_the_keys_that_are_promised() -> None:
    data = reading().export()
    assert list(data) == ["photo", "sightings", "groups", "hand", "why", "doubts", "answers", "versions"]
    assert data["photo"] == {"path": "table.jpg", "sha256": "ab" * 32, "width": 640, "height": 480}
    assert data["hand"] == "123m +5s"
    first, second = data["sightings"]
    assert first["kind"] == "5s"
    assert first["quad"] == [[10.25, 10.0], [40.0, 10.5], [40.0, 50.0], [10.0, 50.0]]
    assert first["alternatives"] == [["6s", 0.02], ["back", 0.001]]
    assert (first["back"], first["in_hand"]) == (False, True)
    assert (first["margin"], second["margin"]) == (3.88, None)
    assert (second["kind"], second["back"], second["in_hand"]) == (None, True, False)
    assert data["groups"][1] == {"role": "exposed", "meld": "chow", "sightings": [0, 1, 0], "p": 0.7}
    assert data["doubts"][0]["question"] == "tile"
    assert "timings" not in data


def test_a_reading_from_before_there_were_margins_is_read() -> None:
    data = reading().export()
    for sighting in data["sightings"]:
        del sighting["margin"]
    assert [each.margin for each in Reading.from_dict(data).sightings] == [None, None]


def test_timings_take_no_part_in_comparison() -> None:
    other = Reading.from_dict(reading().export())
    assert other.timings == ()
    assert other == reading()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("photo", "width"), "wide", "no exported reading"),
        (("hand",), "123x", "hand"),
        (("sightings", 0, "kind"), "5x", "no exported sighting"),
        (("sightings", 0, "kind"), None, "a kind or a back"),
        (("sightings", 0, "p"), 1.5, "p is 1.5"),
        (("sightings", 0, "margin"), -0.5, "margin is at least 0 and finite; it is -0.5"),
        (("sightings", 0, "margin"), float("inf"), "margin is at least 0 and finite"),
        (("sightings", 0, "margin"), "wide", "no exported sighting"),
        (("sightings", 0, "quad"), [[0, 0]], "no exported sighting"),
        (("sightings", 0, "quad", 0), [float("nan"), 0], "four finite corners"),
        (("groups", 0, "role"), "hidden", "no exported group"),
        (("groups", 0, "sightings"), [7], "no sighting 7"),
        (("doubts", 0, "question"), "mood", "no exported doubt"),
        (
            ("answers",),
            [{"question": "mood", "sightings": [], "answer": "", "was": ""}],
            "no exported answer",
        ),
        (("answers",), [{"question": "tile", "sightings": [9], "answer": "", "was": ""}], "no sighting 9"),
        (("versions", "models"), [], "models is an object with keys"),
        (("photo", "width"), float("inf"), "inf is no whole number"),
        (("photo", "height"), 2**31, "2147483648 is no whole number"),
        (("photo",), [], "photo is an object with keys, not \\[\\]"),
        (("sightings",), "abc", "sightings is a list, not 'abc'"),
        (("sightings", 1, "quad", 2, 0), 10**400, r"sightings\[1\]: .*quad\[2\]: 1000+… is no number"),
        (("sightings", 0, "in_hand"), "no", "neither true nor false"),
        (("sightings", 0, "back"), 0, "0 is neither true nor false"),
        (("sightings", 0, "alternatives"), {"6s": 0.02}, "alternatives is a list"),
        (("groups", 1, "sightings", 2), 0.5, r"groups\[1\]: .*sightings\[2\]: 0.5 is no whole number"),
        (("groups", 0, "p"), float("nan"), "lies in 0..1"),
        (("doubts", 0, "alternatives", 0), ["6s", 2], r"doubts\[0\]: .*lies in 0..1; this one is 2"),
        (("hand",), 5, "5 is no text"),
        (("versions", "tile_set"), 5, "tile_set is an object with keys, not 5"),
    ],
)
def test_what_is_no_reading_is_refused_by_name(
    path: tuple[str | int, ...], value: object, message: str
) -> None:
    data: Any = copy.deepcopy(reading().export())
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    with pytest.raises(ReadingFormatError, match=message):
        Reading.from_dict(data)


VALUES: tuple[Any, ...] = (None, True, -1, 2.5, float("inf"), 10**5000, "", "a", [], [[1]], {}, ["a", 2])


def places(data: object, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Name every value of a JSON object by its keys and indices."""
    if above:
        yield above
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*above, key))


@pytest.mark.parametrize("path", [*places(reading().export())], ids=lambda path: ".".join(map(str, path)))
def test_any_value_in_any_place_gives_a_reading_or_a_refusal_and_nothing_else(
    path: tuple[str | int, ...],
) -> None:
    refused = 0
    for value in VALUES:
        data: Any = copy.deepcopy(reading().export())
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value
        try:
            Reading.from_dict(data)
        except ReadingFormatError:
            refused += 1
    assert refused


@pytest.mark.parametrize("data", [None, [], "a reading", 5])
def test_what_is_no_object_is_no_reading(data: object) -> None:
    with pytest.raises(ReadingFormatError, match="a reading is an object with keys"):
        Reading.from_dict(data)  # type: ignore[arg-type]  # that is what is tested


@pytest.mark.parametrize("key", ["photo", "sightings", "groups", "hand", "why", "doubts", "versions"])
def test_a_missing_key_is_named(key: str) -> None:
    data = reading().export()
    del data[key]
    with pytest.raises(ReadingFormatError, match=f"lacks '{key}'"):
        Reading.from_dict(data)


@pytest.mark.parametrize("turn", range(4))
def test_the_turn_of_a_face_in_the_photo(turn: int) -> None:
    corners = ((0.0, 0.0), (30.0, 3.0), (28.0, 44.0), (-2.0, 41.0))
    # Turned clockwise by one quarter, the face's top left corner lies at the quad's top right.
    rolled = corners[turn:] + corners[:turn]
    assert Sighting(rolled, Tile("C"), 1.0).turn == turn  # type: ignore[arg-type]  # still four
