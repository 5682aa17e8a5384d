"""The plots of a study in the terminal."""

from collections.abc import Callable

from solit.engine.study import Bin, Tally, reach, running, scores, times


def ms_text(ms: float) -> str:
    """A time with its unit, as on an axis."""
    if ms >= 1000:
        return f"{ms / 1000:.3g} s"
    return f"{ms:.3g} ms" if ms >= 1 else f"{1000 * ms:.3g} µs"


def score_text(score: float) -> str:
    """A score, as on an axis."""
    return f"{score:,.0f}"


def plot_lines(tally: Tally, width: int, signs: bool = True) -> list[str]:
    """The plots as lines of at most `width` characters; `signs`: block characters, else plain ASCII."""
    if not tally.seeds:
        return ["no seeds"]
    lines = _interval_lines(tally, width, signs)
    lines += _bar_lines("time a seed", times(tally), ms_text, width, signs)
    lines += _bar_lines("scores", scores(tally), score_text, width, signs)
    return lines


def _interval_lines(tally: Tally, width: int, signs: bool) -> list[str]:
    rows = 12
    columns = max(10, min(width - 8, 72))
    points = running(tally, columns)
    low, high = reach(points)
    step = max(high - low, 1e-9) / rows
    shade, mark = ("░", "●") if signs else (":", "o")
    marked = [min(rows - 1, int((high - point.rate) / step)) for point in points]
    lines = ["win rate as the seeds go by, with its 95% interval"]
    for row in range(rows):
        top, bottom = high - row * step, high - (row + 1) * step
        text = "".join(
            [
                mark if place == row else shade if point.interval.low < top and point.interval.high > bottom else " "
                for point, place in zip(points, marked, strict=True)
            ]
        )
        lines.append(f"{100 * (top + bottom) / 2:5.1f}% {text}".rstrip())
    tail = f"{tally.seeds:,} seeds"
    lines.append(f"       1{tail:>{max(len(points) - 1, len(tail))}}")
    return lines


def _bar_lines(title: str, bins: list[Bin], text: Callable[[float], str], width: int, signs: bool) -> list[str]:
    if not bins:
        return []
    most = max([bin_.seeds for bin_ in bins])
    room = max(10, min(width - 30, 50))
    block, to = ("█", "…") if signs else ("#", "..")
    lines = ["", title]
    for bin_ in bins:
        label = f"{text(bin_.low)} {to} {text(bin_.high)}"
        bar = block * (max(1, round(room * bin_.seeds / most)) if bin_.seeds else 0)
        lines.append(f"{label:>20} {bar} {bin_.seeds:,}")
    return lines if signs else [line.replace("µ", "u") for line in lines]


def print_plots(tally: Tally) -> None:
    """The plots on stderr; a closed stderr is no error."""
    import sys
    from shutil import get_terminal_size

    try:
        encoding = sys.stderr.encoding or "ascii"
        try:
            "░●█…µ".encode(encoding)
            signs = True
        except UnicodeEncodeError:
            signs = False
        text = "\n".join(plot_lines(tally, get_terminal_size((80, 24)).columns, signs))
        sys.stderr.write(text + "\n\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # nobody is listening
