"""Solves the oracle decks and compares the verdicts; CPU times and states, klondike beside its peer's column.

    python tests/bench/solve.py VARIANT [--options all] [--timeout 60] [--memory 2000] [--first N] [--out FILE]

Needs `SOLIT_ORACLES`. Every win is replayed by the referee. Prints one JSON summary an option set; exits 1 on a
contradiction.
"""

import argparse
import json
import os
import resource
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from solit.engine import parse_record
from solit.engine.search.solver import solve


def solve_line(line: dict[str, Any], args: argparse.Namespace) -> dict[str, Any]:
    """One deck's verdict with CPU milliseconds."""
    record = parse_record({key: value for key, value in line.items() if key != "moves"})
    begun = time.process_time()
    answer = solve(record.game, record.first_state(), timeout=args.timeout or None, memory=args.memory)
    cpu = 1000 * (time.process_time() - begun)
    return {"cpu_ms": cpu, "verdict": answer.verdict, "nodes": answer.nodes, "limit": answer.limit}


def summary(rows: list[dict[str, Any]], options: str) -> dict[str, Any]:
    """The figures of one option set."""
    cpu = sorted(row["cpu_ms"] for row in rows)
    told: dict[str, Any] = {"options": json.loads(options), "decks": len(rows)}
    for verdict in ("won", "unwinnable", "unknown"):
        told[verdict] = sum(row["verdict"] == verdict for row in rows)
    told["contradictions"] = sum(row["wrong"] for row in rows)
    told |= {
        "total_s": sum(cpu) / 1000,
        "mean_ms": statistics.mean(cpu),
        "median_ms": statistics.median(cpu),
        "p99_ms": cpu[int(0.99 * (len(cpu) - 1))],
        "max_ms": cpu[-1],
        "nodes": sum(row["nodes"] for row in rows),
    }
    if "peer_ms" in rows[0]:
        worst = sorted(rows, key=lambda row: row["peer_ms"])
        told["peer_total_s"] = sum(row["peer_ms"] for row in rows) / 1000
        told["total_s_without_peers_worst_3"] = sum(row["cpu_ms"] for row in worst[:-3]) / 1000
        told["peer_total_s_without_its_worst_3"] = sum(row["peer_ms"] for row in worst[:-3]) / 1000
        told["peer_median_ms"] = statistics.median(row["peer_ms"] for row in rows)
        told["peer_visits"] = sum(row["peer_visits"] for row in rows)
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in told.items()}


def main() -> int:
    """Run over one oracle file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=("klondike", "chinaman", "chinese", "suspense"))
    parser.add_argument("--options", default="default", help="default, all, or a JSON object")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--memory", type=int, default=2000)
    parser.add_argument("--first", type=int, default=10**9, help="decks of each option set")
    parser.add_argument("--out", type=Path, help="one JSON line a deck")
    args = parser.parse_args()
    folder = os.environ.get("SOLIT_ORACLES")
    if not folder:
        parser.error("SOLIT_ORACLES is not set")
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    out = args.out.open("w") if args.out else None
    for text in (Path(folder) / f"{args.variant}.jsonl").read_text().splitlines():
        line = json.loads(text)
        options = json.dumps(line.get("options", {}), sort_keys=True)
        default = args.options == "default" and (args.variant == "klondike" or options == "{}")
        if not default and args.options not in ("all", options):
            continue
        if len(rows[options]) >= args.first:
            continue
        row = solve_line(line, args)
        row["wrong"] = {row["verdict"], line["_verdict"]} == {"won", "unwinnable"}
        if "_peer_cpu_ms" in line:
            row |= {"peer_ms": line["_peer_cpu_ms"], "peer_visits": line["_peer_visits"]}
        rows[options].append(row)
        if out:
            told = {"deck": line["deck"], "options": line.get("options", {}), "oracle": line["_verdict"], **row}
            out.write(json.dumps(told) + "\n")
            out.flush()
    for options, found in rows.items():
        print(json.dumps(summary(found, options)), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"peak_mib": round(peak)}))
    return int(any(row["wrong"] for found in rows.values() for row in found))


if __name__ == "__main__":
    sys.exit(main())
