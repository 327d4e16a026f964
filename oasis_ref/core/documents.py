"""The documents of every game, as typed structs: the parts that all logs, sheets and packs share.

Each game derives its own log, sheet and pack from these. The JSON Schemas are generated from them.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

Seat = Annotated[str, Meta(description="The seat of a player, as listed under `players`.", examples=["A"])]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]

MOST_MOVES = 100_000


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """What every document has in common."""

    schema: Annotated[
        str | None,
        Meta(description="Where the JSON Schema lies, for editors.", examples=["schemas/oasis.log.schema.json"]),
    ] = field(name="$schema", default=None)
    format: Annotated[Literal[1], Meta(description="The version of the format.")] = 1

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file that the document was read from; of its compact JSON if it came from no file."""
        if "sha256_of_file" not in self.__dict__:
            self.__dict__["sha256_of_file"] = hashlib.sha256(msgspec.json.encode(self)).hexdigest()
        digest: str = self.__dict__["sha256_of_file"]
        return digest

    def read_from(self, digest: str) -> None:
        """Remember the SHA-256 of the file that the document was read from."""
        self.__dict__["sha256_of_file"] = digest


class Player(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player: the seat used in the entries, and a name to print."""

    seat: Annotated[str, Meta(description="Short name of the seat; the entries use it under `by`.", examples=["A"])]
    name: Annotated[str | None, Meta(description="The player's name, as it is to be printed.", examples=["Ann"])] = None


class Occasion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where and when the game was played, and who wrote it down. Nothing in it is judged."""

    name: Annotated[str | None, Meta(description="The name of the event.", examples=["Spring Open"])] = None
    round: Annotated[str | None, Meta(description="The round of the event.", examples=["Final"])] = None
    table: Annotated[str | None, Meta(description="The table.", examples=["1"])] = None
    date: Annotated[str | None, Meta(description="The day.", examples=["2026-05-02"])] = None
    scribe: Annotated[str | None, Meta(description="Who wrote the record.", examples=["table scribe"])] = None


Event = Annotated[Occasion | None, Meta(description="Where and when the game was played. Nothing in it is judged.")]
Players = Annotated[
    list[Player],
    Meta(
        description="The players, in the order of the seats.",
        examples=[[{"seat": "A", "name": "Ann"}, {"seat": "B", "name": "Ben"}]],
    ),
]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """One entry of the record: a decision of a player, or something that the table did."""

    comment: Annotated[
        str | None, Meta(description="A remark by the scribe or an annotator.", examples=["opens wide"])
    ] = None
    glyph: Annotated[str | None, Meta(description="An annotation sign.", examples=["!", "?", "!?"])] = None


class Ruling(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="ruling"):
    """A director's decision on an earlier entry. It is applied, and the report shows it."""

    on: Annotated[
        Number, Meta(description="The number of the entry it decides on; the first entry is 1.", examples=[17])
    ]
    decision: Annotated[
        Literal["stands", "void", "replaced", "penalty"],
        Meta(
            description=(
                "`stands`: carried out as recorded. `void`: left out. "
                "`replaced`: the entry under `with` takes its place. "
                "`penalty`: the entry is treated as without the ruling, and points are added."
            ),
            examples=["stands", "void", "replaced", "penalty"],
        ),
    ]
    by: Annotated[str, Meta(description="Who decided.", examples=["director"])] = "director"
    reason: Annotated[str | None, Meta(description="Why, in words.", examples=["both players agreed"])] = None
    points: Annotated[
        dict[str, Number] | None, Meta(description="Points added to a seat's total.", examples=[{"B": -2}])
    ] = None
    replacement: Annotated[
        dict[str, Any] | None,
        Meta(description="The entry that takes the place of the one decided on.", examples=[{"do": "take", "by": "A"}]),
    ] = field(name="with", default=None)


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was claimed at the table. It is compared, never trusted."""

    points: Annotated[
        dict[str, Number] | None, Meta(description="Total points of each seat.", examples=[{"A": 7, "B": 5}])
    ] = None
    winners: Annotated[list[str] | None, Meta(description="The seats that won.", examples=[["A"]])] = None


class Pack(Document, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Component facts: what is in the box."""

    kind: Annotated[Literal["pack"], Meta(description="What the document is: component facts.")] = "pack"
    game: str
    name: Annotated[str, Meta(description="Name of the pack.", examples=["our-copy"])]
    made_up: Annotated[
        bool, Meta(description="True if the figures are invented and not those of the published game.")
    ] = False
    about: Annotated[
        str | None, Meta(description="Where the figures come from.", examples=["counted from our own copy"])
    ] = None


class Log(Document, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of one game. Each game adds `game`, `pack`, `moves` and `result`."""

    kind: Annotated[Literal["log"], Meta(description="What the document is: a log. It may be left out.")] = "log"
    event: Event = None
    players: Players = []
    readings: Annotated[dict[str, str], Meta(description="Chosen readings of disputed rules: slug and option.")] = {}

    if TYPE_CHECKING:

        @property
        def moves(self) -> list[Any]:
            """The entries, in order: each game has its own types of entry."""


class Sheet(Document, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A final table without moves, to be scored. Each game adds its own fields."""

    kind: Annotated[Literal["sheet"], Meta(description="What the document is: a final table.")]
    event: Event = None
    players: Players = []
    readings: Annotated[dict[str, str], Meta(description="Chosen readings of disputed rules: slug and option.")] = {}
    comment: Annotated[
        str | None, Meta(description="A remark by the scribe.", examples=["the tokens were counted twice"])
    ] = None
