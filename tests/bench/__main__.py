"""`make bench`: everything is measured in interleaved rounds of one run, and told as ratios of the minima."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from oasis_ref import adjudicate, read_log
from oasis_ref.games import GAMES, game
from oasis_ref.games.base import Game
from oasis_ref.record.verdict import Verdict
from oasis_ref.record.writing import write_log
from oasis_ref.report.text import text_report

Work = Callable[[], object]
"""One game judged, read or replayed, or one program started."""

ROUNDS = 15
LOGS = 10
WANTED = {"desperate-oasis": 3.0, "new-hope": 2.5, "oasis": 2.0, "new-life": 2.0}
WANTED_OF_POKERKIT = 15.0


def main() -> None:
    """Measure and print everything."""
    from tests.bench.peers import pgn_games, phh_hands, read_pgn, replay_phh

    pgn, moves = pgn_games()
    phh, actions = phh_hands()
    work: dict[str, tuple[list[Work], int]] = {
        "python-chess read_game": ([read_pgn(game) for game in pgn], moves),
        "PokerKit replay": ([replay_phh(hand) for hand in phh], actions),
    }
    logs = {slug: simulated(game(slug)) for slug in GAMES}
    for slug, texts in logs.items():
        work[slug] = ([judging(text) for text in texts], sum(count_of(text) for text in texts))
    best, worst = interleaved({name: games for name, (games, _) in work.items()})
    print(f"entries, moves or actions per second: best of {ROUNDS} interleaved rounds\n")
    each = {name: best[name] / count for name, (_, count) in work.items()}
    for name in work:
        noise = worst[name] / best[name]
        print(
            f"  {name:24} {1 / each[name]:>10,.0f} /s   {each[name] * 1e6:7.2f} us each   (slowest round {noise:.2f} x)"
        )
    print("\nratios of the minima")
    for slug in logs:
        ratio = each["python-chess read_game"] / each[slug]
        print(f"  {slug:24} {ratio:6.2f} x python-chess (wanted {WANTED.get(slug, 2.0)})", end="")
        print(f"   {each['PokerKit replay'] / each[slug]:6.1f} x PokerKit", end="")
        print(f" (wanted {WANTED_OF_POKERKIT:.0f})" if slug == "desperate-oasis" else "")
    reports(logs["desperate-oasis"])
    many_games(logs["desperate-oasis"])
    starting_up(logs["desperate-oasis"][0])


def simulated(of: Game) -> list[bytes]:
    """Return logs of random games with everything recorded."""
    name = "sample" if "sample" in of.packs else next(iter(of.packs))
    texts = []
    for seed in range(LOGS):
        document = of.simulate(seed, max(2, of.least_players), pack_named(of, name), {}, {})
        texts.append(write_log(msgspec.convert(document, of.log)))
    return texts


def count_of(text: bytes) -> int:
    """Return the number of entries of a log."""
    return len(adjudicate(read_log(text)).entries)


def pack_named(of: Game, name: str) -> object:
    """Return a pack that comes with a game."""
    return msgspec.json.decode(of.packs[name].read_bytes(), type=of.pack)


def judging(text: bytes) -> Work:
    """Return the measured work: from the bytes of a log to its verdict, with trail and tally, without text."""
    return lambda: adjudicate(read_log(text))


def interleaved(work: Mapping[str, Sequence[Work]]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the quickest and the slowest time of each piece of work, in seconds: the sums over its games.

    Every game is timed by itself, so that a machine that does something else now and then spoils few of them.
    """
    best = {name: [float("inf")] * len(games) for name, games in work.items()}
    worst = {name: [0.0] * len(games) for name, games in work.items()}
    for _ in range(ROUNDS):
        for name, games in work.items():
            for place, function in enumerate(games):
                start = time.perf_counter()
                function()
                taken = time.perf_counter() - start
                best[name][place] = min(best[name][place], taken)
                worst[name][place] = max(worst[name][place], taken)
    return {name: sum(times) for name, times in best.items()}, {name: sum(times) for name, times in worst.items()}


