"""The rules of four patience games: deal, judge, apply, replay, score."""
