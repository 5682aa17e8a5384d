"""The frame of every page that solit writes: one file that opens without a network.

What is filled into a template is escaped unless it is `Markup`. The page's policy lets nothing run or load but the
styles and the script that were put there: text that got past the escaping would still do nothing.
"""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def asset(name: str) -> Markup:
    """A file of this package: a template, styles or a script."""
    return Markup(files("solit.cli.pages").joinpath(name).read_text(encoding="utf-8"))


def fill(template: str, **parts: str) -> Markup:
    """A template file with its `$names` filled in, escaped where a part is no `Markup`; a name too few is a fault."""
    return Markup(Template(asset(template)).substitute({name: markup(part) for name, part in parts.items()}))


def markup(text: str) -> Markup:
    """The text as HTML; in attributes, too."""
    return text if isinstance(text, Markup) else Markup(escape(text))


def join(parts: Sequence[str], between: str = "") -> Markup:
    """Parts one after another, each as `markup` gives it."""
    return Markup(between.join([markup(part) for part in parts]))


def json_block(value: Any) -> Markup:
    """A JSON value for the inside of a `<script type="application/json">`: nothing in it can end or change that."""
    import orjson

    text = orjson.dumps(value).decode()
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def page(title: str, body: Markup, styles: Sequence[Markup] = (), script: Markup | None = None) -> str:
    """A whole page. `styles` follow those of the frame; `script` is the one that the body has in a `<script>`."""
    style = Markup("\n" + "\n".join([asset("frame.css"), *styles]))
    allowed = f"'{_digest(script)}'" if script is not None else "'none'"
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src {allowed}; base-uri 'none'; form-action 'none'"
    )
    return fill("frame.html", title=title, policy=Markup(policy), style=style, body=body)


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def link(address: str, text: str) -> Markup:
    """A link; `address` as it stands in a browser."""
    return Markup(f'<a href="{markup(address)}">{markup(text)}</a>')


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> Markup:
    """A table; cells are escaped unless they are `Markup`; `numbers`: columns set to the right."""

    def line(cells: Sequence[str], tag: str) -> Markup:
        parts = []
        for place, cell in enumerate(cells):
            mark = ' class="number"' if place in numbers else ""
            scope = ' scope="col"' if tag == "th" else ""
            parts.append(f"<{tag}{scope}{mark}>{markup(cell)}</{tag}>")
        return Markup("<tr>" + "".join(parts) + "</tr>")

    body = join([line(row, "td") for row in rows])
    head = f"<thead>{line(heads, 'th')}</thead>" if heads else ""
    return Markup(f'<div class="scroll"><table>{head}<tbody>{body}</tbody></table></div>')
