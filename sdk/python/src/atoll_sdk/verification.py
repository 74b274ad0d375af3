"""Holds what the service builds against the action: a service that was taken over gets no other signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

from .abi import decode
from .errors import UnexpectedTransactionError

Action = dict[str, Any]
ZERO = "0x" + "0" * 40
TIMEFRAMES = ["5m", "15m", "1h", "4h", "24h"]


class _Anything:
    """An argument that only the chain knows."""


class _Minimum:
    """The least amount, which the quote names."""


ANY, MINIMUM = _Anything(), _Minimum()


@dataclass(frozen=True)
class Call:
    """A call that does an action. `approval` is a token and an amount; None stands for what only the chain knows."""

    to: tuple[str, ...]
    name: str
    args: tuple[Any, ...]
    approval: tuple[str | None, int | None] | None = None


def _path(book: Any, token: str) -> list[str]:
    hub = [book["usdb"], book["mainToken"]]
    return hub if token.lower() == book["mainToken"].lower() else [*hub, token]


def _token_buy(a: Action, b: Any) -> list[Call]:
    amount = int(a["amount"])
    args = (amount, MINIMUM, _path(b, a["token"]), False)
    return [Call((b["swap"],), "buyTokens", args, (b["usdb"], amount))]


def _token_sell(a: Action, b: Any) -> list[Call]:
    amount, token = int(a["amount"]), a["token"]
    is_for_tide = a.get("receive") == "tide" and token.lower() != b["mainToken"].lower()
    path = [token, b["mainToken"]] if is_for_tide else _path(b, token)[::-1]
    return [Call((b["swap"],), "sellTokens", (amount, MINIMUM, path, False), (token, amount))]


def _trading(b: Any) -> tuple[str, str]:
    return (b["marketTrading"], b["privateMarket"])


def _market_buy(a: Action, b: Any) -> list[Call]:
    amount, market, outcome = int(a["amount"]), a["market"], a["outcomeId"]
    paid = a.get("payWith", "usdb")
    token = {"usdb": b["usdb"], "tide": b["mainToken"]}.get(paid, paid)
    approval = (token, amount)
    pool = Call(_trading(b), "buy", (market, outcome, token, amount, ANY, MINIMUM), approval)
    if a.get("fillOrders") is False:
        return [pool]
    args = (market, outcome, ANY, token, amount, MINIMUM)
    return [pool, Call(_trading(b), "buyOrdersAndContract", args, approval)]


def _market_fill(a: Action, b: Any) -> list[Call]:
    amount = int(a["amount"])
    args = (a["market"], a["orderIds"], amount)
    return [Call(_trading(b), "buyMultipleOrders", args, (b["usdb"], amount))]


def _market_list(a: Action, b: Any) -> list[Call]:
    args = (a["market"], a["outcomeId"], int(a["amount"]), int(a["pricePerShare"]))
    return [Call(_trading(b), "listOrder", args)]


def _bonded(name: str) -> Callable[[Action, Any], list[Call]]:
    def expect(a: Action, b: Any) -> list[Call]:
        return [Call((b["resolver"],), name, (a["market"], a["outcomeId"]), (b["usdb"], None))]

    return expect


def _wrap(a: Action, b: Any) -> list[Call]:
    amount = int(a["amount"])
    if a.get("payWith", "tide") == "tide":
        return [Call((b["staking"],), "wrap", (amount,), (b["mainToken"], amount))]
    args = (amount, ANY, [b["usdb"], b["mainToken"]], True)
    return [Call((b["swap"],), "buyTokens", args, (b["usdb"], amount))]


def _unwrap(a: Action, b: Any) -> list[Call]:
    is_usdb = a.get("receive") == "usdb"
    return [Call((b["staking"],), "unwrap", (int(a["amount"]), is_usdb, MINIMUM if is_usdb else 0))]


def _leverage_open(a: Action, b: Any) -> list[Call]:
    amount = int(a["amount"])
    args = (amount, MINIMUM, _path(b, a["token"]), a["days"])
    return [Call((b["swap"],), "leverageBuy", args, (b["usdb"], amount))]


def _leverage_close(a: Action, b: Any) -> list[Call]:
    args = (a["loanId"], a.get("percentage", 100), True, MINIMUM)
    return [Call((b["swap"],), "partialLoanSell", args)]


def _code(timeframe: Any) -> int:
    return TIMEFRAMES.index(timeframe) if timeframe in TIMEFRAMES else int(timeframe)


def _bet(a: Action, b: Any) -> list[Call]:
    amount, side = int(a["amount"]), {"bull": 1, "bear": 2}[a["side"]]
    args = (_code(a["timeframe"]), ANY, side, amount, MINIMUM)
    return [Call((b["upDown"][a["asset"]],), "bet", args, (b["usdb"], amount))]


def _claim_rounds(a: Action, b: Any) -> list[Call]:
    ids = a["roundIds"]
    args = ([_code(a["timeframe"])] * len(ids), ids)
    return [Call((b["upDown"][a["asset"]],), "claimMany", args)]


_EXPECTED: dict[str, Callable[[Action, Any], list[Call]]] = {
    "token.buy": _token_buy,
    "token.sell": _token_sell,
    "market.buy": _market_buy,
    "market.list": _market_list,
    "market.cancel": lambda a, b: [Call(_trading(b), "cancelOrder", (a["market"], a["orderId"]))],
    "market.fill": _market_fill,
    "market.propose": _bonded("proposeOutcome"),
    "market.dispute": _bonded("dispute"),
    "market.veto": _bonded("veto"),
    "market.vote": lambda a, b: [
        Call((b["resolver"], b["privateMarket"]), "vote", (a["market"], a["outcomeId"]))
    ],
    "market.redeem": lambda a, b: [Call(_trading(b), "redeem", (a["market"],))],
    "leverage.open": _leverage_open,
    "leverage.close": _leverage_close,
    "vault.wrap": _wrap,
    "vault.unwrap": _unwrap,
    "vault.lock": lambda a, b: [Call((b["staking"],), "lock", (int(a["amount"]),))],
    "vault.unlock": lambda a, b: [Call((b["staking"],), "unlock", (int(a["amount"]),))],
    "updown.bet": _bet,
    "updown.claim": _claim_rounds,
    "faucet.claim": lambda a, b: [Call((b["usdb"],), "faucet", (a.get("referrer", ZERO),))],
    "approve.revoke": lambda a, b: [Call((a["token"],), "approve", (a["spender"], 0))],
}

#: Actions whose transactions this package can verify, and therefore sign.
VERIFIED_ACTIONS = tuple(_EXPECTED)


def verify_build(build: Any, action: Action, wallet: str, book: Any, max_native_cost: int) -> None:
    """Raises UnexpectedTransactionError unless the transactions do the action and nothing else."""
    transactions = build["transactions"]
    if not 1 <= len(transactions) <= 2 or transactions[-1]["kind"] != "action":
        raise _unexpected("an action takes an approval at most, and one call")
    expect = _EXPECTED.get(action["action"])
    if expect is None:
        raise _unexpected(f"this package cannot verify {action['action']}")
    last = transactions[-1]
    call = next((each for each in expect(action, book) if _is_expected(last, each, build, action)), None)
    if call is None:
        raise _unexpected(f"the call of {last['to']} is not that of {action['action']}")
    if len(transactions) == 2:
        _verify_approval(transactions[0], call, last["to"], build, book)
    if build["calls"]["from"].lower() != wallet.lower():
        raise _unexpected("it is built for another wallet")
    _verify_frames(transactions, book["chainId"], max_native_cost)


def _is_expected(transaction: Any, call: Call, build: Any, action: Action) -> bool:
    to = transaction["to"].lower()
    if to == ZERO or to not in [each.lower() for each in call.to]:
        return False
    args = decode(call.name, transaction["data"])
    return args is not None and all(
        _matches(expected, arg, build["quote"], action) for expected, arg in zip(call.args, args)
    )


def _matches(expected: Any, arg: Any, quote: Any, action: Action) -> bool:
    if expected is ANY:
        return True
    if expected is MINIMUM:
        kept = 10_000 - action.get("slippageBp", 100)
        return any(
            int(out["minAmount"]) == arg and arg >= int(out["amount"]) * kept // 10_000
            for out in quote["out"]
        )
    if isinstance(expected, list):
        return (
            isinstance(arg, list)
            and len(arg) == len(expected)
            and all(_matches(one, other, quote, action) for one, other in zip(expected, arg))
        )
    if isinstance(expected, str):
        return isinstance(arg, str) and arg.lower() == expected.lower()
    return bool(arg == expected)


def _verify_approval(transaction: Any, call: Call, spender: str, build: Any, book: Any) -> None:
    if transaction["kind"] != "approve" or call.approval is None:
        raise _unexpected("the action needs no approval")
    token, amount = call.approval
    if token is not None and transaction["to"].lower() != token.lower():
        raise _unexpected("another token is to be approved")
    args = decode("approve", transaction["data"])
    if args is None or args[0] != spender.lower():
        raise _unexpected("another contract is to be approved")
    taken = sum(int(e["amount"]) for e in build["quote"]["in"] if e["asset"].lower() == book["usdb"].lower())
    # A bond grows until a proposal fixes it: a tenth more may be approved than is quoted.
    if args[1] != amount if amount is not None else args[1] > taken + taken // 10:
        raise _unexpected("the approval is not of the amount of the action")


def _verify_frames(transactions: list[Any], chain_id: int, max_native_cost: int) -> None:
    cost = 0
    for place, each in enumerate(transactions):
        if each["chainId"] != chain_id:
            raise _unexpected(f"it is for chain {each['chainId']}")
        if each["nonce"] != transactions[0]["nonce"] + place:
            raise _unexpected("the nonces do not follow each other")
        # None of the actions above carries native coins.
        if int(each["value"]) != 0:
            raise _unexpected("it sends native coins")
        cost += int(each["gas"]) * int(each["maxFeePerGas"])
    if cost > max_native_cost:
        raise _unexpected(f"its gas may cost {cost} wei")


def _unexpected(why: str) -> UnexpectedTransactionError:
    return UnexpectedTransactionError(
        f"Not signed, because it is not what was asked for: {why}", code="UNEXPECTED_TRANSACTION"
    )
