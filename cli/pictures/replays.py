"""A folder of replay pages, one a game, for a page that links them."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from solit.cli.lines.files import write_file
from solit.cli.lines.streams import OutputFault, file_label, writing
from solit.cli.pictures.replay import game_data, page
from solit.deals.records import Judged
from solit.deals.standings import Where
from solit.engine.sheets import Sheet

_NAME = re.compile(r"(file-[0-9]+-)?line-[0-9]+\.html")


class ReplayFolder:
    """Pages named by where their games were read: `line-23.html`, of several files `file-2-line-23.html`.

    `beside`: the page that links them. The folder is made where there is none. Raises `OutputFault` where it can't be,
    and where a page could take the place of one of `files` or of `beside`.
    """

    def __init__(self, folder: str, files: Sequence[str], beside: str) -> None:
        self.folder = folder
        self.labels = [file_label(path) for path in files]
        start = "." if beside == "-" else os.path.dirname(beside) or "."
        self._way = os.path.relpath(folder, start)
        with writing(folder):
            os.makedirs(folder, exist_ok=True)
            for path in (*files, beside):
                if _NAME.fullmatch(os.path.basename(path)) and os.path.realpath(
                    os.path.dirname(path) or "."
                ) == os.path.realpath(folder):
                    raise OutputFault(f"--replays {file_label(folder)}: {file_label(path)} could be overwritten")

    def add(
        self, judged: Judged, record: Mapping[str, Any], where: Where, sheet: Sheet | None, time_bonus: int | None
    ) -> None:
        """Write the page of a game that was judged with `logging`, scored as in the standings."""
        told = f"line {where.line}" if where.file is None else f"{where.file}, line {where.line}"
        text = page([game_data(judged, record, told, sheet, time_bonus)])
        write_file(os.path.join(self.folder, self._name(where)), text)

    def _name(self, where: Where) -> str:
        file = "" if where.file is None else f"file-{self.labels.index(where.file) + 1}-"
        return f"{file}line-{where.line}.html"

    def link(self, where: Where, entry: int | None = None) -> str:
        """The address of a game's page from the page that links it; `entry`: it opens after so many entries."""
        address = quote(os.path.join(self._way, self._name(where)).replace(os.sep, "/"))
        return address if entry is None else f"{address}#game=1&entry={entry}"
