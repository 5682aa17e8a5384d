"""Lines in, lines out: files, ends of lines, gzip, long lines, pipes, full disks, Ctrl-C."""

import gzip
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solit.cli.lines import streams
from solit.cli.lines.filter import worse
from solit.engine.errors import RecordError

from ..conftest import SOLIT, Run, all_that_is_shown

DEAL = b'{"solit":1,"variant":"klondike","source":"solit:1"}'


def test_lines_of_any_cut() -> None:
    whole = b"one\n\ntwo\r\nthree"
    for size in range(1, len(whole) + 1):
        pieces = [whole[n : n + size] for n in range(0, len(whole), size)]
        made = [data for data in streams.whole_lines(pieces) if data is not None]
        assert b"\n".join(made) == whole
        assert [line for data in made for line in data.split(b"\n")] == [b"one", b"", b"two\r", b"three"]
    assert list(streams.whole_lines([])) == []
    assert list(streams.whole_lines([b"\n"])) == [b""]


def test_a_long_line_is_read_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_LINE", 10)
    whole = b"a" * 10 + b"\n" + b"b" * 11 + b"\n" + b"c\n" + b"d" * 30
    for size in range(1, 8):  # a real piece is shorter than the longest line
        pieces = [whole[n : n + size] for n in range(0, len(whole), size)]
        made: list[bytes | None] = []
        for data in streams.whole_lines(pieces):
            made += [None] if data is None else data.split(b"\n")
        assert made == [b"a" * 10, None, b"c", None]


def ignore(descriptor: int) -> None:
    """Nothing is to be done before a read."""


def read(tmp_path: Path, data: bytes) -> list[streams.InputLine]:
    path = tmp_path / "in"
    path.write_bytes(data)
    faults: list[str] = []
    lines = list(streams.read_lines([str(path)], ignore, faults.append))
    assert not faults
    return lines


def test_blank_lines_are_counted_and_a_bom_is_skipped(tmp_path: Path) -> None:
    lines = read(tmp_path, b"\xef\xbb\xbf{}\r\n\r\n \t\n[1]\n\xef\xbb\xbf{}")
    assert [(line.number, line.data) for line in lines] == [(1, b"{}\r"), (4, b"[1]"), (5, b"\xef\xbb\xbf{}")]


def test_gzip_of_several_members_and_padding(tmp_path: Path) -> None:
    data = gzip.compress(b"{}\n[") + gzip.compress(b"1]\n") + b"\0" * 100
    assert [line.data for line in read(tmp_path, data)] == [b"{}", b"[1]"]
    assert [line.data for line in read(tmp_path, gzip.compress(b""))] == []


def test_exit_codes_keep_the_worst() -> None:
    order = [0, 1, 3, 2, 130]
    for n, one in enumerate(order):
        for m, other in enumerate(order):
            assert worse(one, other) == order[max(n, m)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"18446744073709551615", None),
        (b"18446744073709551616", "integer-range"),
        (b"-9223372036854775808", None),
        (b"-9223372036854775809", "integer-range"),
        (b'{"_a":[{"b":99999999999999999999999999}]}', "integer-range"),
        (b'{"_a":"99999999999999999999999999"}', None),
        (b'{"_a":"\\"99999999999999999999999999"}', None),
        (b'{"_a\\\\":99999999999999999999999999}', "integer-range"),
        (b"99999999999999999999999999.5", None),
        (b"99999999999999999999999999e3", None),
        (b"0.99999999999999999999999999", None),
        (b"1e-99999999999999999999", None),
        (b"NaN", "json"),
        (b"Infinity", "json"),
        (b"1e999", "json"),
        (b'{"a":1}{"b":2}', "json"),
        (b'"\xff\xfe"', "json"),
        (b'{"a":"\\ud800"}', "json"),
        (b'{"a":\0}', "json"),
        (b"\0\0\0", "json"),
        (b"[" * 100_000, "json"),
        (b"", "json"),
        (None, "line-too-long"),
    ],
)
def test_values_that_json_can_carry(text: bytes | None, code: str | None) -> None:
    if code is None:
        streams.decode(text)
        return
    with pytest.raises(RecordError) as caught:
        streams.decode(text)
    assert caught.value.code == code


