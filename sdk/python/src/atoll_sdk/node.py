"""A node of the caller's own, against which the service's figures are held before anything is signed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import httpx

from .errors import NetworkError, TransactionRefusedError, UnexpectedTransactionError
from .keccak import keccak
from .rules import RULES, is_minimum, meets, read_amount, to_asset, with_defaults
from .verification import Observation, slippage_of

_WAD = 10**18
_TIMEOUT = 15.0
_WORD = 64

#: A contract, the data of a call, and the word of its answer that is the amount.
_View = tuple[str, str, int]

_BALANCE_OF = "70a08231"
_GET_USER_SHARES = "2f7136c1"
_GET_USER_BET = "430c3bb1"
_LEVERAGE_COUNT = "a89610ec"
_LEVERAGES = "2aa77393"
_GET_USD_PRICE = "c338287f"
_VESTING_SCHEDULES = "6d3cbe21"
_GET_ALL_OUTCOMES = "0913db1f"


#: JSON-RPC: the method and its parameters.
OwnNode = Callable[[str, Sequence[Any]], Any]


def create_own_node(url: str, transport: httpx.BaseTransport | None = None) -> OwnNode:
    client = httpx.Client(timeout=_TIMEOUT, transport=transport)

    def ask(method: str, params: Sequence[Any]) -> Any:
        try:
            answer = client.post(url, json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).json()
        except (httpx.TransportError, ValueError) as error:
            raise _node_error("it cannot be reached") from error
        if answer.get("error"):
            raise _node_error(f"{method}: {answer['error'].get('message', 'refused')}")
        return answer.get("result")

    return ask


def observe_build(node: OwnNode, action: Mapping[str, Any], build: Any, wallet: str, book: Any) -> Observation:
    """Tries the verified transactions on an own node, and holds what the service says against it: the chain, the
    nonces, and the least amount, which must follow from what the node says that the action gives now."""
    chain_id, nonce = int(node("eth_chainId", []), 16), build["transactions"][0]["nonce"]
    latest, pending = (int(node("eth_getTransactionCount", [wallet, at]), 16) for at in ("latest", "pending"))
    if chain_id != book["chainId"]:
        raise _unexpected(f"your own node is of chain {chain_id}")
    if not latest <= nonce <= pending:
        raise _unexpected(f"its nonce is {nonce}, and your own node has {pending} next")
    rule = RULES[action["action"]]
    has_minimum = any(is_minimum(term) for call in rule["calls"] for term in call["args"])
    bound = [out for out in build["quote"]["out"] if has_minimum or out["amount"] != out["minAmount"]]
    groups = [_list_views(node, out["asset"], action, build, wallet, book) for out in bound]
    views = [_view(book["usdb"], _BALANCE_OF, wallet), *(view for group in groups for view in group)]
    changes = _simulate(node, views, build["transactions"], wallet)
    slippage_bp = slippage_of(action)
    # Between the service's block and that of the own node the price may move by the slippage once more.
    tolerance = min(10_000, slippage_bp + max(slippage_bp, 100))
    place = 1
    for out, group in zip(bound, groups):
        gained = max([0, *changes[place : place + len(group)]])
        place += len(group)
        if int(out["minAmount"]) < gained * (10_000 - tolerance) // 10_000:
            name = out.get("symbol") or out["asset"]
            raise _unexpected(f"it accepts {out['minAmount']} of {name}, and your own node says that it gives {gained}")
    given = _observe_given(node, rule["gives"], action, build, book) if "gives" in rule else None
    return Observation(max(0, -changes[0]), given)


def find_sent(node: OwnNode, signed: Sequence[str], wallet: str | None) -> list[Any] | None:
    """What a node knows of signed transactions: by hash; None where it knows nothing. Raises where their nonce was used
    by another one, since then they cannot be mined any more."""
    found = [_find_transaction(node, hash_of(each)) for each in signed]
    if found[-1] is not None:
        return [each for each in found if each is not None]
    nonce = _nonce_of(signed[-1])
    if wallet is None or nonce is None or int(node("eth_getTransactionCount", [wallet, "latest"]), 16) <= nonce:
        return None
    raise TransactionRefusedError(
        "It was not sent: another transaction has taken its nonce", code="TRANSACTION_REFUSED", remedy="Do it again."
    )


def hash_of(signed: str) -> str:
    return "0x" + keccak(bytes.fromhex(signed[2:])).hex()


def _find_transaction(node: OwnNode, hash: str) -> Any:
    receipt = node("eth_getTransactionReceipt", [hash])
    if receipt is not None:
        status = "success" if receipt["status"] == "0x1" else "reverted"
        return {"hash": hash, "status": status, "blockNumber": int(receipt["blockNumber"], 16), "events": []}
    if node("eth_getTransactionByHash", [hash]) is None:
        return None
    return {"hash": hash, "status": "pending", "blockNumber": None, "events": []}


def _nonce_of(signed: str) -> int | None:
    """The second number of the list that an EIP-1559 transaction is."""
    data = bytes.fromhex(signed[2:])
    if len(data) < 4 or data[0] != 2 or data[1] < 0xC0:
        return None
    at, value = (2 if data[1] < 0xF8 else 2 + data[1] - 0xF7), 0
    for _ in range(2):
        if at >= len(data):
            return None
        size = data[at] - 0x80 if data[at] >= 0x80 else 0
        value = int.from_bytes(data[at + 1 : at + 1 + size], "big") if data[at] >= 0x80 else data[at]
        at += 1 + size
    return value


def _view(to: str, selector: str, *args: Any, word: int = 0) -> _View:
    words = (f"{int(each, 16) if isinstance(each, str) else each:064x}" for each in args)
    return to, f"0x{selector}{''.join(words)}", word


def _list_views(node: OwnNode, asset: str, action: Any, build: Any, wallet: str, book: Any) -> list[_View]:
    """Where the amount of an asset of a quote can be read; what the wallet gains is the highest of the changes."""
    match asset.split(":"):
        case [market, outcome]:
            trading = build["transactions"][-1]["to"]
            return [_view(trading, _GET_USER_SHARES, market, wallet, int(outcome))]
        case [contract, timeframe, round_id, _]:
            return [_view(contract, _GET_USER_BET, int(timeframe), int(round_id), wallet, word=2)]
    if action["action"] == "leverage.open":
        count = _word_at(_read(node, _view(book["mainToken"], _LEVERAGE_COUNT, wallet)), 0)
        return [_view(book["mainToken"], _LEVERAGES, wallet, count + 1, word=2)]
    # What vests is bought into a schedule.
    return [_view(asset, _BALANCE_OF, wallet), _view(asset, _BALANCE_OF, book["vesting"])]


def _simulate(node: OwnNode, views: Sequence[_View], transactions: Any, wallet: str) -> list[int]:
    """Changes of what the views read, by the transactions in the next block."""
    reads = [{"from": wallet, "to": to, "data": data} for to, data, _ in views]
    writes = [
        {"from": wallet, "to": each["to"], "data": each["data"], "value": hex(int(each["value"]))}
        for each in transactions
    ]
    request = {"blockStateCalls": [{"calls": [*reads, *writes, *reads]}], "validation": False}
    results = node("eth_simulateV1", [request, "latest"])[0]["calls"]
    if any(each["status"] != "0x1" for each in results[len(reads) : len(reads) + len(writes)]):
        raise _unexpected("your own node says that it reverts")
    after = results[len(reads) + len(writes) :]
    return [
        _word_at(new["returnData"], word) - _word_at(old["returnData"], word)
        for (_, _, word), old, new in zip(views, results, after)
    ]


def _observe_given(node: OwnNode, gives: Any, action: Any, build: Any, book: Any) -> int | None:
    fields = with_defaults(RULES[action["action"]], action)
    if "unless" in gives and meets(gives["unless"], fields):
        return None
    asset = None if gives["asset"] is None else to_asset(gives["asset"], fields, book)
    named = None if gives["amount"] is None else read_amount(fields.get(gives["amount"]["field"]))
    if isinstance(asset, str) and ":" in asset:
        market, outcome = asset.split(":")
        trading = build["transactions"][-1]["to"]
        infos = _read(node, _view(book["reader"], _GET_ALL_OUTCOMES, trading, market))
        return _worth(named or 0, _share_price(infos, int(outcome)))
    if isinstance(asset, str):
        return _worth(named or 0, _read_price(node, asset, book))
    schedule = _read(node, _view(book["vesting"], _VESTING_SCHEDULES, int(fields["vestingId"])))
    token = f"0x{_word_at(schedule, 2):040x}"
    left = _word_at(schedule, 4) - _word_at(schedule, 5)
    return _worth(left if named is None else named, _read_price(node, token, book))


def _worth(amount: int, price: int) -> int:
    return -(-amount * price // _WAD)


def _read_price(node: OwnNode, token: str, book: Any) -> int:
    is_dollar = token.lower() == book["usdb"].lower()
    return _WAD if is_dollar else _word_at(_read(node, _view(token, _GET_USD_PRICE)), 0)


def _share_price(infos: str, outcome: int) -> int:
    """`pricePerShare` of an outcome in what `getAllOutcomes` returns: a list of structs with a text."""
    return _word_at(infos, 2 + _word_at(infos, 2 + outcome) // 32 + 5)


def _read(node: OwnNode, view: _View) -> str:
    to, data, _ = view
    return str(node("eth_call", [{"to": to, "data": data}, "latest"]))


def _word_at(data: str, place: int) -> int:
    """A word of 32 bytes; 0 behind the end."""
    digits = data[2 + _WORD * place : 2 + _WORD * (place + 1)]
    return int(digits, 16) if len(digits) == _WORD else 0


def _node_error(why: str) -> NetworkError:
    return NetworkError(
        f"Your own node: {why}",
        code="RPC_UNAVAILABLE",
        remedy="Check the address of the node (`rpc_url`); it must know eth_simulateV1. Without one the service's word is"
        " taken for prices.",
    )


def _unexpected(why: str) -> UnexpectedTransactionError:
    return UnexpectedTransactionError(
        f"Not signed, because the service's figures are wrong: {why}",
        code="UNEXPECTED_TRANSACTION",
        remedy="Try again: prices may have moved. If it stays so, the service or the node is wrong: sign nothing.",
    )
