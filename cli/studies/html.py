"""A study as one HTML page: plots as inline SVG, no script, nothing from a network."""

from collections.abc import Callable
from html import escape
from typing import Any

from solit.cli.pages import frame
from solit.cli.pages.frame import Markup
from solit.cli.studies.made import made_text
from solit.cli.studies.plots import ms_text, score_text
from solit.engine.study import Bin, Point, Tally, nice_step, percent, reach, running, scores, times

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 14, 40


def page(tally: Tally, origin: dict[str, Any]) -> str:
    """The whole page; `origin`: see `made`."""
    study = tally.study
    title = f"{study['variant']}, {study['player']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="note">{escape(_subtitle(study))}</p>',
        _table(tally.rows()),
    ]
    if tally.seeds:
        parts += [
            "<h2>Win rate as the seeds go by</h2>",
            running_svg(running(tally)),
            f'<p class="note">Line: share won. Band: 95% interval of Wilson{_undecided(tally)}; at the end'
            f" {escape(percent(tally.wilson()))}.</p>",
        ]
    if bins := times(tally):
        parts += [
            "<h2>Time a seed</h2>",
            bars_svg(bins, ms_text, "wall time"),
            '<p class="note">Seeds by wall time, three bars a power of ten.</p>',
        ]
    if bins := scores(tally):
        parts += [
            "<h2>Scores</h2>",
            bars_svg(bins, score_text, "score"),
            f'<p class="note">Seeds by score, {score_text(bins[0].high - bins[0].low)} a bar.</p>',
        ]
    parts.append(f'<p class="note">{escape(made_text(origin))}<br><code>{escape(origin["command"])}</code></p>')
    return frame.page(f"solit study: {title}", Markup("\n".join(parts)), [frame.asset("study.css")])


def _undecided(tally: Tally) -> str:
    return ", its ends for all undecided deals lost and all won" if tally.unsettled else ""


def _subtitle(study: dict[str, Any]) -> str:
    words = [f"{name} {value}" for name, value in study["options"].items()]
    if "shuffle" in study:
        words.append(f"shuffle {study['shuffle']}")
    for key in ("parameters", "limits"):
        words += [f"{name} {value}" for name, value in study.get(key, {}).items()]
    return " · ".join([*words, f"solit {study['version']}"])


def _table(rows: list[list[str]]) -> str:
    cells = [[name, value, Markup(f'<span class="note">{escape(note)}</span>')] for name, value, note in rows]
    return frame.table((), cells, (1,))


def _svg(parts: list[str], label: str) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
    return head + "".join(parts) + "</svg>"


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="axis" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def running_svg(points: list[Point]) -> str:
    """The running interval: a band and a line over the number of seeds."""
    low, high = reach(points)
    step = nice_step(high - low, 6)
    low, high = max(0.0, low // step * step), min(1.0, -(-high // step) * step)
    total = points[-1].seeds

    def x(seeds: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (seeds - points[0].seeds) / max(1, total - points[0].seeds)

    def y(share: float) -> float:
        inside = min(max(share, low), high)
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - inside) / max(high - low, 1e-9)

    parts = []
    mark = low
    while mark <= high + step / 100:
        parts += [_rule(LEFT, y(mark), WIDTH - RIGHT, y(mark)), _text(LEFT - 8, y(mark) + 4, f"{100 * mark:g}%", "end")]
        mark = round(mark + step, 9)
    upper = [f"{x(point.seeds):.1f},{y(point.interval.high):.1f}" for point in points]
    lower = [f"{x(point.seeds):.1f},{y(point.interval.low):.1f}" for point in reversed(points)]
    parts.append(f'<polygon class="band" points="{" ".join(upper + lower)}"/>')
    line = [f"{x(point.seeds):.1f},{y(point.rate):.1f}" for point in points]
    parts.append(f'<polyline class="rate" points="{" ".join(line)}"/>')
    for part in range(5):
        seeds = round(points[0].seeds + (total - points[0].seeds) * part / 4)
        anchor = "start" if part == 0 else "end" if part == 4 else "middle"
        parts.append(_text(x(seeds), HEIGHT - BOTTOM + 18, f"{seeds:,}", anchor))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "seeds"))
    return _svg(parts, "share won with its 95% interval, by number of seeds")


def bars_svg(bins: list[Bin], text: Callable[[float], str], name: str) -> str:
    """A distribution: a bar a bin, over an axis of that name whose marks `text` writes."""
    most = max([bin_.seeds for bin_ in bins])
    step = max(1.0, nice_step(most, 5))
    top = -(-most // step) * step
    wide = (WIDTH - LEFT - RIGHT) / len(bins)

    def y(count: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top)

    parts = []
    mark = 0.0
    while mark <= top:
        parts += [_rule(LEFT, y(mark), WIDTH - RIGHT, y(mark)), _text(LEFT - 8, y(mark) + 4, f"{mark:,.0f}", "end")]
        mark += step
    every = -(-len(bins) // 9)
    for number, bin_ in enumerate(bins):
        left = LEFT + number * wide
        box = f'x="{left + 1:.1f}" y="{y(bin_.seeds):.1f}" width="{max(wide - 2, 1):.1f}"'
        told = f"{text(bin_.low)} to {text(bin_.high)}: {bin_.seeds:,}"
        height = y(0) - y(bin_.seeds)
        parts.append(f'<rect class="bar" {box} height="{height:.1f}"><title>{escape(told)}</title></rect>')
        if number % every == 0:
            parts.append(_text(left, HEIGHT - BOTTOM + 18, text(bin_.low)))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, name))
    return _svg(parts, f"seeds by {name}")
