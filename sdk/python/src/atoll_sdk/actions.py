"""From an action to indexed rows: build, sign, send."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from .errors import ActionBlockedError, AtollError, MaybeSentError, NetworkError, TransactionRevertedError
from .generated import types
from .generated.remedies import CLIENT_REMEDIES
from .node import OwnNode, find_sent, hash_of
from .verification import Observation

if TYPE_CHECKING:
    from .client import Atoll
    from .signing import Signer

#: The service waits half a minute; so often it is asked.
_MOST_SENDS = 4
_FIRST_PAUSE = 0.5
_MOST_PAUSE = 8.0


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


def build_doable(atoll: Atoll, action: types.Action) -> tuple[types.TransactionBuild, Observation | None]:
    """A build that can be signed; raises ActionBlockedError with the reason otherwise."""
    build, observed = atoll.inspect(action)
    blockers = build["quote"]["blockers"]
    blocker = blockers[0] if blockers else build["simulation"]["revert"]
    if blocker:
        raise ActionBlockedError(blocker["message"], code=blocker["code"], remedy=blocker["remedy"])
    if not build["simulation"]["ok"] or not build["transactions"]:
        raise ActionBlockedError("The action is not possible now", code="REVERTED")
    return build, observed


def again_if_bond_grew(run: Callable[[], Executed]) -> Executed:
    """The bond of a proposal grows with its market, and no more than it is approved: when somebody bought in
    between, the action is done once more, with an approval of what the bond is now."""
    try:
        return run()
    except TransactionRevertedError as error:
        if error.code != "BondGrown":
            raise
    return run()


def sign_build(signer: Signer, build: types.TransactionBuild) -> list[str]:
    """Signs the transactions of a verified build."""
    return [signer.sign_transaction(_to_transaction(each)) for each in build["transactions"]]


Send = Callable[[Sequence[str]], list[types.SentTransaction]]


def send_until_known(
    signed: Sequence[str], send: Send, node: OwnNode | None, wallet: str | None, patience: float
) -> list[types.SentTransaction]:
    """Sends signed transactions and waits until they are indexed. Where an answer is lost they may have been sent: they
    are given to the service again, which sends each once, and looked for by hash, else by nonce and sender, on an own
    node. Raises MaybeSentError while nothing is known when the patience ends; what was signed is never signed anew."""
    deadline, pause, answers = time.monotonic() + patience, _FIRST_PAUSE, 0
    known: list[types.SentTransaction] | None = None
    while True:
        try:
            known = send(signed)
            answers += 1
            if not _is_pending(known) or answers >= _MOST_SENDS:
                return known
        except MaybeSentError:
            known = _look_up(node, signed, wallet) or known
            if known and not _is_pending(known):
                return known
            if time.monotonic() + pause > deadline:
                if known:
                    return known
                raise
            time.sleep(pause)
            pause = min(pause * 2, _MOST_PAUSE)


def _is_pending(transactions: Sequence[types.SentTransaction]) -> bool:
    return any(each["status"] == "pending" for each in transactions)


def _look_up(node: OwnNode | None, signed: Sequence[str], wallet: str | None) -> list[types.SentTransaction] | None:
    try:
        return find_sent(node, signed, wallet) if node else None
    except NetworkError:
        return None


def is_lost(error: AtollError) -> bool:
    """Whether an error leaves open what the service did with a request."""
    return isinstance(error, NetworkError) or error.status >= 500 or error.status == 408


def maybe_sent(signed: Sequence[str], cause: AtollError) -> MaybeSentError:
    hashes = [hash_of(each) for each in signed]
    error = MaybeSentError(
        f"Checking whether it was sent: {', '.join(hashes)}",
        code="MAYBE_SENT",
        status=cause.status,
        retry_after=cause.retry_after,
        remedy=CLIENT_REMEDIES["MAYBE_SENT"],
        details=[
            {"path": f"signed.{place}", "message": each, "hash": each} for place, each in enumerate(hashes)
        ],
    )
    error.signed = list(signed)
    return error


def to_executed(quote: types.Quote, transactions: list[types.SentTransaction]) -> Executed:
    """What became of an action; raises TransactionRevertedError where it was reverted."""
    _require_success(transactions)
    events = [event for each in transactions for event in each["events"]]
    return {"quote": quote, "transactions": transactions, "events": events}


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
