"""Measures the pipeline: deals, validation, scores, start-up, memory; each beside what one would otherwise take.

    python tests/bench/pipeline.py [--games 100000] [--lines 10000000] [--only deal,validate,...]

Needs `SOLIT_ORACLES` (recorded games) for validation; pysol_cards and python-chess, where installed, are measured in
the same run. Prints one JSON object a measurement: medians of `--repeat` runs, CPU seconds of the child unless it says
wall.
"""

import argparse
import json
import os
import platform
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SOLIT = str(Path(sys.executable).with_name("solit"))
EMPTY_APP = "import typer\napp = typer.Typer()\n@app.command()\ndef main() -> None: ...\napp()\n"


def tell(name: str, **figures: Any) -> None:
    """One measurement as a JSON line."""
    rounded = {key: round(value, 4) if isinstance(value, float) else value for key, value in figures.items()}
    print(json.dumps({"bench": name, **rounded}), flush=True)


def child(args: list[str], stdin: Path | None = None) -> tuple[float, float, int]:
    """Wall seconds, CPU seconds and peak KiB of a command whose output goes nowhere."""
    with open(stdin or os.devnull, "rb") as given, open(os.devnull, "wb") as nowhere:
        begun = time.perf_counter()
        process = subprocess.Popen(args, stdin=given, stdout=nowhere)
        _pid, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(args)} failed with {os.waitstatus_to_exitcode(status)}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss


def bench_deal(args: argparse.Namespace) -> None:
    """A million deals, beside pysol_cards' shuffles."""
    walls = [child([SOLIT, "deal", "--seeds", "1..1000000"])[0] for _ in range(args.repeat)]
    tell("deal", records=1_000_000, wall_s=statistics.median(walls))
    try:
        from pysol_cards.cards import CardRenderer
        from pysol_cards.deal_game import Game
        from pysol_cards.random_base import RandomBase
    except ImportError:
        return
    renderer = CardRenderer(True)
    begun = time.process_time()
    for seed in range(33000, 35000):
        Game("klondike", seed, RandomBase.DEALS_PYSOLFC).calc_layout_string(renderer)
    per_second = 2000 / (time.process_time() - begun)
    tell("deal, pysol_cards", records_per_s=per_second, ratio=1_000_000 / statistics.median(walls) / per_second)


def bench_shuffles(args: argparse.Namespace) -> None:
    """Deals a second by every shuffle, from Python and by the command; validate with its source beside deck alone."""
    from solit.deals import shuffles

    count = 100_000
    for name, known in shuffles.SHUFFLES.items():
        first = max(known.low, 40_000)
        variant = (known.variants or ("klondike",))[0]
        alone, many, command, checked, bare = [], [], [], [], []
        with tempfile.TemporaryDirectory() as folder:
            given, stripped = Path(folder) / "deals.jsonl", Path(folder) / "decks.jsonl"
            deal = [SOLIT, "deal", "--shuffle", name, "--seeds", f"{first}..{first + count - 1}"]
            lines = subprocess.run(deal, capture_output=True, check=True).stdout
            given.write_bytes(lines)
            stripped.write_bytes(re.sub(rb',"source":"[^"]*"', b"", lines))
            for _ in range(max(3, args.repeat)):  # in turn, so that the machine's moods hit all alike
                begun = time.process_time()
                for seed in range(first, first + count):
                    shuffles.shuffle(name, seed, variant)
                alone.append(time.process_time() - begun)
                begun = time.process_time()
                for start in range(first, first + count, 250):
                    shuffles.decks(name, variant, start, 250)
                many.append(time.process_time() - begun)
                command.append(child(deal)[1])
                checked.append(child([SOLIT, "validate", str(given)])[1])
                bare.append(child([SOLIT, "validate", str(stripped)])[1])
        tell(
            "shuffle",
            shuffle=name,
            one_by_one_per_s=count / statistics.median(alone),
            decks_per_s=count / statistics.median(many),
            deal_command_per_s=count / statistics.median(command),
            validate_ratio=statistics.median(one / other for one, other in zip(checked, bare, strict=True)),
        )


