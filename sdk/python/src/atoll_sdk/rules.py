"""The calls that do an action. The rules are those of the TypeScript package: `npm run sdk` writes rules.json."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .expected import Expected, anything, nothing, quoted_minimum, round_shares, same_card, same_text

Fields = Mapping[str, Any]

RULES: dict[str, dict[str, Any]] = json.loads(
    resources.files("atoll_sdk.generated").joinpath("rules.json").read_text(encoding="utf-8")
)

_TIMEFRAMES = ["5m", "15m", "1h", "4h", "24h"]


@dataclass(frozen=True)
class Approval:
    """None stands for what only the chain knows: the token of a loan; a debt, a bond or a fee."""

    token: Expected | None
    amount: Expected | None


@dataclass(frozen=True)
class ExpectedCall:
    to: list[Expected]
    selector: str
    types: list[str]
    args: list[Expected]
    #: An approval that may come before it, of the called contract.
    approval: Approval | None
    #: Whether one of the arguments is the least amount that the wallet accepts.
    has_minimum: bool
    #: Whether the call may carry a fee in the native coin.
    pays_fee: bool


def list_expected_calls(action: Fields, book: Any) -> list[ExpectedCall]:
    """The calls that do an action; what the service builds must be one of them."""
    rule = RULES.get(action["action"])
    if rule is None:
        return []
    fields = with_defaults(rule, action)
    return [_to_call(call, fields, book) for call in rule["calls"] if _applies(call, fields)]


def with_defaults(rule: Mapping[str, Any], action: Fields) -> dict[str, Any]:
    given = {name: value for name, value in action.items() if value is not None}
    return {**rule.get("defaults", {}), **given}


def meets(when: Fields, fields: Fields) -> bool:
    """Whether each of the fields has the value of a condition."""
    # 1 is no truth value.
    return all(type(fields.get(name)) is type(value) and fields[name] == value for name, value in when.items())


def _applies(call: Mapping[str, Any], fields: Fields) -> bool:
    return (
        meets(call.get("when", {}), fields)
        and ("given" not in call or call["given"] in fields)
        and ("missing" not in call or call["missing"] not in fields)
    )


def _to_call(call: Mapping[str, Any], fields: Fields, book: Any) -> ExpectedCall:
    def resolve(term: Any) -> Expected:
        return _to_expected(term, fields, book)

    approval = call.get("approval")
    return ExpectedCall(
        to=[resolve(term) for term in call["to"]],
        selector=call["selector"],
        types=call["types"],
        args=[resolve(term) for term in call["args"]],
        approval=approval
        and Approval(*(None if approval[part] is None else resolve(approval[part]) for part in ("token", "amount"))),
        has_minimum=any(map(is_minimum, call["args"])),
        pays_fee=call.get("paysFee") is True,
    )


def _to_expected(term: Any, fields: Fields, book: Any) -> Expected:
    match term:
        case bool() | int():
            return term
        case {"field": name}:
            return _read_value(fields.get(name))
        case {"fieldOrAnything": name}:
            return _read_value(fields[name]) if name in fields else anything
        case {"book": name}:
            return str(book[name])
        case {"upDown": name}:
            return _read_value(book["upDown"].get(fields.get(name)))
        case {"is": "anything"}:
            return anything
        case {"minimumOf": asset}:
            return quoted_minimum(to_asset(asset, fields, book), read_amount(fields.get("minOut")))
        case {"atLeastMinimumOf": asset}:
            return quoted_minimum(to_asset(asset, fields, book), read_amount(fields.get("minOut")), is_exact=False)
        case {"sameText": name}:
            return same_text(str(fields.get(name)))
        case {"sameTexts": name}:
            return [same_text(str(each)) for each in _read_list(fields.get(name))]
        case {"buyPath": name}:
            return _buy_path(book, str(fields.get(name)))
        case {"sellPath": name, "for": receive}:
            return _sell_path(book, str(fields.get(name)), receive)
        case {"timeframe": name, "each": each}:
            return [_to_code(fields.get(name)) for _ in _read_list(fields.get(each))]
        case {"timeframe": name}:
            return _to_code(fields.get(name))
        case {"choice": name, "of": values}:
            chosen = values.get(str(fields.get(name)))
            return _read_value(fields.get(name)) if chosen is None else _to_expected(chosen, fields, book)
        case {"agentCard": True}:
            return same_card(fields)
        case {"list": terms}:
            return [_to_expected(each, fields, book) for each in terms]
    raise ValueError(f"{term} is no term of a rule")


def is_minimum(term: Any) -> bool:
    return isinstance(term, dict) and ("minimumOf" in term or "atLeastMinimumOf" in term)


def read_amount(value: Any) -> int:
    """Decimal digits of an amount that the action names; 0 for one that it does not."""
    return int(value) if isinstance(value, str) and re.fullmatch("[0-9]+", value) else 0


def to_asset(term: Any, fields: Fields, book: Any) -> Expected:
    """What an asset is called in a quote."""
    match term:
        case {"soldFor": name, "for": receive}:
            return _sell_path(book, str(fields.get(name)), receive)[-1]
        case {"sharesOf": market, "outcome": outcome}:
            return f"{fields.get(market)}:{fields.get(outcome)}".lower()
        case {"positionOf": token}:
            return f"{fields.get(token)}:position".lower()
        case {"roundOf": asset, "during": timeframe, "side": side}:
            contract = _to_expected({"upDown": asset}, fields, book)
            return round_shares(contract, _to_code(fields.get(timeframe)), _read_value(fields.get(side)))
    return _to_expected(term, fields, book)


def _read_value(value: Any) -> Expected:
    """A field that is missing, or that no argument can be, equals nothing."""
    if isinstance(value, list):
        return [_read_value(each) for each in value]
    return value if isinstance(value, (str, int)) else nothing


def _read_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _buy_path(book: Any, token: str) -> list[Expected]:
    """USDB → TIDE (→ token)."""
    hub: list[Expected] = [book["usdb"], book["mainToken"]]
    return hub if token.lower() == book["mainToken"].lower() else [*hub, token]


def _sell_path(book: Any, token: str, receive: str) -> list[Expected]:
    is_for_tide = receive == "tide" and token.lower() != book["mainToken"].lower()
    return [token, book["mainToken"]] if is_for_tide else _buy_path(book, token)[::-1]


def _to_code(timeframe: Any) -> Expected:
    """Code of a timeframe that is given by its code or its name."""
    return _TIMEFRAMES.index(timeframe) if timeframe in _TIMEFRAMES else str(timeframe)
