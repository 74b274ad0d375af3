"""Holds what the service builds against the action: a service that was taken over gets no other signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .abi import decode
from .errors import UnexpectedTransactionError
from .expected import matches
from .rules import RULES, ExpectedCall, list_expected_calls

_ZERO = "0x" + "0" * 40
DEFAULT_SLIPPAGE_BP = 100
APPROVE_SELECTOR = "0x095ea7b3"

#: Actions whose transactions this package verifies, and therefore signs: all.
VERIFIED_ACTIONS = tuple(RULES)


@dataclass(frozen=True)
class Observation:
    """What an own node says of a build: USDB that leaves the wallet, and the worth in USDB of what is given away; None
    where the action gives nothing but USDB."""

    taken: int
    given: int | None


def verify_build(
    build: Mapping[str, Any],
    action: Mapping[str, Any],
    wallet: str | None,
    book: Mapping[str, Any],
    max_native_cost: int,
) -> None:
    """Raises UnexpectedTransactionError unless the transactions do the action and nothing else: at most one approval,
    exact and of the called contract, and one call of a known contract with the arguments that follow from the
    action. `wallet` is None where nobody signs."""
    transactions, quote = build["transactions"], build["quote"]
    if not 1 <= len(transactions) <= 2:
        raise _unexpected("the action takes one or two transactions")
    last = transactions[-1]
    if last["kind"] != "action":
        raise _unexpected("the last transaction is not the action")
    if quote["action"] != action["action"]:
        raise _unexpected(f"the quote is of {quote['action']}")
    slippage_bp = slippage_of(action)
    calls = list_expected_calls(action, book)
    call = next((each for each in calls if _is_expected(last, each, quote, slippage_bp)), None)
    if call is None:
        raise _unexpected(f"the call of {last['to']} is not that of {action['action']}")
    if action.get("minOut") is not None and not call.has_minimum:
        raise _unexpected(f"{action['action']} has no least amount")
    _verify_quote(quote, call, book, slippage_bp)
    if len(transactions) == 2:
        _verify_approval(transactions[0], call, last["to"], quote, slippage_bp, book)
    _verify_frames(transactions, book["chainId"])
    _verify_cost(transactions, call, max_native_cost)
    _verify_calls(build["calls"], transactions, wallet, book["chainId"])


def slippage_of(action: Mapping[str, Any]) -> int:
    slippage_bp = action.get("slippageBp")
    return DEFAULT_SLIPPAGE_BP if slippage_bp is None else int(slippage_bp)


def _verify_quote(quote: Any, call: ExpectedCall, book: Any, slippage_bp: int) -> None:
    """A dollar is one USDB, and nothing more is taken than what the action names."""
    for each in (*quote["in"], *quote["out"]):
        amount, usd = each["amount"], each["usd"]
        if each["asset"].lower() == book["usdb"].lower() and abs(usd - int(amount) / 1e18) > 0.011 + usd * 1e-9:
            raise _unexpected(f"the quote says that {amount} base units of USDB are {usd} dollars")
    approval = call.approval
    if approval is None or approval.token is None or not isinstance(approval.amount, str):
        return
    for each in quote["in"]:
        is_taken = matches(approval.token, each["asset"], quote, slippage_bp)
        if is_taken and int(each["amount"]) > int(approval.amount):
            raise _unexpected("the quote takes more than the action names")


def _is_expected(transaction: Any, call: ExpectedCall, quote: Any, slippage_bp: int) -> bool:
    to = transaction["to"]
    if to.lower() == _ZERO or not any(matches(each, to, quote, slippage_bp) for each in call.to):
        return False
    args = decode(call.selector, call.types, transaction["data"])
    return args is not None and matches(call.args, args, quote, slippage_bp)


def _verify_approval(
    transaction: Any, call: ExpectedCall, spender: str, quote: Any, slippage_bp: int, book: Any
) -> None:
    expected = call.approval
    if transaction["kind"] != "approve" or expected is None:
        raise _unexpected("the action needs no approval")
    if expected.token is not None and not matches(expected.token, transaction["to"], quote, slippage_bp):
        raise _unexpected(f"{transaction['to']} is not the token that the action takes")
    args = decode(APPROVE_SELECTOR, ["address", "uint256"], transaction["data"])
    if args is None:
        raise _unexpected("the approval is another call")
    approved, amount = args
    if approved != spender.lower():
        raise _unexpected(f"{approved} is to be approved")
    if expected.amount is not None and not matches(expected.amount, amount, quote, slippage_bp):
        raise _unexpected("the approval is not of the amount of the action")
    if expected.amount is None and amount > _most_quoted(quote, book["usdb"]):
        raise _unexpected("the approval is above what the quote takes")


def _most_quoted(quote: Any, token: str) -> int:
    """What the quote takes of a token; of a refinancing, which pays out more than its fee, the fees."""
    return max(
        sum(int(each["amount"]) for each in flows if each["asset"].lower() == token.lower())
        for flows in (quote["in"], quote["fees"])
    )


def _verify_frames(transactions: list[Any], chain_id: int) -> None:
    """Chain and order of the transactions."""
    for place, each in enumerate(transactions):
        if each["chainId"] != chain_id:
            raise _unexpected(f"it is for chain {each['chainId']}, not {chain_id}")
        if each["nonce"] != transactions[0]["nonce"] + place:
            raise _unexpected("the nonces do not follow each other")


def _verify_cost(transactions: list[Any], call: ExpectedCall, most: int) -> None:
    cost = 0
    for each in transactions:
        value, fee = int(each["value"]), int(each["maxFeePerGas"])
        if value != 0 and not (call.pays_fee and each["kind"] == "action"):
            raise _unexpected("it sends native coins")
        if int(each["maxPriorityFeePerGas"]) > fee:
            raise _unexpected("its fees are wrong")
        cost += value + int(each["gas"]) * fee
    if cost > most:
        raise _unexpected(f"it may cost {cost} wei, above the limit of {most}")


def _verify_calls(calls: Any, transactions: list[Any], wallet: str | None, chain_id: int) -> None:
    """The same calls for wallet_sendCalls."""
    if wallet is not None and calls["from"].lower() != wallet.lower():
        raise _unexpected(f"it is built for {calls['from']}")
    is_same = (
        int(calls["chainId"], 16) == chain_id
        and len(calls["calls"]) == len(transactions)
        and all(
            one["to"].lower() == other["to"].lower()
            and one["data"] == other["data"]
            and int(one["value"], 16) == int(other["value"])
            for one, other in zip(calls["calls"], transactions)
        )
    )
    if not is_same:
        raise _unexpected("calls and transactions differ")


def _unexpected(why: str) -> UnexpectedTransactionError:
    return UnexpectedTransactionError(
        f"Not signed, because it is not what was asked for: {why}",
        code="UNEXPECTED_TRANSACTION",
        remedy="Do not sign it by hand. Check the address of the service, and tell its operator.",
    )
