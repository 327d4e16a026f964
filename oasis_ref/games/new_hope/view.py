"""The table as it is drawn, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from oasis_ref.core.text import counted
from oasis_ref.games.base import Span, View
from oasis_ref.games.new_hope.cards import CLANS, EQUIPMENT, NUMBERS, is_mark
from oasis_ref.games.new_hope.catalogue import WORDS
from oasis_ref.games.new_hope.table import State
from oasis_ref.games.new_hope.worlds import shown

WIDTH = 80
SEAT_STYLES = ("seat-a", "seat-b", "seat-c", "seat-d")
CLAN_STYLES = {"explorers": "type-1", "scrappers": "type-2", "marauders": "type-3"}
PLURALS = {"compass": "Compasses", "shield": "Shields", "map": "Maps"}


def data_of(table: State) -> dict[str, Any]:
    """Return the table as plain data."""
    worlds = table.worlds
    turn = table.turn
    camps = {}
    for seat, camp in zip(table.seats, table.camps, strict=True):
        camps[seat] = sorted(card for card, number in camp.items() for _ in range(number))
    return {
        "phase": table.phase,
        "variant": table.variant,
        "rows": {seat: list(row) for seat, row in zip(table.seats, table.rows, strict=True)},
        "last": {seat: table.last_number(place) for place, seat in enumerate(table.seats)},
        "camps": camps,
        "hands": {
            seat: shown([world.hands[place] for world in worlds], table.sizes[place])
            for place, seat in enumerate(table.seats)
        },
        "hand_sizes": dict(zip(table.seats, table.sizes, strict=True)),
        "ruins": shown([world.ruins for world in worlds]),
        "centre_apart": table.centre_apart,
        "lair": ["?" if is_mark(card) else card for card in table.lair],
        "exploration_deck": table.deck_size,
        "exploration_top": _top(table.deck_order),
        "companion_deck": table.companion_size,
        "companion_top": _top(table.companion_order),
        "companion_discard": shown([world.discard for world in worlds]),
        "supply": {item: min(world.supply.get(item, 0) for world in worlds) for item in EQUIPMENT},
        "active": turn.by if table.phase == "play" else None,
        "main_due": table.phase == "play" and turn.main_due,
        "pending": [pending.action for pending in reversed(turn.stack)] if table.phase == "play" else [],
        "mission_done": turn.mission_done,
        "undrafted": list(table.undrafted),
        "last_turns": table.last_turns,
        "exhausted_by": None if table.exhausted_by is None else table.seats[table.exhausted_by],
        "arrival": None
        if table.arrival is None
        else {"seat": table.seats[table.arrival.seat], "card": table.arrival.card},
        "water": None if table.water is None else table.water[0],
        "worlds": len(worlds),
    }


def _top(order: Sequence[str] | None) -> str | None:
    return order[-1] if order else None


def short(card: str) -> str:
    """Return a Travel card in short: ``9`` a Desert, ``9s`` a Step, ``0`` an Oasis."""
    kind, _, number = card.partition("-")
    if card in NUMBERS:
        return "0" if card == "oasis" else number + ("s" if kind == "step" else "")
    return {"compass": "C", "compass-step": "Cs", "shield": "Shield", "map": "Map"}.get(card, card)


def view_of(table: State) -> View:
    """Return the table as lines to draw and as data."""
    data = data_of(table)
    lines: list[list[Span]] = [[(_head(table), "heading")]]
    if table.phase != "setup":
        lines += _centre(table, data)
        for place, seat in enumerate(table.seats):
            lines += _scout(table, data, place, seat)
        lines.append([("9 Desert  9s Step  0 Oasis  C Compass  ? not known", "muted")])
    return View(lines, data)


def _head(table: State) -> str:
    turn = table.turn
    if table.phase == "setup":
        return "Nothing is set up yet"
    if table.phase == "draft":
        return f"Draft: {' then '.join(seat[:12] for seat in table.undrafted)}"[:WIDTH]
    if table.phase == "over":
        if table.arrival is not None:
            return f"{table.seats[table.arrival.seat][:20]} has reached the Oasis"
        return "The last turns are over"
    due = ", then ".join(WORDS.get(pending.action, "?") for pending in reversed(turn.stack)) or "mission or end of turn"
    last = "" if table.last_turns is None else f"  (last turns left: {table.last_turns})"
    return f"Turn of {turn.by[:16]}: {due}{last}"[:WIDTH]


def _centre(table: State, data: dict[str, Any]) -> list[list[Span]]:
    supply = ", ".join(counted(left, item.capitalize(), PLURALS[item]) for item, left in data["supply"].items())
    apart = "  (an Oasis lies apart)" if table.centre_apart else ""
    lines: list[list[Span]] = []
    lines += _wrapped("Lair   ", [(card, _style(table, card)) for card in data["lair"]])
    lines += _wrapped("Ruins  ", [(short(card), _style(table, card)) for card in data["ruins"]])
    lines.append([(f"Supply {supply}{apart}"[:WIDTH], "")])
    decks = f"Decks  Exploration {data['exploration_deck']}, Companions {data['companion_deck']}"
    lines.append([(f"{decks}, discard {len(data['companion_discard'])}"[:WIDTH], "")])
    return lines


def _style(table: State, card: str) -> str:
    if card == "?":
        return "unknown"
    if card in NUMBERS:
        return "accent" if card.startswith(("step", "oasis")) else ""
    return CLAN_STYLES.get(table.clan(card), "") if card in table.companions else "good"


def _wrapped(label: str, spans: Iterable[Span]) -> list[list[Span]]:
    """Return the pieces one after the other, on as many lines as they need."""
    lines: list[list[Span]] = [[(label, "")]]
    used = len(label)
    for piece, style in spans:
        text = piece if len(piece) <= WIDTH - len(label) - 1 else piece[: WIDTH - len(label) - 2] + "…"
        if used + len(text) + 1 > WIDTH:
            lines.append([(" " * len(label), "")])
            used = len(label)
        lines[-1] += [(text, style), (" ", "")]
        used += len(text) + 1
    return lines


def _scout(table: State, data: dict[str, Any], place: int, seat: str) -> list[list[Span]]:
    active = table.phase == "play" and table.turn.seat == place
    name = seat if len(seat) <= 24 else seat[:23] + "…"
    style = SEAT_STYLES[place % len(SEAT_STYLES)]
    head = f"at {data['last'][seat]}, {data['hand_sizes'][seat]} in hand"
    lines: list[list[Span]] = [[("> " if active else "  ", "accent"), (name, style), (f"  {head}", "")]]
    lines += _wrapped(
        "    row  ", [("13", "muted"), *((short(card), _style(table, card)) for card in data["rows"][seat])]
    )
    camp = [card for clan in (*CLANS, "none", "unknown") for card in data["camps"][seat] if table.clan(card) == clan]
    if camp:
        lines += _wrapped("    camp ", [(card, _style(table, card)) for card in camp])
    lines += _wrapped("    hand ", [(short(card), _style(table, card)) for card in data["hands"][seat]])
    return lines
