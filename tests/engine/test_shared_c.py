"""What compiled modules share: C in `.pxd` files, each with a Python twin that must say the same."""

import importlib.util
import random
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from solit.cli.version import compilable_modules
from solit.engine import bits, randomness
from solit.engine.search import seen
from solit.engine.search.pyramids import ranks

from .search.conftest import uncompiled

ROOT = Path(__file__).parents[2]
PXD = ROOT / "engine" / "_pxd"
FILES = sorted(PXD.rglob("*.pxd"))
CLASSES = [file for file in FILES if "cdef class" in file.read_text("utf-8")]
FUNCTIONS = [file for file in FILES if file not in CLASSES or "\ncdef inline" in file.read_text("utf-8")]
CHANCE = random.Random(1)
WORDS = [0, 1, 2, 3, 1 << 51, (1 << 52) - 1, 1 << 63, (1 << 64) - 1, *(CHANCE.getrandbits(64) for _ in range(200))]

# Calls the C form of everything from Python; what a memoryview argument takes is checked by Cython itself.
PROBE = """# cython: language_level=3
from solit.engine cimport bits, board, randomness
from solit.engine.search cimport seen
from solit.engine.search.pyramids cimport ranks


def lowest(unsigned long long mask): return bits.lowest(mask)
def count(unsigned long long mask): return bits.count(mask)
def mixed(unsigned long long word): return randomness.mixed(word)
def state_after(unsigned long long state): return randomness.state_after(state)
def slot_of(unsigned long long first, unsigned long long second, unsigned long long last):
    return seen.slot_of(first, second, last)
def meet(unsigned long long[::1] table, unsigned long long last, unsigned long long first, unsigned long long second):
    return seen.meet(table, last, first, second)
def refill(unsigned long long[::1] table, unsigned long long last, unsigned long long[::1] fresh,
           unsigned long long fresh_last):
    seen.refill(table, last, fresh, fresh_last)
def turned(unsigned long long mask, int by, int count, unsigned long long full):
    return ranks.turned(mask, by, count, full)
def steps_up(int rank, int base, int count): return ranks.steps_up(rank, base, count)
"""
PARTS = ("act_of", "source_of", "target_of", "count_of", "wing_of", "reveal_of", "base_of")
PROBE += "".join([f"def {name}(unsigned long long word): return board.{name}(word)\n" for name in PARTS])


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The C form, compiled into a module of its own."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or importlib.util.find_spec("Cython") is None:
        pytest.skip("needs Cython and a C compiler")
    folder = tmp_path_factory.mktemp("probe")
    source, code = folder / "probe.pyx", folder / "probe.c"
    library = folder / f"probe{sysconfig.get_config_var('EXT_SUFFIX')}"
    source.write_text(PROBE, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "cython", "-I", PXD, source, "-o", code], check=True)
    include = sysconfig.get_paths()["include"]
    subprocess.run([compiler, "-O1", "-w", "-shared", "-fPIC", f"-I{include}", code, "-o", library], check=True)
    spec = importlib.util.spec_from_file_location("probe", library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _module(file: Path) -> str:
    return ".".join(file.relative_to(PXD).with_suffix("").parts)


@pytest.mark.parametrize("file", CLASSES, ids=map(_module, CLASSES))
def test_constants_and_arrays_of_a_class_are_those_of_the_uncompiled_form(file: Path) -> None:
    twin = uncompiled(_module(file))
    text = file.read_text("utf-8")
    constants = dict(re.findall(r"^    ([A-Z_]+) = (\d+)", text, re.MULTILINE))
    for name, value in constants.items():
        assert getattr(twin, name) == int(value)
    arrays = dict(re.findall(r"^    cdef [a-z ]+ (\w+)\[([0-9* ]+)\]", text, re.MULTILINE))
    assert constants or arrays
    for name, length in arrays.items():
        # a few are set as a whole; one that is missing otherwise shows in the tests of the uncompiled kernels
        assert twin.ARRAYS.get(name, eval(length)) == eval(length)


@pytest.mark.parametrize("file", FUNCTIONS, ids=map(_module, FUNCTIONS))
def test_every_shared_function_has_a_twin(file: Path) -> None:
    name = _module(file)
    twin = uncompiled(name) if name in compilable_modules() else import_module(name)
    names = re.findall(r"^cdef inline [a-z ]*?(\w+)\(|^    \w+ (\w+) \"\w+\"\(", file.read_text("utf-8"), re.MULTILINE)
    assert names
    for pair in names:
        assert callable(getattr(twin, "".join(pair)))


def test_the_parts_of_a_boards_word(probe: Any) -> None:
    """Each part of a word where `Board.make` puts it, in both forms, also between other bits."""
    plain = uncompiled("solit.engine.board")
    for name in PARTS:
        values = {getattr(plain, name)(word) for word in WORDS}
        assert len(values) > 6 and values == {getattr(probe, name)(word) for word in WORDS}
        for word in WORDS:
            assert getattr(plain, name)(word) == getattr(probe, name)(word)


def test_bits() -> None:
    for word in WORDS[1:]:
        assert bin(word)[::-1].index("1") == bits.lowest(word)
        assert bin(word).count("1") == bits.count(word)
    assert bits.count(0) == 0


def test_ranks_in_a_circle() -> None:
    for by in range(13):
        held = {0, 1, 5, 12}
        found = ranks.turned(sum([1 << rank for rank in held]), by, 13, 0x1FFF)
        assert {rank for rank in range(13) if found >> rank & 1} == {ranks.steps_up(rank, by, 13) for rank in held}


def test_the_words_of_splitmix() -> None:
    """The first words from state 0, as the generator's authors give them."""
    state, words = 0, []
    for _ in range(3):
        state = randomness.state_after(state)
        words.append(randomness.mixed(state))
    assert words == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("form", ["C", "Python"])
def test_a_table_knows_what_it_met(form: str, request: pytest.FixtureRequest) -> None:
    kind: Any = request.getfixturevalue("probe") if form == "C" else seen
    chance = random.Random(2)
    table, last, known = seen.reserve("Q", 64), 31, set[tuple[int, int]]()
    for _ in range(400):
        # few words, and keys of one word, so that keys meet again and slots are shared
        first, second = chance.choice((0, 1 << 40, chance.getrandbits(64))), chance.choice((1, 2, 1 << 63, 1 << 6))
        key = (first, second)
        assert kind.meet(table, last, first, second) == (key in known)
        known.add(key)
        if len(known) * 2 > last:
            fresh = seen.reserve("Q", 4 * (last + 1))
            kind.refill(table, last, fresh, 2 * last + 1)
            table, last = fresh, 2 * last + 1
    assert {(table[2 * n], table[2 * n + 1]) for n in range(last + 1) if table[2 * n + 1]} == known


def test_both_forms_say_the_same(probe: Any) -> None:
    for word in WORDS:
        assert probe.count(word) == bits.count(word)
        assert probe.mixed(word) == randomness.mixed(word)
        assert probe.state_after(word) == randomness.state_after(word)
        assert probe.slot_of(word, word ^ 77, 1023) == seen.slot_of(word, word ^ 77, 1023)
        for by in range(13):
            mask = word & 0x1FFF
            assert probe.turned(mask, by, 13, 0x1FFF) == ranks.turned(mask, by, 13, 0x1FFF)
            assert probe.steps_up(by, word % 13, 13) == ranks.steps_up(by, word % 13, 13) == (by - word % 13) % 13
        if word:
            assert probe.lowest(word) == bits.lowest(word)
    tables = [seen.reserve("Q", 2048) for _ in range(2)]
    for first, second in pairwise(WORDS):
        if second:
            told = [form.meet(table, 1023, first, second) for form, table in zip((probe, seen), tables, strict=True)]
            assert told[0] == told[1]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(("code", "size"), [("B", 1), ("H", 2), ("i", 4), ("I", 4), ("Q", 8)])
def test_room_is_zero_and_typed(code: seen.Code, size: int) -> None:
    for huge in (False, True):
        room = seen.reserve(code, 1000, huge=huge)
        assert (room.itemsize, len(room), room.format) == (size, 1000, code)
        assert not any(room)
        room[999] = 7
        assert room[999] == 7
