"""`solit moves`: what may be played."""

from typing import Any

from solit.cli.parameters import At, Files, Quiet


def moves(files: Files = None, at: At = None, quiet: Quiet = False) -> int:
    """List the legal moves of each record's position, and add `legal`, `status` and `position`.

    The position is the one at the record's end, or after N entries; `--at` with the index of an `error` shows what
    could have been played instead.

    \b
    solit deal --seed 1 | solit moves | jq -c .legal
    solit moves --at 0 games.jsonl | jq '.legal | length'
    """
    from solit.cli.filter import YES, enrich, read_record
    from solit.engine.moves import move_text
    from solit.engine.referee import replay
    from solit.engine.rules import legal_moves
    from solit.engine.state import position_text

    def answer(obj: dict[str, Any]) -> int:
        record = read_record(obj)[0].cut(at)
        game = record.game
        result = replay(game, record.first_state(), record.moves or [], record.at_ms, record.end_ms)
        if result.error is not None:
            raise result.error
        over = result.reason == "time"
        obj["legal"] = [] if over else [move_text(move) for move in legal_moves(game, result.state)]
        obj["status"] = result.status
        obj["position"] = position_text(game, result.state)
        return YES

    return enrich(files or [], ("legal", "status", "position"), answer, quiet=quiet)
