"""From an action to indexed rows: build, sign, send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from .errors import ActionBlockedError, TransactionRevertedError
from .generated import types

if TYPE_CHECKING:
    from .client import Atoll
    from .signing import Signer

#: The service waits half a minute; so often it is asked.
_MOST_SENDS = 4


class Executed(TypedDict):
    """What became of an action."""

    quote: types.Quote
    transactions: list[types.SentTransaction]
    #: Indexed rows of all transactions.
    events: list[types.SyncEvent]


class ActionGroup:
    """Base of the actions of a group, which are methods."""

    def __init__(self, atoll: Atoll) -> None:
        self._atoll = atoll

    def _execute(self, action: str, fields: Mapping[str, Any]) -> Executed:
        named: Any = {**fields, "action": action}
        return self._atoll.execute(named)


def build_doable(atoll: Atoll, action: types.Action) -> types.TransactionBuild:
    """A build that can be signed; raises ActionBlockedError with the reason otherwise."""
    build = atoll.build(action)
    blockers = build["quote"]["blockers"]
    blocker = blockers[0] if blockers else build["simulation"]["revert"]
    if blocker:
        raise ActionBlockedError(blocker["message"], code=blocker["code"], remedy=blocker["remedy"])
    if not build["simulation"]["ok"] or not build["transactions"]:
        raise ActionBlockedError("The action is not possible now", code="REVERTED")
    return build


def sign_build(signer: Signer, build: types.TransactionBuild) -> list[str]:
    """Signs the transactions of a verified build."""
    return [signer.sign_transaction(_to_transaction(each)) for each in build["transactions"]]


def send_signed(atoll: Atoll, build: types.TransactionBuild, signed: Sequence[str]) -> Executed:
    """Sends the signed transactions of a build, and waits until they are indexed."""
    transactions = atoll.send(signed)
    for _ in range(_MOST_SENDS - 1):
        if all(each["status"] != "pending" for each in transactions):
            break
        transactions = atoll.send(signed)
    _require_success(transactions)
    events = [event for each in transactions for event in each["events"]]
    return {"quote": build["quote"], "transactions": transactions, "events": events}


def _require_success(transactions: Sequence[types.SentTransaction]) -> None:
    for each in transactions:
        if each["status"] == "reverted":
            why: Any = each.get("error") or {}
            raise TransactionRevertedError(
                why.get("message", "The transaction was reverted"),
                code=why.get("code", "REVERTED"),
                remedy=why.get("remedy"),
                details=[{"path": "transactions", "message": each["hash"], "hash": each["hash"]}],
            )


def _to_transaction(each: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as eth-account names them."""
    amounts = ("value", "gas", "maxFeePerGas", "maxPriorityFeePerGas")
    return {
        "type": 2,
        **{name: each[name] for name in ("to", "data", "nonce", "chainId")},
        **{name: int(each[name]) for name in amounts},
    }
