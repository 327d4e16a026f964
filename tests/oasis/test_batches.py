"""Which hidden card can be which over several shuffles: checked against trying out every possibility."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from oasis_ref.games.oasis.batches import Batches

KINDS = ("x", "y", "z")


def groups(batches: Batches) -> set[tuple[int, ...]]:
    return set(batches.mates.values())


def by_trying(batches: Batches) -> bool:
    """Return whether any kinds for the missed cards leave no batch with more cards seen than it has."""
    choices = [sorted(kinds) if kinds is not None else KINDS for kinds in batches.missed_kinds]
    orders = [[dict(zip(mates, order, strict=True)) for order in permutations(mates)] for mates in groups(batches)]
    for kinds, mixed in product(product(*choices), product(*orders)):
        came_as = {missed: other for order in mixed for missed, other in order.items()}
        left = [Counter(counts) for counts in batches.left]
        for counts in left:
            counts.update(dict.fromkeys(KINDS, 0))
        for missed, kind in enumerate(kinds):
            left[batches.missed_from[came_as.get(missed, missed)]][kind] -= 1
            if batches.missed_in[missed] >= 0:
                left[batches.missed_in[missed]][kind] += 1
        if all(count >= 0 for counts in left for count in counts.values()):
            return True
    return False


@pytest.mark.parametrize("seed", range(40))
def test_what_is_possible_is_what_trying_everything_finds(seed: int) -> None:
    """Six real cards are drawn, read or missed, shuffled again; now and then something is claimed that may be false."""
    chance = Random(seed)
    batches = Batches(KINDS)
    deck = [(0, chance.choice(KINDS)) for _ in range(6)]
    batches.shuffle([kind for _, kind in deck])
    discards: list[tuple[str | int, str]] = []
    for _ in range(14):
        if not deck:
            number = batches.shuffle([card for card, _ in discards])
            deck, discards = [(number, kind) for _, kind in discards], []
            chance.shuffle(deck)
        batch, kind = deck.pop()
        for claim in KINDS:
            trial = batches.copy()
            trial.see(batch, claim)
            if len(batches.missed_from) < 7:
                assert batches.allows([(batch, claim)]) == by_trying(trial), (claim, batches.left)
        action = chance.random()
        if action < 0.45:
            assert batches.allows([(batch, kind)]), "what really came must be possible"
            batches.see(batch, kind)
            discards.append((kind, kind))
        else:
            missed = batches.miss(batch)
            discards.append((missed, kind))
            if action > 0.8 and len(batches.missed_from) < 7:
                kinds = {kind, chance.choice(KINDS)}
                assert batches.may_be({missed: kinds})
                batches.bind(missed, kinds)


@pytest.mark.parametrize("seed", range(40))
def test_of_cards_turned_up_together_it_stays_open_which_came_from_where(seed: int) -> None:
    """Two or three cards are turned up at once, some of them missed, and told apart by what is made of them."""
    chance = Random(seed)
    batches = Batches(KINDS)
    deck = [(0, chance.choice(KINDS)) for _ in range(7)]
    batches.shuffle([kind for _, kind in deck])
    discards: list[tuple[str | int, str]] = []
    while len(batches.missed_from) < 6:
        offer: list[tuple[int, str]] = []
        for _ in range(chance.choice((2, 3))):
            if not deck and discards:
                number = batches.shuffle([card for card, _ in discards])
                deck, discards = [(number, kind) for _, kind in discards], []
                chance.shuffle(deck)
            offer += [deck.pop()] if deck else []
        unread = []
        for batch, kind in offer:
            if chance.random() < 0.4:
                batches.see(batch, kind)
                discards.append((kind, kind))
            else:
                unread.append((batches.miss(batch), kind))
        batches.turned_together([missed for missed, _ in unread])
        kinds = [kind for _, kind in unread]
        chance.shuffle(kinds)
        for (missed, _), kind in zip(unread, kinds, strict=True):
            discards.append((missed, kind))
            for claim in KINDS:
                trial = batches.copy()
                trial.bind(missed, {claim})
                assert batches.may_be({missed: {claim}}) == by_trying(trial), (claim, batches.left)
            if chance.random() < 0.7:
                batches.bind(missed, {kind, chance.choice(KINDS)} if chance.random() < 0.3 else {kind})
        for batch in {batch for batch, _ in deck}:
            for claim in KINDS:
                trial = batches.copy()
                trial.see(batch, claim)
                assert batches.allows([(batch, claim)]) == by_trying(trial), (batch, claim, batches.left)


def test_one_of_two_cards_is_known_for_sure() -> None:
    batches = Batches(KINDS)
    batches.shuffle(["x", "y", "z"])
    batches.see(0, "z")
    first, second = batches.miss(0), batches.miss(0)
    assert batches.surely([first]) is None
    assert batches.surely([first, second]) == "x"
    batches.bind(first, {"x"})
    assert batches.surely([second]) == "y"


def test_two_cards_at_once() -> None:
    batches = Batches(KINDS)
    batches.shuffle(["x", "y"])
    assert batches.allows([(0, "x"), (0, "y")])
    assert not batches.allows([(0, "x"), (0, "x")])
    assert not batches.allows([(0, "w")])


def test_the_last_card_is_known() -> None:
    batches = Batches(KINDS)
    batches.shuffle(["x", "y", "z"])
    batches.see(0, "x")
    batches.see(0, "z")
    assert batches.options(batches.miss(0)) == ["y"]


def test_a_missed_card_can_come_up_again_only_once() -> None:
    batches = Batches(KINDS)
    batches.shuffle(["x", "y"])
    missed = batches.miss(0)
    batches.see(0, "x")
    later = batches.shuffle([missed, "x"])
    assert batches.allows([(later, "y")])
    batches.see(later, "y")
    assert not batches.allows([(later, "y")])
    assert batches.options(missed) == ["y"]


def test_very_many_missed_cards_prove_nothing_and_take_no_time() -> None:
    batches = Batches(KINDS)
    batches.shuffle(["x"] * 300)
    for _ in range(250):
        batches.miss(0)
    assert batches.allows([(0, "y")])
