"""What was read from a photo: tiles, groups, the hand they make, and what is in doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoring.errors import NotationError
from scoring.hand import Hand
from vision.doubt import Answer, Doubt
from vision.errors import ReadingFormatError
from vision.exported import integer, listed, mapping, maybe, text
from vision.group import Group, Role
from vision.sets.tileset import SetFacts
from vision.sighting import Sighting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.capture import Photo

__all__ = ["PhotoFacts", "Reading"]


@dataclass(frozen=True)
class PhotoFacts:
    """Which photo was read.

    Attributes:
        path: its file as it was given; None for bytes and arrays.
        sha256: hexadecimal digest of the file's bytes (of an array, of its shape and pixels).
        width: pixels, after the EXIF orientation was applied.
        height: likewise.
    """

    path: str | None
    sha256: str
    width: int
    height: int

    @classmethod
    def of(cls, photo: Photo) -> PhotoFacts:
        """Give the facts of a photo."""
        return cls(photo.path, photo.sha256, photo.width, photo.height)

    def export(self) -> dict[str, Any]:
        """Give the facts as what JSON can hold."""
        return {"path": self.path, "sha256": self.sha256, "width": self.width, "height": self.height}

    @classmethod
    def from_dict(cls, data: object) -> PhotoFacts:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: it holds something else.
            KeyError: a key is missing.
        """
        photo = mapping(data, "photo")
        return cls(
            path=maybe(photo["path"], text),
            sha256=text(photo["sha256"]),
            width=integer(photo["width"]),
            height=integer(photo["height"]),
        )


@dataclass(frozen=True)
class Reading:
    """What was read from a photo.

    The same photo, models and parameters give the same reading; only `timings` differ, and they take no part
    in
    comparison or export.

    Attributes:
        photo: which photo; the first one, where one hand was read from several.
        sightings: every tile seen, also outside the hand; those of the hand have ``in_hand``.
        groups: the tiles of the hand by role, in reading order: flowers, exposed melds, concealed, winning
            tile.
        hand: the hand that the groups make; None where a tile of it is unknown or there is none. It needn't
            win, nor be possible.
        why: why there is no hand, or why the hand is no possible winning one; None where all is well.
        doubts: what the picture does not settle, the weightiest first.
        models: name and sha256 of each model.
        tile_set: the enrolled set that the tiles were compared with; None where they were not.
        answers: what a person has said since, in order; the other attributes take it in.
        more_photos: the other photos, where one hand was read from several: a sighting's ``photo`` counts on
            from the first, which is 0.
        timings: stage and seconds, in the order of the stages.
    """

    photo: PhotoFacts
    sightings: tuple[Sighting, ...]
    groups: tuple[Group, ...]
    hand: Hand | None
    why: str | None
    doubts: tuple[Doubt, ...]
    models: tuple[tuple[str, str], ...] = ()
    tile_set: SetFacts | None = None
    answers: tuple[Answer, ...] = ()
    more_photos: tuple[PhotoFacts, ...] = ()
    timings: tuple[tuple[str, float], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse indices that name no sighting."""
        named = {index for group in self.groups for index in group.sightings}
        named.update(index for doubt in self.doubts for index in doubt.sightings)
        named.update(index for answer in self.answers for index in answer.sightings)
        named.update(each.same for each in self.sightings if each.same is not None)
        for index in sorted(named):
            if not 0 <= index < len(self.sightings):
                raise ReadingFormatError(f"there is no sighting {index}; there are {len(self.sightings)}")
        last = max((each.photo for each in self.sightings), default=0)
        if last >= len(self.photos):
            raise ReadingFormatError(
                f"there is no photo {last}; there are {len(self.photos)}, counted from 0"
            )

    @property
    def photos(self) -> tuple[PhotoFacts, ...]:
        """All photos, the first one first."""
        return (self.photo, *self.more_photos)

    def of_role(self, role: Role) -> tuple[Group, ...]:
        """Give the groups of one role, in reading order."""
        return tuple(group for group in self.groups if group.role is role)

    def export(self) -> dict[str, Any]:
        """Give the reading as what JSON can hold.

        Keys: ``photo`` (path, sha256, width, height), ``photos`` (all of them, where there are several),
        ``sightings``, ``groups``, ``hand`` (notation of
        `scoring.notation`, or null), ``why``, ``doubts``, ``answers`` and ``versions`` (``models``: name to
        sha256; where an enrolled set was used, ``tile_set``: its name and sha256).
        """
        versions: dict[str, Any] = {"models": dict(self.models)}
        if self.tile_set is not None:
            versions["tile_set"] = {"name": self.tile_set.name, "sha256": self.tile_set.sha256}
        return {
            "photo": self.photo.export(),
            **({"photos": [each.export() for each in self.photos]} if self.more_photos else {}),
            "sightings": [sighting.export() for sighting in self.sightings],
            "groups": [group.export() for group in self.groups],
            "hand": None if self.hand is None else str(self.hand),
            "why": self.why,
            "doubts": [doubt.export() for doubt in self.doubts],
            "answers": [answer.export() for answer in self.answers],
            "versions": versions,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Reading:
        """Read what `export` wrote, also before there were answers; keys that others added are left alone.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "a reading")
            versions = mapping(whole["versions"], "versions")
            tile_set = maybe(versions.get("tile_set"), lambda each: mapping(each, "tile_set"))
            hand = maybe(whole["hand"], text)
            return cls(
                photo=PhotoFacts.from_dict(whole["photo"]),
                more_photos=listed(whole, "photos", PhotoFacts.from_dict)[1:] if "photos" in whole else (),
                sightings=listed(whole, "sightings", Sighting.from_dict),
                groups=listed(whole, "groups", Group.from_dict),
                hand=None if hand is None else Hand.parse(hand),
                why=maybe(whole["why"], text),
                doubts=listed(whole, "doubts", Doubt.from_dict),
                models=tuple(
                    (name, text(digest)) for name, digest in mapping(versions["models"], "models").items()
                ),
                tile_set=None
                if tile_set is None
                else SetFacts(text(tile_set["name"]), text(tile_set["sha256"])),
                answers=listed(whole, "answers", Answer.from_dict) if "answers" in whole else (),
            )
        except KeyError as error:
            raise ReadingFormatError(f"a reading lacks {error}") from error
        except NotationError as error:
            raise ReadingFormatError(f"a reading's hand: {error}") from error
        except ReadingFormatError as error:
            raise ReadingFormatError(f"no exported reading: {error}") from error