def test_of_doubled_keys_the_last_counts() -> None:
    assert streams.decode(b'{"a":1,"a":2}') == {"a": 2}


@pytest.mark.parametrize("depth", [10, 253, 254, 255, 300, 1000])
def test_what_is_read_is_written(depth: int) -> None:
    data = b'{"_deep":' + b"[" * depth + b"]" * depth + b',"_text":"\xe2\x99\xa5 \\n"}\n'
    assert streams.encode(streams.decode(data)) == data


def test_crlf_bom_blank_lines_and_no_last_line_end(solit: Run) -> None:
    done = solit("validate", given=b"\xef\xbb\xbf" + DEAL + b"\r\n\r\n   \n{]\n" + DEAL)
    assert done.code == 2
    assert [line.get("error", {}).get("line") for line in done.lines] == [None, 4, None]


def test_files_stdin_and_gzip(solit: Run, tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    plain.write_bytes(DEAL + b"\n{\n")
    packed.write_bytes(gzip.compress(b"\n" + DEAL + b"\n[]\n"))
    done = solit("validate", str(plain), "-", str(packed), given=DEAL + b"\n\n\n7\n")
    assert done.code == 2
    errors = [line["error"] for line in done.lines if "error" in line]
    assert [(error["file"], error["line"], error["code"]) for error in errors] == [
        (str(plain), 2, "json"),
        ("-", 4, "not-an-object"),
        (str(packed), 3, "not-an-object"),
    ]
    (error,) = [line["error"] for line in solit("validate", str(plain)).lines if "error" in line]
    assert "file" not in error


def test_files_that_cannot_be_read(solit: Run, tmp_path: Path) -> None:
    good, cut, broken = tmp_path / "good", tmp_path / "cut.gz", tmp_path / "broken.gz"
    good.write_bytes(DEAL)
    cut.write_bytes(gzip.compress(DEAL)[:-9])
    broken.write_bytes(b"\x1f\x8bnot gzip at all")
    paths = [str(tmp_path / "none"), str(tmp_path), str(cut), str(broken), str(good)]
    done = solit("validate", *paths)
    assert done.code == 2
    assert len(done.lines) == 1  # the next file follows
    told = done.err.splitlines()
    assert len(told) == 4
    assert all(line.startswith("solit: ") for line in told)
    assert "none: No such file or directory" in told[0]
    assert "Is a directory" in told[1]
    quiet = solit("validate", "-q", *paths)
    assert (quiet.code, quiet.err, quiet.out) == (2, "", done.out)


def test_empty_input(solit: Run) -> None:
    for command in ("validate", "score", "moves", "show"):
        assert solit(command) == (0, b"", "")
        assert solit(command, given="\n \n") == (0, b"", "")


def test_a_line_of_50_megabytes(solit: Run) -> None:
    long = b'{"_":"' + b"x" * 50_000_000 + b'"}'
    done = solit("validate", given=DEAL + b"\n" + long + b"\n" + DEAL)
    assert done.code == 2
    first, second, third = done.lines
    assert second == {"error": {"code": "line-too-long", "message": second["error"]["message"], "line": 2}}
    assert first == third


def test_a_line_of_16_megabytes_is_read(solit: Run) -> None:
    head, tail = b'{"solit":1,"variant":"klondike","source":"solit:1","_":"', b'"}'
    room = streams.MAX_LINE - len(head) - len(tail)
    assert solit("validate", given=head + b"x" * room + tail).code == 0
    assert solit("validate", given=head + b"x" * (room + 1) + tail).code == 2


@pytest.fixture
def slow() -> Iterator[subprocess.Popen[bytes]]:
    """`solit validate` between two pipes."""
    with subprocess.Popen(
        [SOLIT, "validate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as it:
        yield it
        it.kill()


def test_an_answer_comes_as_soon_as_it_is_known(slow: subprocess.Popen[bytes]) -> None:
    assert slow.stdin is not None
    assert slow.stdout is not None
    for _ in range(3):
        slow.stdin.write(DEAL + b"\n")
        slow.stdin.flush()
        assert json.loads(slow.stdout.readline())["validation"]["valid"] is True


def test_ctrl_c_leaves_whole_lines(slow: subprocess.Popen[bytes]) -> None:
    assert slow.stdin is not None
    assert slow.stdout is not None
    assert slow.stderr is not None
    slow.stdin.write(DEAL + b"\n" + DEAL)
    slow.stdin.flush()
    first = slow.stdout.readline()
    slow.send_signal(signal.SIGINT)
    assert slow.wait(20) == 130
    rest = slow.stdout.read()
    assert first.endswith(b"\n")
    assert rest == b""
    assert slow.stderr.read() == b""


def test_ctrl_c_while_much_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for wait in (0.0, 0.01, 0.05, 0.2):
        with path.open("wb") as file:
            deal = subprocess.Popen([SOLIT, "deal", "--seeds", "1..100000000"], stdout=file, stderr=subprocess.PIPE)
            while not path.stat().st_size:
                time.sleep(0.001)
            time.sleep(wait)
            deal.send_signal(signal.SIGINT)
            _, err = deal.communicate(timeout=20)
        assert (deal.returncode, err) == (130, b"")
        assert path.read_bytes().endswith(b"}\n")


def test_ctrl_c_into_a_stalled_pipe_leaves_whole_lines() -> None:
    with subprocess.Popen([SOLIT, "deal", "--seeds", "1..100000000"], stdout=subprocess.PIPE) as deal:
        assert deal.stdout is not None
        first = deal.stdout.readline()
        time.sleep(0.3)  # the pipe is full now
        deal.send_signal(signal.SIGINT)
        rest = deal.stdout.read()
        assert deal.wait(20) == 130
    assert all(json.loads(line)["solit"] == 1 for line in (first + rest).splitlines())
    assert rest.endswith(b"}\n")


@pytest.mark.parametrize(
    "command",
    [["deal", "--seeds", "1..1000000"], ["rules"], ["--help"], ["deal", "--help"], ["rules", "--schema"]],
)
def test_a_closed_pipe_is_quiet(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([SOLIT, *command], stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_head_closes_the_pipe_of_a_filter(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_bytes((DEAL + b"\n") * 5000)
    with subprocess.Popen([SOLIT, "validate", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as it:
        assert it.stdout is not None
        assert it.stderr is not None
        it.stdout.readline()
        it.stdout.close()
        assert it.stderr.read() == b""
        assert it.wait(60) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
@pytest.mark.parametrize(
    "command", [["deal"], ["validate"], ["show", "--seed", "1"], ["rules"], ["--help"], ["--version"], ["deal", "-h"]]
)
def test_a_full_disk_is_one_sentence(command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([SOLIT, *command], input=DEAL, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["solit: cannot write the output: No space left on device"]


def test_closed_standard_streams() -> None:
    def shell(text: str) -> tuple[int, bytes]:
        done = subprocess.run(["sh", "-c", text, "sh", SOLIT], stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stderr

    code, err = shell('"$1" validate <&-')
    assert (code, err.count(b"\n")) == (2, 1)
    code, err = shell('"$1" deal --seed 1 >&-')
    assert (code, err.count(b"\n")) == (2, 1)
    assert shell('"$1" validate /nowhere 2>&-') == (2, b"")
    # no pipe of a process takes the place of a closed stdout
    for text in ("validate -j 2", "solve --nodes 9 -j 2", "analyse --nodes 9 -j 2"):
        deals = '"$1" deal --seeds 1..9 | '
        assert shell(f'{deals}"$1" {text} >&-') == (2, b"solit: cannot write the output: Bad file descriptor\n")
    code, err = shell('"$1" study --seeds 1..9 --player simple -q -j 2 >&-')
    assert (code, err.count(b"\n")) == (2, 1)


def test_a_reader_of_stderr_that_has_left_changes_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_bytes((DEAL + b"\n") * 3)
    commands = {"validate --summary": 0, "score --summary": 0, "validate nowhere": 2, "deal --nonsense": 2, "": 2}
    for command, code in commands.items():
        files = [str(path)] if "summary" in command else []
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([SOLIT, *command.split(), *files], stdout=subprocess.PIPE, stderr=writer, timeout=60)
        os.close(writer)
        assert done.returncode == code, command
        assert done.stdout.count(b"\n") == 3 * len(files), command


HOSTILE = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202eback\u2028\nsolit: forged\r"


def test_what_is_shown_prints() -> None:
    assert streams.shown("red 7 (7♥) goes on 8♠ · “so”") == "red 7 (7♥) goes on 8♠ · “so”"
    told = streams.shown(HOSTILE)
    assert told.isprintable()
    assert told.startswith("\\x1b]0;owned\\x07\\x1b[31m\\x9b2J\\u202eback\\u2028\\nsolit: forged\\r")
    assert streams.shown("\udc9b") == "\\udc9b"
    long = streams.shown("a" * 15_000_000 + "z")
    assert (len(long), long[-1]) == (streams.MOST_TOLD + 1, "z")


@pytest.mark.parametrize("command", ["show", "convert --to cards", "validate --summary", "analyse --show"])
def test_no_field_reaches_a_terminal_raw(solit: Run, tmp_path: Path, command: str) -> None:
    deal = {"solit": 1, "variant": "klondike", "source": "solit:1"}
    records: list[dict[str, Any]] = [{**deal, name: HOSTILE} for name in (*deal, "deck", "start", "moves", "claim")]
    records += [{**deal, HOSTILE: 1}, {**deal, "options": {HOSTILE: 1}}, {**deal, "options": {"draw": HOSTILE}}]
    records += [{**deal, "deck": [HOSTILE]}, {**deal, "moves": [HOSTILE]}, {**deal, "claim": {HOSTILE: 1}}]
    records += [{"error": HOSTILE}, {"error": {"message": HOSTILE, "code": HOSTILE}}, {"error": {HOSTILE: 1}}]
    records += [{"error": {"code": HOSTILE, "index": 0}}, {"error": {"message": "x" * 1_000_000}}]
    bad = tmp_path / ("f" + HOSTILE.replace("/", ""))
    bad.write_text("\n".join(map(json.dumps, records)))
    for paths in ([str(bad)], [str(bad), str(bad) + "2"]):
        done = solit(*command.split(), *paths)
        assert done.code == 2
        assert len(done.err) < 60_000
        for line in done.err.split("\n"):
            assert line.isprintable()
            assert not line.startswith("solit: forged")


def test_no_word_of_a_command_line_reaches_a_terminal_raw(solit: Run) -> None:
    for words in (
        [HOSTILE], ["deal", HOSTILE], ["deal", "--" + HOSTILE], ["deal", "--seed", HOSTILE], ["show", "--at", HOSTILE],
        ["deal", "--count", HOSTILE], ["deal", "--variant", HOSTILE], ["deal", "-o", HOSTILE],
        ["deal", "-o", "draw=" + HOSTILE],
        ["deal", "-o", HOSTILE + "=1"], ["deal", "--deck", HOSTILE], ["deal", "--shuffle", HOSTILE],
        ["score", "--sheet", HOSTILE], ["show", "--seed", "1", "--svg", "no/" + HOSTILE], ["rules", HOSTILE],
        ["convert", "--from", HOSTILE], ["study", "--seeds", HOSTILE], ["rules", "--explain", HOSTILE],
    ):  # fmt: skip
        done = solit(*words)
        assert done.code == 2, words
        for line in done.err.split("\n"):
            assert line.isprintable(), words
            assert not line.startswith("solit: forged")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_process_and_shows_the_cursor(number: signal.Signals) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    deals = subprocess.run([SOLIT, "deal", "--seeds", "1..3"], capture_output=True, check=True).stdout
    with subprocess.Popen(
        [SOLIT, "solve", "--nodes", "100"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs
    ) as it:
        os.close(theirs)
        assert it.stdin is not None
        assert it.stdout is not None
        it.stdin.write(deals)
        it.stdin.flush()
        it.stdout.readline()
        it.send_signal(number)
        assert it.wait(20) == -number
    told = all_that_is_shown(ours)
    assert told.rfind(b"\x1b[?25h") > told.rfind(b"\x1b[?25l") >= 0
    assert b"Traceback" not in told


def test_nohup_is_heeded() -> None:
    text = "trap '' HUP; \"$1\" deal --seeds 1..300000 > /dev/null & pid=$!; sleep 0.5; kill -HUP $pid; wait $pid"
    done = subprocess.run(["sh", "-c", text, "sh", SOLIT], stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert done.returncode == 0


def test_errors_pass_through(solit: Run) -> None:
    illegal = '{ "error":{"code":"x","index":3}, "solit":7, "nonsense":[1e2,1.0], "validation":5 }'
    unreadable = '{"error":null}'
    done = solit("score", given=f"{illegal}\r\n")
    assert (done.code, done.out.decode()) == (1, illegal + "\n")
    done = solit("moves", given=f"{illegal}\n  {unreadable}\n")
    assert (done.code, done.out.decode()) == (2, f"{illegal}\n{unreadable}\n")
    done = solit("show", given=f"{illegal}\n")
    assert (done.code, done.out) == (1, b"")
    assert len(done.err.splitlines()) == 1


def test_an_error_drops_what_older_filters_said(solit: Run) -> None:
    record = {"_mine": 1, "score": {"total": 5}, "solit": 2, "legal": [], "status": "won", "extra": 1}
    line = solit("validate", given=[record]).line
    assert list(line) == ["_mine", "solit", "extra", "error"]
    assert line["error"]["field"] in ("solit", "extra")


def test_integers_out_of_range_are_told_as_they_were_read(solit: Run) -> None:
    deep = "[" * 900 + "18446744073709551616" + "]" * 900
    texts = [
        '{"solit":1,"_x":[18446744073709551616],"score":1}',
        '{"error":1,"_x":18446744073709551616}',
        f'{{"_x":{"9" * 300}}}',
        f'{{"_x":{deep}}}',
        "[18446744073709551616]",
    ]
    done = solit("validate", given="\n".join(texts))
    assert done.code == 2
    lines = done.out.decode().splitlines()
    assert lines[1] == texts[1]
    errors = [json.loads(line)["error"] for line in lines if line not in texts]
    assert [error["code"] for error in errors] == ["integer-range"] * 4
    assert lines[0].startswith('{"solit":1,"_x":[18446744073709551616],"error":{')
    assert lines[2].startswith(texts[2][:-1] + ',"error":{')
    assert lines[3].startswith(texts[3][:-1] + ',"error":{')
    assert list(json.loads(lines[4])) == ["error"]


def test_output_is_gathered(tmp_path: Path) -> None:
    path = tmp_path / "out"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    output = streams.Output(descriptor)
    for _ in range(1000):
        output.write(b"line\n")
    assert path.read_bytes() == b""
    output.flush()
    os.close(descriptor)
    assert path.read_bytes() == b"line\n" * 1000


def test_a_non_blocking_pipe_is_waited_for() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with subprocess.Popen([SOLIT, "deal", "--seeds", "1..5000"], stdout=writer) as deal:
        os.close(writer)
        with open(reader, "rb") as pipe:
            time.sleep(0.3)
            lines: list[Any] = [json.loads(line) for line in pipe]
        assert deal.wait(20) == 0
    assert len(lines) == 5000


def test_without_a_stderr_nothing_is_lost() -> None:
    for command in ("solve --nodes 5", "analyse --nodes 5", "study --seeds 1..1 --player simple"):
        text = f'"$1" {command} 2>&-'
        done = subprocess.run(["sh", "-c", text, "sh", SOLIT], input=DEAL, stdout=subprocess.PIPE, timeout=60)
        assert done.returncode in (0, 3), command
        assert done.stdout.count(b"\n") == 1, command
