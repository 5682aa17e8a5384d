"""Files that a command writes: no other file of the same command, whole or as they were."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from solit.cli.lines.files import check_files, check_writable, whole_file, write_file
from solit.cli.lines.streams import OutputFault

from ..conftest import SOLIT, Run

DEAL = b'{"solit":1,"variant":"klondike","source":"solit:1"}\n'


def shell(folder: Path, text: str) -> tuple[int, str]:
    """The exit code and stderr of a shell's command line, `solit` being the one that is tested."""
    env = {**os.environ, "PATH": f"{SOLIT.parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", text], cwd=folder, env=env, capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(
    "command",
    [
        "solit validate d >> d",
        "solit validate -j 2 d >> d",
        "solit validate < d >> d",
        "solit validate - < d >> d",
        "solit score other d >> d",
        "solit moves d >> d",
        "solit solve d >> d",
        "solit analyse --show d >> d",
        "solit convert d >> d",
        "solit show d >> d",
        "solit show --svg d d",
        "solit show --svg d < d",
        "solit show --svg hard d",
        "solit show --html soft d",
        "solit show --replay d d",
        "solit show --html ./d other d",
        "solit validate d 2>> d",
        "solit validate d >> d 2>&1",
        "solit validate --event d other >> d",
        "solit score --event d other >> d",
    ],
)
def test_what_is_read_is_not_written(tmp_path: Path, command: str) -> None:
    path = tmp_path / "d"
    path.write_bytes(DEAL)
    (tmp_path / "other").write_bytes(DEAL)
    os.link(path, tmp_path / "hard")
    os.symlink("d", tmp_path / "soft")
    code, told = shell(tmp_path, command)
    assert code == 2
    assert path.read_bytes() == DEAL
    if "2>" not in command:  # else nothing may be told there
        assert "is the same file" in told
        assert len(told.splitlines()) == 1
    assert sorted(os.listdir(tmp_path)) == ["d", "hard", "other", "soft"]


@pytest.mark.parametrize(
    "command",
    [
        "solit show --svg x --html ./x d",
        "solit show --svg old --html soft d",
        "solit show --svg - --html /dev/stdout d",
        "solit show --svg old d >> old",
        "mkfifo old2; solit show --svg old2 --html old2 d; code=$?; rm old2; exit $code",
    ],
)
def test_two_outputs_are_two_files(tmp_path: Path, command: str) -> None:
    (tmp_path / "d").write_bytes(DEAL)
    (tmp_path / "old").write_text("as it was")
    os.symlink("old", tmp_path / "soft")
    code, told = shell(tmp_path, command)
    assert (code, len(told.splitlines())) == (2, 1)
    assert (tmp_path / "old").read_text() == "as it was"
    assert sorted(os.listdir(tmp_path)) == ["d", "old", "soft"]


def test_what_many_may_share_is_no_one_file(tmp_path: Path) -> None:
    (tmp_path / "d").write_bytes(DEAL)
    assert shell(tmp_path, "solit validate < /dev/null > /dev/null 2> /dev/null") == (0, "")
    assert shell(tmp_path, "solit show --svg /dev/null --html /dev/null d > /dev/null") == (0, "")
    assert shell(tmp_path, "solit validate d d > out 2>&1 && test $(wc -l < out) = 2") == (0, "")


def test_a_picture_on_stdout(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    assert solit("show", "--svg", str(path), given=DEAL) == (0, b"", "")
    whole = path.read_bytes()
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        assert solit("show", "--svg", name, given=DEAL) == (0, whole, "")
    assert not os.path.exists("-")
    assert solit("show", "--html", "-", given=DEAL).out.startswith(b"<!doctype html>")
    code, told = shell(tmp_path, "solit show --svg - --seed 1 | head -c 1 | wc -c; exit ${PIPESTATUS[0]}")
    assert (code, told) == (0, "")
    code, told = shell(tmp_path, "solit show --svg >(wc -c > n) --seed 1; wait; sleep 0.2; test $(cat n) -gt 9999")
    assert (code, told) == (0, "")


def test_a_file_is_whole_or_as_it_was(tmp_path: Path) -> None:
    """The limit on a file's size stands for a full disk."""
    path = tmp_path / "x.svg"
    path.write_text("as it was")
    for name in ("x.svg", "new.svg"):
        code, told = shell(tmp_path, f"ulimit -f 8; solit show --seed 1 --svg {name}")
        assert (code, told) == (2, f"solit: cannot write {name}: File too large\n")
    assert path.read_text() == "as it was"
    assert os.listdir(tmp_path) == ["x.svg"]


def test_the_body_of_a_whole_file_fails(tmp_path: Path) -> None:
    path = tmp_path / "x"

    def broken_off() -> None:
        with whole_file(str(path)) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            broken_off()
        assert [name for name in os.listdir(tmp_path) if name != "x"] == []
        assert not path.exists() or path.read_text() == "old"
        path.write_text("old")


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "x", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to("x")
    write_file(str(link), "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    umask = os.umask(0o027)
    try:
        write_file(str(tmp_path / "fresh"), "new")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o640
    dangling = tmp_path / "dangling"
    dangling.symlink_to("later")
    write_file(str(dangling), "new")
    assert (tmp_path / "later").read_text() == "new"


def test_a_fresh_file_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with whole_file(str(path), fresh=True) as file:
        file.write(b"one")
    with pytest.raises(OutputFault, match="File exists"), whole_file(str(path), fresh=True) as file:
        file.write(b"two")
    other = tmp_path / "y"
    with pytest.raises(OutputFault, match="File exists"), whole_file(str(other), fresh=True) as file:
        other.write_text("came meanwhile")
    assert (path.read_text(), other.read_text()) == ("one", "came meanwhile")
    assert sorted(os.listdir(tmp_path)) == ["x", "y"]


def test_what_can_not_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    for name, why in ((str(tmp_path), "Is a directory"), (str(tmp_path / "no" / "x"), "No such file")):
        for act in (check_writable, lambda path: write_file(path, "")):
            with pytest.raises(OutputFault, match=why):
                act(name)
    check_writable(str(tmp_path / "x"))
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(OutputFault, match="Permission denied"):
        write_file(str(path), "new")


def test_a_command_that_reads_nothing(tmp_path: Path) -> None:
    check_files(None, {"--svg": str(tmp_path / "a"), "--html": None})
    check_files([], {"--svg": "-"}, stdout=False)
    with pytest.raises(OutputFault, match="the output goes to stdout"):
        check_files(None, {"--out": "-"})


def test_a_score_sheet_is_read_too(solit: Run, tmp_path: Path) -> None:
    sheets = solit("rules", "--sheets").out
    (tmp_path / "s.toml").write_bytes(sheets)
    (tmp_path / "d").write_bytes(DEAL)
    for name in ("s.toml", "./s.toml:standard"):
        code, told = shell(tmp_path, f"solit score --sheet {name} d >> s.toml")
        assert (code, told.count("\n")) == (2, 1)
        assert (tmp_path / "s.toml").read_bytes() == sheets
    assert shell(tmp_path, "solit score --sheet vegas d > vegas") == (0, "")
