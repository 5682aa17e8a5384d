"""How a summary was made: enough for somebody else to tell, years later, where its figures come from."""

import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from solit.cli.lines.streams import file_label


def made(jobs: int | None) -> dict[str, Any]:
    """`version`, `commit` (None where the install does not say), `compiled` (whether all modules that can be are),
    `python`, `processor`, `jobs` (None: no seeds were worked on, or elsewhere), `command`, `date` (UTC)."""
    from solit.cli.version import compilable_modules, is_compiled

    return {
        "version": distribution("solit").version,
        "commit": _commit(),
        "compiled": all(is_compiled(name) for name in compilable_modules()),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "processor": _processor(),
        "jobs": jobs,
        "command": shlex.join(["solit", *map(file_label, sys.argv[1:])]),
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def _commit() -> str | None:
    """The commit that was installed: of a clone that is used where it lies, or as pip wrote it down."""
    root = Path(__file__).resolve().parents[2]
    if (root / ".git").exists():
        try:
            asked = ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"]
            told = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        return told.stdout.strip() or None
    text = distribution("solit").read_text("direct_url.json")
    if text is None:
        return None
    import json

    found = json.loads(text).get("vcs_info", {}).get("commit_id")
    return found if isinstance(found, str) else None


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            name, colon, value = line.partition(":")
            if colon and name.strip() == "model name":
                return value.strip()
    except OSError:
        pass  # no Linux
    return platform.processor() or platform.machine()


def made_text(told: dict[str, Any]) -> str:
    """The same as a line for people."""
    words = [f"solit {told['version']}" + (f" ({told['commit'][:12]})" if told["commit"] else "")]
    words += ["compiled" if told["compiled"] else "not compiled", told["python"], told["processor"]]
    if told["jobs"] is not None:
        words.append("1 process" if told["jobs"] == 1 else f"{told['jobs']} processes")
    return " · ".join([*words, told["date"]])
