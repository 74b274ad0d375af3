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


def quoted_minimum(asset: Expected, callers_least: int, is_exact: bool = True) -> Matcher:
    """The least amount of one asset: that of the quote, which itself follows from the slippage, above zero and not
    below what the caller names. With `is_exact` false the argument may be more."""

    def is_least(argument: str, quote: Quote, slippage_bp: int) -> bool:
        received = [out for out in quote["out"] if matches(asset, out["asset"], quote, slippage_bp)]
        if len(received) != 1:
            return False
        least, signed = int(received[0]["minAmount"]), int(argument)
        return (
            least > 0
            and least >= callers_least
            and least >= int(received[0]["amount"]) * (10_000 - slippage_bp) // 10_000
            and (signed == least if is_exact else signed >= least)
        )

    return is_least


def round_shares(contract: Expected, timeframe: Expected, side: Expected) -> Matcher:
    """The shares of a side in any round of a timeframe: which one is the present one only the contract knows."""

    def is_side(id: str, quote: Quote, slippage_bp: int) -> bool:
        parts = id.split(":")
        return (
            len(parts) == 4
            and re.fullmatch("[0-9]+", parts[2]) is not None
            and matches(contract, parts[0], quote, slippage_bp)
            and matches(timeframe, parts[1], quote, slippage_bp)
            and matches(side, parts[3], quote, slippage_bp)
        )

    return is_side


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
