"""The JSON Schema of the record: the file, and what comes from the registry of games and the move grammar."""

from typing import Any

CARD = "[A23456789TJQK][CDHS]"


def record_schema() -> dict[str, Any]:
    """The schema as one JSON document."""
    import json
    from importlib.resources import files

    from solit.engine.moves import MOVE_PATTERN, PLACE_PATTERN
    from solit.engine.rules import variants

    schema: dict[str, Any] = json.loads(files("solit.cli").joinpath("record.schema.json").read_bytes())
    definitions = schema["$defs"]
    record = definitions["record"]["properties"]
    record["variant"]["enum"] = list(variants())
    (text,) = [form for form in record["moves"]["oneOf"] if form["type"] == "string"]
    text["pattern"] = f"^ *(?:{MOVE_PATTERN})?(?: +(?:{MOVE_PATTERN}))* *$"
    definitions["move"]["pattern"] = f"^(?:{MOVE_PATTERN})$"
    definitions["place"]["pattern"] = f"^(?:s|{PLACE_PATTERN})$"
    pile = f"(?:{PLACE_PATTERN}):(?:(?:{CARD})+/)?(?:{CARD})*"
    definitions["position"]["pattern"] = f"^(?:pass=[1-9][0-9]* )?(?:s:(?:{CARD})* )?{pile}(?: {pile})*$"
    return schema
