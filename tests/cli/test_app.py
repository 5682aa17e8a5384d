"""The command line as a whole: help, version, unknown commands, completion."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from solit.cli.app import COMMANDS, build_command

from .conftest import SOLIT, Run


def test_help_of_the_whole(solit: Run) -> None:
    for option in ("-h", "--help"):
        done = solit(option)
        assert done.code == 0
        for name in COMMANDS:
            assert f"\n  {name} " in done.out.decode()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(solit: Run, name: str) -> None:
    done = solit(name, "-h")
    assert done.code == 0
    shown = examples(solit, name)
    assert shown
    for example in shown:
        assert f"solit {name}" in example
    parser = build_command(name)
    for parameter in parser.params:
        assert getattr(parameter, "help", None), f"{name}: {parameter.name} has no help"


SLOW = ("solve", "analyse", "study")
"""Commands that search: the options of their examples are checked, the examples are not run."""


def examples(solit: Run, name: str) -> list[str]:
    lines = solit(name, "-h").out.decode().splitlines()
    return [line.strip() for line in lines if line.startswith("  solit ")]


@pytest.mark.parametrize("name", COMMANDS)
def test_options_of_help_examples_exist(solit: Run, name: str) -> None:
    for example in examples(solit, name):
        for command in re.findall(r"(?:^|\| *)solit ([^|>]*)", example):
            words = command.split()
            known = {option for parameter in build_command(words[0]).params for option in parameter.opts}
            given = {word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)}
            assert given <= known, example


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in SLOW])
def test_help_examples_run(tmp_path: Path, solit: Run, won: dict[str, Any], name: str) -> None:
    """Every example on a help page runs, given a `games.jsonl`, a `games.txt`, deals and a score sheet."""
    line = json.dumps(won).encode() + b"\n"
    (tmp_path / "games.jsonl").write_bytes(line)
    (tmp_path / "games.jsonl.gz").write_bytes(gzip.compress(line))
    digits = solit("convert", "--to", "klondike-solver", given=solit("deal", "--seed", "1", "-o", "draw=1").out).out
    (tmp_path / "games.txt").write_bytes(digits)
    deal = {key: value for key, value in won.items() if key in ("solit", "variant", "options", "deck")}
    (tmp_path / "deals.jsonl").write_bytes(json.dumps(deal).encode() + b"\n")
    (tmp_path / "club.toml").write_text("[club]\ncard_home = 2\n")
    env = {**os.environ, "PATH": f"{SOLIT.parent}{os.pathsep}{os.environ['PATH']}"}
    for example in examples(solit, name):
        if any(f"solit {slow}" in example for slow in SLOW) or "--step" in example:  # --step asks for keys
            continue
        command = example.replace("| less", "| cat").replace("1..1000 ", "1..10 ")
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, capture_output=True)
        assert done.returncode == 0, (command, done.stderr)
        assert b"Traceback" not in done.stderr
        assert b"solit: " not in done.stderr


def test_no_arguments_show_the_help(solit: Run) -> None:
    done = solit()
    assert done.code == 2
    assert "deal" in done.err + done.out.decode()


def test_unknown_commands_and_options(solit: Run) -> None:
    done = solit("vaildate")
    assert (done.code, done.out) == (2, b"")
    assert "'validate'" in done.err
    assert solit("--nonsense").code == 2
    assert solit("deal", "--sed", "1").code == 2


def test_completion(solit: Run) -> None:
    def complete(*words: str) -> list[str]:
        env = {"_SOLIT_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
        return solit(env=env).out.decode().split()

    assert complete("solit", "de") == ["deal"]
    assert complete("solit", "deal", "--variant", "chi") == ["chinaman", "chinese"]
    assert complete("solit", "deal", "--variant", "chinese", "-o", "easy") == ["easy=false", "easy=true"]
    assert complete("solit", "score", "--sheet", "c") == ["cards"]
    assert complete("solit", "rules", "--explain", "column") == ["column-build"]
    # else the script is for whatever shell the tests were started from
    env = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "true"}
    script = solit("--show-completion", "bash", env=env).out.decode()
    assert "_SOLIT_COMPLETE" in script


def test_as_a_module(solit: Run) -> None:
    done = subprocess.run([sys.executable, "-m", "solit", "deal", "--seed", "1"], capture_output=True)
    assert done.stdout == solit("deal", "--seed", "1").out
    done = subprocess.run([sys.executable, "-m", "solit", "foo"], capture_output=True)
    assert done.returncode == 2
    assert done.stderr.startswith(b"Usage: solit ")


def test_a_fault_of_ours_is_told_on_its_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], games: list[dict[str, Any]]
) -> None:
    """Whatever goes wrong on one line, the next ones are done."""
    import solit.deals.records as judging
    from solit.cli.app import main

    judge, faults = judging.judge, [ZeroDivisionError("\x1b[31mno"), RecursionError("deep"), MemoryError()]

    def broken(obj: dict[str, Any], *rest: Any, **options: Any) -> Any:
        if "_bad" in obj:
            raise faults[obj["_bad"]]
        return judge(obj, *rest, **options)

    monkeypatch.setattr(judging, "judge", broken)
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # put back at the end
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    records = [games[0], *[{**games[0], "_bad": n} for n in range(3)], games[0]]
    try:
        for command in (["validate", "--summary"], ["validate", "-j", "2"], ["score"], ["show"], ["moves"]):
            with tempfile.NamedTemporaryFile("w") as file:
                file.write("\n".join(map(json.dumps, records)))
                file.flush()
                monkeypatch.setattr(sys, "argv", ["solit", *command, file.name])
                assert main() == 2
            told = capfd.readouterr()
            if command == ["show"]:
                assert told.out.count("won") == 2
                assert told.err.count("solit: line ") == 3
                assert "ZeroDivisionError: \\x1b[31mno (SOLIT_DEBUG=1" in told.err
                continue
            lines = [json.loads(line) for line in told.out.splitlines()]
            errors = [line["error"]["code"] if "error" in line else None for line in lines]
            assert errors == [None, "internal", "internal", "memory", None]
            assert "ZeroDivisionError: \\x1b[31mno (SOLIT_DEBUG=1" in lines[1]["error"]["message"]
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