def bench_startup(args: argparse.Namespace) -> None:
    """Each JSON command on one record, beside an empty Typer application."""
    deal = subprocess.run([SOLIT, "deal", "--seed", "1"], capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "deal.jsonl"
        given.write_bytes(deal)
        commands = {
            "empty Typer app": [sys.executable, "-c", EMPTY_APP],
            "deal --seed 1": [SOLIT, "deal", "--seed", "1"],
            **{name: [SOLIT, name, str(given)] for name in ("validate", "score", "moves", "solve", "analyse")},
        }
        walls: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(max(15, 3 * args.repeat)):  # side by side, so that the machine's moods hit all alike
            for name, command in commands.items():
                walls[name].append(child(command)[0])
        empty = statistics.median(walls["empty Typer app"])
        for name, taken in walls.items():
            tell(
                "startup", command=name, wall_ms=1000 * statistics.median(taken), ratio=statistics.median(taken) / empty
            )


def oracle_lines(name: str) -> list[bytes]:
    """The won records of an oracle file."""
    folder = os.environ.get("SOLIT_ORACLES")
    if not folder:
        raise SystemExit("SOLIT_ORACLES is not set: the folder with the recorded games")
    lines = (Path(folder) / f"{name}.jsonl").read_bytes().splitlines()
    return [line for line in lines if b'"moves"' in line]


def klondike_games(count: int) -> list[bytes]:
    """Seeded walks of legal klondike moves with times and take-backs."""
    from solit.engine import build_game, cards_text, deal, legal_moves, move_text, replay
    from solit.engine.rules import perform

    rng = random.Random(1)
    game = build_game("klondike", {})
    made = []
    for _ in range(count):
        deck = rng.sample(range(52), 52)
        start = state = deal(game, deck)
        moves: list[Any] = []
        times: list[int] = []
        now = 0
        for _ in range(120):
            now += rng.randint(100, 2400)
            legal = list(legal_moves(game, state))
            home = [move for move in legal if move.target == 30]
            moves.append(rng.choice(home) if home and rng.random() < 0.7 else rng.choice(legal))
            times.append(now)
            result = replay(game, start, moves, times)
            if result.error is None and not result.kept[-1].shows and rng.random() < 0.1:
                moves.append(replay_undo())
                times.append(now + 50)
                now += 50
                continue
            state = perform(game, state, moves[-1])[0]
        record = {
            "solit": 1,
            "variant": "klondike",
            "options": {},
            "deck": cards_text(deck),
            "moves": " ".join(move_text(move) for move in moves),
            "at_ms": times,
        }
        made.append(json.dumps(record).encode())
    return made


def replay_undo() -> Any:
    """The take-back."""
    from solit.engine.moves import UNDO

    return UNDO


def bench_validate(args: argparse.Namespace) -> None:
    """Moves a second of validate and score over many games, beside our own clauses and python-chess."""
    files = {name: oracle_lines(name) for name in ("chinaman", "chinese", "suspense")}
    files["klondike"] = klondike_games(200)
    for name, lines in files.items():
        copies = max(1, args.games // len(lines))
        entries = sum(len(json.loads(line)["moves"].split()) for line in lines) * copies
        with tempfile.TemporaryDirectory() as folder:
            given = Path(folder) / "games.jsonl"
            with given.open("wb") as out:
                for _ in range(copies):
                    out.write(b"\n".join(lines) + b"\n")
            for command in ("validate", "score"):
                cpu = statistics.median(child([SOLIT, command, str(given)])[1] for _ in range(args.repeat))
                figures = {"games": copies * len(lines), "moves": entries, "cpu_s": cpu, "moves_per_s": entries / cpu}
                tell(command, variant=name, **figures)
        tell("clauses", variant=name, moves_per_s=slow_rate(lines[:60]))
    bench_chess()


def slow_rate(lines: list[bytes]) -> float:
    """Moves a second of a plain Python loop over our own clauses."""
    from solit.engine import parse_record, replay

    entries = 0
    begun = time.process_time()
    for line in lines:
        record = parse_record(json.loads(line))
        replay(record.game, record.first_state(), record.moves or [], record.at_ms)
        entries += len(record.moves or [])
    return entries / (time.process_time() - begun)


def bench_chess() -> None:
    """Moves a second of python-chess reading a game from PGN."""
    try:
        import io

        import chess
        import chess.pgn
    except ImportError:
        return
    rng = random.Random(1)
    board = chess.Board()
    game = chess.pgn.Game()
    node: Any = game
    for _ in range(120):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        board.push(move)
        node = node.add_variation(move)
    text = str(game)
    begun, read = time.process_time(), 0
    while time.process_time() - begun < 2:
        again = chess.pgn.read_game(io.StringIO(text))
        assert again is not None
        read += sum(1 for _ in again.mainline_moves())
    tell("python-chess, PGN", moves_per_s=read / (time.process_time() - begun))


def won_deals(count: int) -> list[dict[str, Any]]:
    """Seeded klondike deals (draw 3) with the moves of a win, and the source, the start and the moves as a list."""
    from solit.deals.records import deal_record
    from solit.engine import build_game, deal, position_text, solve

    game, seed = build_game("klondike"), 0
    made: list[dict[str, Any]] = []
    while len(made) < count:
        seed += 1
        obj, deck = deal_record("solit", seed, "klondike", {})
        answer = solve(game, deal(game, deck), timeout=None, nodes=20_000)
        if answer.verdict == "won":
            made.append({**obj, "start": position_text(game, deal(game, deck)), "moves": answer.moves})
    return made


def shapes_of(deal: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The same game in every shape of a record, and wrong near its end."""
    words = deal["moves"]
    head = {"solit": 1, "variant": "klondike", "options": {}}
    deck, source, moves = {"deck": deal["deck"]}, {"source": deal["source"]}, {"moves": " ".join(words)}
    wrong = {"moves": " ".join([*words[:-3], "t1-t2x9", *words[-3:]])}
    return {
        "deck as text": {**head, **deck, **moves},
        "deck and source": {**head, **deck, **source, **moves},
        "source only": {**head, **source, **moves},
        "deck as an array": {**head, "deck": deal["deck"].split(), **moves},
        "moves as an array": {**head, **deck, "moves": words},
        "start": {**head, "start": deal["start"], **moves},
        "with times": {**head, **deck, **moves, "at_ms": list(range(0, 500 * len(words), 500))},
        "illegal": {**head, **deck, **wrong},
        "illegal, from its source": {**head, **source, **wrong},
    }


def bench_shapes(args: argparse.Namespace) -> None:
    """CPU microseconds a line of validate for every shape of a record, and of moves --at, over a deck as text."""
    from solit.cli.commands.moves import moves_filter
    from solit.cli.commands.validate import validation_filter
    from solit.cli.lines.streams import InputLine

    lines: dict[str, list[InputLine]] = {}
    for number, deal in enumerate(won_deals(300), 1):
        for shape, obj in shapes_of(deal).items():
            lines.setdefault(shape, []).append(InputLine(number, "-", json.dumps(obj).encode()))
    validate = validation_filter(False, False, False)
    rows = {shape: (validate, some) for shape, some in lines.items()}
    for at in (None, 50, -50):
        rows["moves" if at is None else f"moves --at {at}"] = moves_filter(at), lines["deck as text"]
    taken: dict[str, list[float]] = {shape: [] for shape in rows}
    for _ in range(max(5, args.repeat)):  # in turn, so that the machine's moods hit all alike
        for shape, (filter_, some) in rows.items():
            begun = time.process_time()
            for line in some:
                filter_.line(line, False)
            taken[shape].append(1e6 * (time.process_time() - begun) / len(some))
    for shape, found in taken.items():
        ratio = statistics.median(a / b for a, b in zip(found, taken["deck as text"], strict=True))
        tell("shapes", shape=shape, cpu_us=statistics.median(found), ratio=ratio)


def bench_long(args: argparse.Namespace) -> None:
    """Memory and CPU of one record of a million draws whose last entry is wrong, and of one without that entry."""
    deal = {"solit": 1, "variant": "klondike", "options": {"draw": 1, "passes": 0}, "source": "solit:1"}
    with tempfile.TemporaryDirectory() as folder:
        empty, right, wrong = (Path(folder) / f"{name}.jsonl" for name in ("empty", "right", "wrong"))
        moves = ("d " * 24 + "r ") * 40_000
        empty.write_text(json.dumps({**deal, "moves": ""}) + "\n")
        right.write_text(json.dumps({**deal, "moves": moves}) + "\n")
        wrong.write_text(json.dumps({**deal, "moves": moves + "t1-t1"}) + "\n")
        for command in (["validate"], ["moves"], ["moves", "--at", "-2"], ["show"], ["convert"], ["score"]):
            least = child([SOLIT, *command[:1], str(empty)])
            for game, path in (("right", right), ("wrong", wrong)):
                _wall, cpu, peak = child([SOLIT, *command, str(path)])
                tell("long", command=" ".join(command), game=game, cpu_s=cpu - least[1], mib=(peak - least[2]) / 1024)


def bench_study(args: argparse.Namespace) -> None:
    """A seed of a klondike study over its search alone: CPU microseconds, medians over 300 seeds."""
    from solit.cli.studies.work import line_of
    from solit.deals.shuffles import shuffle
    from solit.engine import build_game, deal, solve
    from solit.engine.study import Plan

    for options in ({}, {"draw": 1}):
        plan = Plan("klondike", options, limits={"nodes": 20_000})
        game = build_game("klondike", options)
        alone, whole = [], []
        for seed in range(1, 301):
            state = deal(game, shuffle("solit", seed, "klondike"))
            times = [time.process_time()]
            solve(game, state, timeout=None, nodes=20_000)
            times.append(time.process_time())
            line_of(plan, seed)
            times.append(time.process_time())
            alone.append(1e6 * (times[1] - times[0]))
            whole.append(1e6 * (times[2] - times[1]))
        one, two = statistics.median(alone), statistics.median(whole)
        tell("study", options=options, solve_us=one, seed_us=two, ratio=two / one)


def bench_jobs(args: argparse.Namespace) -> None:
    """validate with one and two processes, wall seconds, beside two commands at once on half the games each."""
    lines = oracle_lines("chinaman")
    with tempfile.TemporaryDirectory() as folder:
        whole, half = Path(folder) / "games.jsonl", Path(folder) / "half.jsonl"
        half.write_bytes((b"\n".join(lines) + b"\n") * max(1, args.games // len(lines) // 2))
        whole.write_bytes(half.read_bytes() * 2)
        ones, twos, apart = [], [], []
        for _ in range(max(9, args.repeat)):  # in turn, so that the machine's moods hit all alike
            ones.append(child([SOLIT, "validate", str(whole)])[0])
            twos.append(child([SOLIT, "validate", "--jobs", "2", str(whole)])[0])
            apart.append(child_pair([SOLIT, "validate", str(half)]))
    one, two, ideal = (statistics.median(taken) for taken in (ones, twos, apart))
    ratio = statistics.median(first / second for first, second in zip(ones, twos, strict=True))
    tell("jobs", wall_1_s=one, wall_2_s=two, wall_apart_s=ideal, ratio=ratio, ratio_apart=one / ideal)


def child_pair(args: list[str]) -> float:
    """Wall seconds of two copies of a command at once."""
    begun = time.perf_counter()
    pair = [subprocess.Popen(args, stdout=subprocess.DEVNULL) for _ in range(2)]
    if any(process.wait() for process in pair):
        raise SystemExit(f"{' '.join(args)} failed")
    return time.perf_counter() - begun


def bench_memory(args: argparse.Namespace) -> None:
    """Peak memory of `deal | validate` over a long stream."""
    deal = subprocess.Popen([SOLIT, "deal", "--seeds", f"1..{args.lines}"], stdout=subprocess.PIPE)
    begun = time.perf_counter()
    with open(os.devnull, "wb") as nowhere:
        validate = subprocess.Popen([SOLIT, "validate"], stdin=deal.stdout, stdout=nowhere)
    _pid, _status, used = os.wait4(validate.pid, 0)
    deal.wait()
    tell("memory", lines=args.lines, validate_mib=used.ru_maxrss / 1024, wall_s=time.perf_counter() - begun)
    tell("memory", deal_mib=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)


BENCHES = {
    "deal": bench_deal,
    "shuffles": bench_shuffles,
    "startup": bench_startup,
    "validate": bench_validate,
    "shapes": bench_shapes,
    "long": bench_long,
    "study": bench_study,
    "jobs": bench_jobs,
    "memory": bench_memory,
}


def main() -> None:
    """Run the benchmarks asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default=",".join(BENCHES))
    args = parser.parse_args()
    tell("machine", python=platform.python_version(), cores=os.cpu_count(), load=os.getloadavg()[0])
    for name in args.only.split(","):
        BENCHES[name](args)


if __name__ == "__main__":
    main()
