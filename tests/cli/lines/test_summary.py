"""Tables at the end."""

from solit.cli.lines import summary
from solit.cli.lines.summary import ValidationSummary

from ..conftest import Run


def test_foreign_codes_are_capped_alike_in_any_number_of_processes(solit: Run) -> None:
    lines = "".join([f'{{"error":{{"code":"c{n}"}}}}\n' for n in range(25_000)])
    one, two = (solit("validate", "--summary", "-j", jobs, given=lines) for jobs in "12")
    assert one.code == two.code == 2
    assert one.err == two.err
    assert "and 24,900 more" in one.err
    assert len(one.err.splitlines()) == summary.MOST_CODES + 7


def test_own_statuses_are_not_capped() -> None:
    table = ValidationSummary()
    for n in range(3 * summary.MOST_CODES):
        table.see({"error": {"code": f"c{n}"}}, 2)
    table.see({"variant": "klondike", "validation": {"valid": True, "status": "won"}}, 0)
    table.see({"error": {"code": ["no", "text"]}}, 2)
    counts = table.take()
    table.add(counts)
    table._fold()
    assert table.counts["klondike", "won", ""] == 1
    assert table.counts["-", "unreadable", "and more"] == 2 * summary.MOST_CODES + 1
    assert table.counts.total() == 3 * summary.MOST_CODES + 2