def reports(texts: list[bytes]) -> None:
    """Compare writing text reports with judging."""
    of = game("desperate-oasis")
    verdicts = [adjudicate(read_log(text)) for text in texts]
    best, _ = interleaved(
        {"judge": [judging(text) for text in texts], "write": [writing(verdict, of) for verdict in verdicts]}
    )
    print(f"\na text report takes {best['write'] / best['judge']:.2f} x as long as judging (wanted at most 1)")


def writing(verdict: Verdict, of: Game) -> Work:
    """Return the measured work of writing a text report."""
    return lambda: text_report(verdict, of)


def many_games(texts: list[bytes]) -> None:
    """Compare a file of 2,000 games with one of 20: time for each game, and memory."""
    lines = [msgspec.json.format(text, indent=-1) for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        taken, memory = {}, {}
        for count in (20, 2000):
            path = Path(folder) / f"{count}.jsonl"
            path.write_bytes(b"".join(lines[place % len(lines)] + b"\n" for place in range(count)))
            taken[count], memory[count] = run_many(path)
    per_game = {count: seconds / count * 1e3 for count, seconds in taken.items()}
    print(f"\n2,000 games in one file: {per_game[2000]:.2f} ms a game, of 20 games {per_game[20]:.2f} ms", end="")
    print(f" ({per_game[2000] / per_game[20]:.2f} x, wanted at most 1.1)")
    print(f"  memory {memory[2000]} MB, for 20 games {memory[20]} MB (wanted under 150, and flat)")


MEASURE = """
import pathlib, sys, time
from oasis_ref.cli import main
sys.argv = ["oasis-ref", "adjudicate", "-q", sys.argv[1]]
start = time.perf_counter()
try:
    main()
except SystemExit:
    pass
taken = time.perf_counter() - start
status = pathlib.Path("/proc/self/status").read_text()
print(taken, int(status.split("VmHWM:")[1].split()[0]) // 1024, file=sys.stderr)
"""


def run_many(path: Path) -> tuple[float, int]:
    """Return how long judging a file takes, in seconds, and the most memory it takes, in MB (as Linux tells it)."""
    done = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True)
    seconds, megabytes = done.stderr.split()[-2:]
    return float(seconds), int(megabytes)


def starting_up(text: bytes) -> None:
    """Compare the start of the program with importing what it cannot do without."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.json"
        path.write_bytes(text)
        commands = {
            "click": ["-c", "import click"],
            "click, msgspec": ["-c", "import click, msgspec"],
            "--help": ["-m", "oasis_ref", "--help"],
            "--version": ["-m", "oasis_ref", "--version"],
            "a verdict": ["-m", "oasis_ref", "adjudicate", "--format", "json", str(path)],
        }
        best, _ = interleaved({name: [starter(arguments)] for name, arguments in commands.items()})
        own = min(own_work(path) for _ in range(ROUNDS))
    print("\nstarting up, as ratios")
    for name in ("--help", "--version"):
        print(f"  {name:10} {best[name] / best['click']:.2f} x importing click (wanted at most 1.3)")
    verdict = (best["a verdict"] - own) / best["click, msgspec"]
    print(f"  a verdict  {verdict:.2f} x importing click and msgspec, without its own work (wanted at most 1.6)")


OWN_WORK = """
import sys, time
from pathlib import Path
from oasis_ref.games import game
from oasis_ref.record.reading import read_log
from oasis_ref.record.writing import write_verdict
from oasis_ref.referee.adjudication import adjudicate
game("desperate-oasis")
start = time.perf_counter()
write_verdict(adjudicate(read_log(Path(sys.argv[1]))))
print(time.perf_counter() - start)
"""


def own_work(path: Path) -> float:
    """Return how long a fresh interpreter takes to read, judge and write one log, in seconds, without any import."""
    done = subprocess.run([sys.executable, "-c", OWN_WORK, str(path)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def starter(arguments: list[str]) -> Work:
    """Return the work of starting a fresh interpreter with these arguments."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment, check=False)


if __name__ == "__main__":
    main()
