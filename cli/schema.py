"""The JSON Schema of the record, made from the types of `engine.objects`, the registry of games and the grammar."""

from collections.abc import Mapping
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from solit.engine.objects import Also, Named, RecordObject

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_CARD = "[A23456789TJQK][CDHS]"


class Types:
    """Makes the schema of each type; those that are `Named` are collected in `definitions`."""

    def __init__(self, known: Mapping[str, Schema]) -> None:
        """`known`: by name, what is said of a definition that its type does not say."""
        self.known = known
        self.definitions: dict[str, Schema] = {}

    def schema(self, kind: Any) -> Schema:
        """The schema of a type. Raises `TypeError` for one that has no form here."""
        origin, inside = get_origin(kind), get_args(kind)
        if isinstance(kind, type) and kind in _SIMPLE:
            return {"type": _SIMPLE[kind]}
        if is_typeddict(kind):
            return self._object(kind)
        if origin is NotRequired:
            return self.schema(inside[0])
        if origin is Annotated:
            return self._annotated(inside[0], inside[1:])
        if origin is Literal:
            return {"const": inside[0]} if len(inside) == 1 else {"enum": list(inside)}
        if origin in (Union, UnionType):
            forms = [self.schema(one) for one in inside]
            plain = all([form.keys() == {"type"} for form in forms])
            return {"type": [form["type"] for form in forms]} if plain else {"oneOf": forms}
        if origin is list:
            return {"type": "array", "items": self.schema(inside[0])}
        if origin is dict:
            return self._mapping(inside[0], inside[1])
        raise TypeError(f"no JSON Schema for {kind!r}")

    def _object(self, kind: Any) -> Schema:
        """An object with these keys and no others; the type's text is the description."""
        hints = get_type_hints(kind, include_extras=True)
        made: Schema = {"type": "object", "additionalProperties": False}
        required = [name for name in hints if name in kind.__required_keys__]
        if required:
            made["required"] = required
        if kind.__doc__:
            made["description"] = " ".join(cleandoc(kind.__doc__).split())
        made["properties"] = {name: self.schema(hint) for name, hint in hints.items()}
        return made

    def _mapping(self, key: Any, value: Any) -> Schema:
        """An object with keys of a kind; those of a closed set are a pattern."""
        made: Schema = {"type": "object"}
        if get_origin(key) is Literal:
            pattern = f"^(?:{'|'.join(get_args(key))})$"
            return {**made, "additionalProperties": False, "patternProperties": {pattern: self.schema(value)}}
        if key is not str:
            made["propertyNames"] = self.schema(key)
        if value is not Any:
            made["additionalProperties"] = self.schema(value)
        return made

    def _annotated(self, kind: Any, notes: tuple[Any, ...]) -> Schema:
        """A type and what stands beside it; None takes out what the type says."""
        named = next((note for note in notes if isinstance(note, Named)), None)
        if named is None:
            made = self.schema(kind)
        else:
            made = {"$ref": f"#/$defs/{named.name}"}
            if named.name not in self.definitions:
                self.definitions[named.name] = {}  # its place, before those that it names
                own = {**self.schema(kind), **named.words, **self.known.get(named.name, {})}
                self.definitions[named.name].update({word: value for word, value in own.items() if value is not None})
        for note in notes:
            if isinstance(note, Also) and note is not named:
                made |= note.words
        return {word: value for word, value in made.items() if value is not None}


def record_schema() -> Schema:
    """The schema as one JSON document. The types say what each key holds; how keys go together is said here."""
    from solit.engine.moves import MOVE_PATTERN, PLACE_PATTERN
    from solit.engine.rules import variants
    from solit.engine.sheets import SHEETS

    pile = f"(?:{PLACE_PATTERN}):(?:(?:{_CARD})+/)?(?:{_CARD})*"
    types = Types(
        {
            "card": {"pattern": f"^{_CARD}$"},
            "place": {"pattern": f"^(?:s|{PLACE_PATTERN})$"},
            "move": {"pattern": f"^(?:{MOVE_PATTERN})$"},
            "position": {"pattern": f"^(?:pass=[1-9][0-9]* )?(?:s:(?:{_CARD})* )?{pile}(?: {pile})*$"},
            "sheet": {"enum": list(SHEETS)},
        }
    )
    keys = types.schema(RecordObject)["properties"]
    error = keys.pop("error")  # of a line that has one nothing else is told
    keys["variant"]["enum"] = list(variants())
    keys["source"]["pattern"] = "^[a-z0-9-]+:(?:0|-?[1-9][0-9]*)$"
    text, cards = keys["deck"]["oneOf"]
    text["pattern"] = f"^ *{_CARD}(?: +{_CARD}){{51}} *$"
    cards |= {"minItems": 52, "maxItems": 52, "uniqueItems": True}
    keys["moves"]["oneOf"][0]["pattern"] = f"^ *(?:{MOVE_PATTERN})?(?: +(?:{MOVE_PATTERN}))* *$"
    dealt = {"anyOf": [{"required": ["deck"]}, {"required": ["source"]}]}
    record = {
        "required": ["solit", "variant"],
        "oneOf": [dealt, {"required": ["start"]}],
        "properties": keys,
        "patternProperties": {"^_": {"description": "Anything; passed through."}},
        "additionalProperties": False,
        "dependentRequired": {"end_ms": ["at_ms"], "at_ms": ["moves"]},
    }
    return {
        "$schema": DRAFT,
        "title": "solit record, version 1",
        "description": "One deal or recorded game, as one line of JSON, with what the commands of solit add to it. "
        "Of a line with an `error` only the error is told: the rest is as it was read.",
        "type": "object",
        "if": {"required": ["error"]},
        "then": {"properties": {"error": error}},
        "else": {"$ref": "#/$defs/record"},
        "$defs": {"record": record, **types.definitions},
    }
