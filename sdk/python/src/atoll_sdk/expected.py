"""What the arguments of a call must be: values, and conditions on what only the chain or the quote knows."""

from __future__ import annotations

import base64
import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, Union

Quote = Mapping[str, Any]

#: Asked with an argument as plain text, the quote, and the slippage in basis points.
Matcher = Callable[[str, Quote, int], bool]
Expected: TypeAlias = Union[str, int, Matcher, Sequence["Expected"]]

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
_JSON_URI = "data:application/json;base64,"


def anything(argument: str, quote: Quote, slippage_bp: int) -> bool:
    return True


def nothing(argument: str, quote: Quote, slippage_bp: int) -> bool:
    return False


def above_zero(argument: str, quote: Quote, slippage_bp: int) -> bool:
    return int(argument) > 0


def quoted_minimum(argument: str, quote: Quote, slippage_bp: int) -> bool:
    """The least amount that the quote names, which itself follows from the slippage."""
    return any(
        out["minAmount"] == argument
        and int(out["minAmount"]) >= int(out["amount"]) * (10_000 - slippage_bp) // 10_000
        for out in quote["out"]
    )


def quoted_shares(argument: str, quote: Quote, slippage_bp: int) -> bool:
    """The quote names the least shares of a bet, whose amount depends on later bets."""
    return any(out["minAmount"] == argument for out in quote["out"])


def same_text(expected: str) -> Matcher:
    """Texts are compared without space and control characters, which the service normalises."""
    return lambda argument, quote, slippage_bp: _bare(argument) == _bare(expected)


def same_card(fields: Mapping[str, Any]) -> Matcher:
    """The card that a registry stores must say what the action says."""

    def is_same(uri: str, quote: Quote, slippage_bp: int) -> bool:
        card = _decode_card(uri)
        if not isinstance(card, dict):
            return False
        image = fields.get("image")
        return (
            card.get("name") == str(fields.get("name")).strip()
            and _without_space(card.get("description")) == _without_space(fields.get("description"))
            and (card.get("image") == image or (not card.get("image") and not image))
            and _list_endpoints(card.get("services")) == _list_endpoints(fields.get("services"))
        )

    return is_same


def matches(expected: Expected, argument: Any, quote: Quote, slippage_bp: int) -> bool:
    """Whether a decoded argument is what was expected."""
    if callable(expected):
        return expected(to_text(argument), quote, slippage_bp)
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        return (
            isinstance(argument, list)
            and len(argument) == len(expected)
            and all(matches(one, other, quote, slippage_bp) for one, other in zip(expected, argument))
        )
    return to_text(argument) == to_text(expected)


def to_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{','.join(map(to_text, value))}]"
    text = str(value)
    return text.lower() if _ADDRESS.fullmatch(text) else text


def _bare(text: str) -> str:
    normal = unicodedata.normalize("NFC", text)
    return "".join(each for each in normal if not each.isspace() and unicodedata.category(each)[0] != "C")


def _decode_card(uri: str) -> Any:
    if not uri.startswith(_JSON_URI):
        return None
    try:
        return json.loads(base64.b64decode(uri[len(_JSON_URI) :], validate=True))
    except ValueError:
        return None


def _without_space(text: Any) -> str:
    return re.sub(r"\s", "", str(text))


def _list_endpoints(services: Any) -> list[str]:
    entries = services if isinstance(services, list) else []
    return [str(each.get("endpoint")).strip() if isinstance(each, dict) else "" for each in entries]
