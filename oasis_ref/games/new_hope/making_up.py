"""What a pack leaves open of the Companions, made up as the sample pack has it, so that a game can be made up."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from pathlib import Path

import msgspec
from msgspec.structs import replace

from oasis_ref.games.new_hope.cards import BASE_TOTAL, SPECIALIST_TOTAL, UNKNOWN, banner, is_specialist
from oasis_ref.games.new_hope.definitions import MOST_SPECIALISTS, fault, filled
from oasis_ref.games.new_hope.moves import Companion, Pack
from oasis_ref.games.simulating import NoGame


def sample_pack() -> Pack:
    """Return the sample pack."""
    return msgspec.json.decode((Path(__file__).parent / "packs" / "sample.json").read_bytes(), type=Pack)


def companions_for(pack: Pack, variant: str) -> tuple[list[Companion], bool]:
    """Return the Companions of a game, and whether something about them had to be made up.

    Raises NoGame if nothing that could be made up fits what the pack tells of them.
    """
    people: list[Companion] = []
    made_up = False
    for special, total in ((False, BASE_TOTAL), (True, SPECIALIST_TOTAL)):
        if special and variant != "specialists":
            continue
        known = [one for one in pack.companions if is_specialist(one) is special]
        if all(_whole(one) for one in known) and sum(int(one.copies) for one in known) == total:
            people += known
        else:
            people += _completed(known, special, total)
            made_up = True
    return people, made_up


def _whole(one: Companion) -> bool:
    return isinstance(one.copies, int) and UNKNOWN not in (one.clan, one.highlighted, *banner(one))


def _completed(known: list[Companion], special: bool, total: int) -> list[Companion]:
    """Return the Companions of one kind, those of the sample pack added, in as many copies as there are."""
    samples = {one.id: one for one in sample_pack().companions if is_specialist(one) is special}
    members = {**samples, **{one.id: one if _whole(one) else _made_up(one, samples) for one in known}}
    told = {one.id: one.copies for one in known}
    copies = {name: int(one.copies) for name, one in members.items()}
    for name in reversed(copies):
        least = int(told[name] if isinstance(told.get(name), int) else name in told or special)
        copies[name] -= min(copies[name] - least, max(0, sum(copies.values()) - total))
    open_ones = [name for name in copies if copies[name] and not isinstance(told.get(name), int)]
    for name in cycle(open_ones):
        if sum(copies.values()) >= total or (special and min(copies[one] for one in open_ones) >= MOST_SPECIALISTS):
            break
        copies[name] += 1
    if sum(copies.values()) != total:
        what = "Specialists" if special else "base Companions"
        raise NoGame(f"its {what} cannot be made {total}")
    return [replace(members[name], copies=number) for name, number in copies.items() if number]


def _made_up(one: Companion, samples: Mapping[str, Companion]) -> Companion:
    """Return a Companion with what is unknown of it taken from one of the sample pack that it may be like."""
    alike = sorted(samples.values(), key=lambda other: other.id != one.id)
    for other in alike:
        whole = filled(replace(other, id=one.id, name=one.name, set=one.set), one)
        if not fault(whole, "as-printed"):
            return whole
    raise NoGame(f"what it tells of {one.id} fits no Companion that could be made up")
