"""The client against a service of the test: reads, pages, errors, repetition, streams, and what it signs."""

from __future__ import annotations

import json
import unittest
from typing import Any

import httpx
from atoll_sdk import (
    Atoll,
    AtollError,
    CursorExpiredError,
    InvalidRequestError,
    NotFoundError,
    TransactionRevertedError,
    UnexpectedTransactionError,
)
from atoll_sdk.actions import again_if_bond_grew

USDB, TIDE, SWAP, TOKEN, THIEF = ("0x" + digit * 40 for digit in "12345")
NAMES = ("marketTrading", "privateMarket", "resolver", "staking", "vesting")
BOOK: dict[str, Any] = {
    **{name: "0x" + f"{place + 10}" * 20 for place, name in enumerate(NAMES)},
    **{"usdb": USDB, "mainToken": TIDE, "swap": SWAP, "chainId": 31337, "upDown": {"btc": "0x" + "a" * 40}},
}
AMOUNT = 3 * 10**18


class FakeSigner:
    address = "0x" + "9" * 40

    def __init__(self) -> None:
        self.signed: list[dict[str, Any]] = []

    def sign_transaction(self, transaction: dict[str, Any]) -> str:
        self.signed.append(transaction)
        return "0x02"

    def sign_message(self, message: str) -> str:
        self.message = message
        return "0x01"


def serve(answers: Any, **options: Any) -> tuple[Atoll, list[httpx.Request]]:
    """A client whose requests are answered by these, one after the other or by a function."""
    asked: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return answers(request) if callable(answers) else answers.pop(0)

    return Atoll("http://atoll.test", transport=httpx.MockTransport(handle), **options), asked


def word(value: Any) -> str:
    return f"{int(value, 16) if isinstance(value, str) else int(value):064x}"


def buy_data(amount: int, minimum: int, path: list[str]) -> str:
    head = [amount, minimum, 128, False, len(path), *path]
    return "0xe99d4ff4" + "".join(map(word, head))


def approve_data(spender: str, amount: int) -> str:
    return "0x095ea7b3" + word(spender) + word(amount)


def to_calls(transactions: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The same calls for wallet_sendCalls."""
    return [{"to": each["to"], "data": each["data"], "value": hex(int(each["value"]))} for each in transactions]


def build_purchase() -> dict[str, Any]:
    frame = {"value": "0", "gas": "100000", "maxFeePerGas": "2", "maxPriorityFeePerGas": "1", "chainId": 31337}
    transactions = [
        {"kind": "approve", "to": USDB, "data": approve_data(SWAP, AMOUNT), "nonce": 4, **frame},
        {"kind": "action", "to": SWAP, "data": buy_data(AMOUNT, 99, [USDB, TIDE, TOKEN]), "nonce": 5, **frame},
    ]
    return {
        "quote": {
            "action": "token.buy",
            "in": [{"asset": USDB, "amount": str(AMOUNT), "usd": 3}],
            "gives": [],
            "out": [{"asset": TOKEN, "amount": "100", "minAmount": "99", "usd": 2.9}],
            "blockers": [],
            "fees": [],
        },
        "transactions": transactions,
        "calls": {"from": FakeSigner.address, "chainId": "0x7a69", "calls": to_calls(transactions)},
        "simulation": {"ok": True, "revert": None},
    }


def answer_purchase(request: httpx.Request) -> httpx.Response:
    """An honest service."""
    if request.url.path.endswith("/build"):
        return httpx.Response(200, json=build_purchase())
    sent = [{"hash": "0x", "status": "success", "events": []} for _ in json.loads(request.content)["signed"]]
    return httpx.Response(200, json={"transactions": sent})


class Reads(unittest.TestCase):
    def test_lists_all_pages_and_each_row_once(self) -> None:
        def page(ids: list[int], more: bool, number: int) -> httpx.Response:
            pagination = {"total": 4, "page": number, "limit": 2, "hasMore": more}
            return httpx.Response(200, json={"data": [{"id": each} for each in ids], "pagination": pagination})

        atoll, asked = serve([page([4, 3], True, 1), page([3, 2], True, 2), page([1], False, 3)], key="k")
        self.assertEqual([row["id"] for row in atoll.tokens.list(limit=2)], [4, 3, 2, 1])
        atoll, asked = serve([page([3, 2], True, 2)], key="k")
        self.assertEqual(atoll.tokens.list(limit=2).page(page=2)["pagination"]["page"], 2)
        self.assertEqual(dict(asked[0].url.params), {"limit": "2", "page": "2"})
        atoll, asked = serve([page([4, 3], True, 1), page([3, 2], True, 2), page([1], False, 3)], key="k")
        list(atoll.tokens.list(limit=2))
        self.assertEqual([dict(each.url.params)["limit"] for each in asked], ["2", "2", "2"])
        self.assertEqual(asked[0].headers["x-api-key"], "k")

    def test_raises_the_error_of_a_code(self) -> None:
        body = {"error": "Token not found", "code": "TOKEN_NOT_FOUND"}
        atoll, _ = serve([httpx.Response(404, json=body, headers={"x-request-id": "r1"})])
        with self.assertRaises(NotFoundError) as caught:
            atoll.tokens.get(TOKEN)
        error = caught.exception
        self.assertEqual((error.code, error.status, error.request_id), ("TOKEN_NOT_FOUND", 404, "r1"))

    def test_repeats_reads_and_sends_but_no_other_write(self) -> None:
        away = httpx.Response(503, json={}, headers={"retry-after": "0"})
        atoll, asked = serve([away, away, httpx.Response(200, json={"transactions": []})])
        self.assertEqual(atoll.send(["0x"]), [])
        self.assertEqual(len(asked), 3)
        atoll, asked = serve([away])
        self.assertRaises(AtollError, atoll.reef.post, content="x")
        self.assertEqual(len(asked), 1)

    def test_signs_in_when_it_is_asked_to_and_to_the_service_only(self) -> None:
        nonce = {"nonce": "a" * 24, "statement": "Sign in", "chainId": 31337}
        own = {**nonce, "domain": "atoll.test", "uri": "http://atoll.test"}

        def answer(request: httpx.Request) -> httpx.Response:
            path = request.url.path
            if path == "/api/auth/nonce":
                return httpx.Response(200, json=own)
            if path == "/api/v1/auth/keys":
                return httpx.Response(201, json={"key": "made"})
            if path == "/api/auth/verify":
                return httpx.Response(200, json={"ok": True})
            known = request.headers.get("x-api-key") == "made"
            return httpx.Response(200, json={"tier": 1}) if known else httpx.Response(401, json={"code": "UNAUTHENTICATED"})

        signer = FakeSigner()
        atoll, asked = serve(answer, signer=signer, on_key=lambda key: None)
        self.assertEqual(atoll.me.stats(), {"tier": 1})
        self.assertEqual(len(asked), 5)
        self.assertIn(f"Ethereum account:\n{signer.address}\n\nSign in\n\nURI: http://atoll.test\n", signer.message)
        own["domain"], own["uri"] = "bank.example", "https://bank.example"
        atoll, asked = serve(answer, signer=FakeSigner(), on_key=lambda key: None)
        with self.assertRaises(AtollError) as caught:
            atoll.sign_in()
        self.assertEqual(caught.exception.code, "DOMAIN_MISMATCH")
        self.assertEqual(len(asked), 1)

    def test_replaces_the_key_of_the_wallet_only_when_it_is_told_to(self) -> None:
        keys = [{"id": "7"}]
        nonce = {"nonce": "a" * 24, "statement": "Sign in", "chainId": 31337}
        own = {**nonce, "domain": "atoll.test", "uri": "http://atoll.test"}

        def answer(request: httpx.Request) -> httpx.Response:
            if request.method == "DELETE":
                keys.clear()
                return httpx.Response(200, json={"ok": True, "message": ""})
            if request.url.path == "/api/v1/auth/keys" and request.method == "POST":
                limited = httpx.Response(400, json={"error": "one key", "code": "KEY_LIMIT_REACHED"})
                return limited if keys else httpx.Response(201, json={"key": "made"})
            return httpx.Response(200, json={"keys": list(keys), **own})

        kept: list[str] = []
        atoll, _ = serve(answer, signer=FakeSigner(), on_key=kept.append)
        with self.assertRaises(InvalidRequestError) as caught:
            atoll.sign_in()
        self.assertEqual(caught.exception.code, "KEY_LIMIT_REACHED")
        atoll, _ = serve(answer, signer=FakeSigner(), on_key=kept.append, replace_key=True)
        self.assertEqual((atoll.sign_in(), kept), ("made", ["made"]))


class Streams(unittest.TestCase):
    def test_goes_on_behind_the_last_event(self) -> None:
        def text(*ids: str) -> httpx.Response:
            # Other separators of lines belong to the row.
            rows = [f'event: trade\nid: {each}\ndata: {{"id": "{each}", "name": "a\u2028b\u0085"}}\n\n' for each in ids]
            ready = "retry: 1\nevent: ready\nid: 0\ndata: {}\n\n"
            return httpx.Response(200, text=ready + "".join(rows) + ": heartbeat\n\n")

        expired = httpx.Response(410, json={"code": "CURSOR_EXPIRED", "error": "gone"})
        atoll, asked = serve([text("1", "2"), httpx.Response(503, json={}), text("3"), expired])
        events = atoll.stream(["trades"])
        self.assertEqual([next(events)["id"] for _ in range(3)], ["1", "2", "3"])
        self.assertEqual([each.headers.get("last-event-id") for each in asked], [None, "2", "2"])
        self.assertRaises(CursorExpiredError, next, events)


class Signing(unittest.TestCase):
    action = {"action": "token.buy", "token": TOKEN, "amount": str(AMOUNT)}

    def execute(self, change: Any) -> tuple[FakeSigner, Any]:
        def answer(request: httpx.Request) -> httpx.Response:
            response = answer_purchase(request)
            if not request.url.path.endswith("/build"):
                return response
            build = response.json()
            change(build)
            build["calls"]["calls"] = to_calls(build["transactions"])
            return httpx.Response(200, json=build)

        signer = FakeSigner()
        atoll, _ = serve(answer, signer=signer, contracts=BOOK, key="k")
        return signer, lambda: atoll.execute(self.action)

    def test_signs_what_was_asked_for(self) -> None:
        signer, execute = self.execute(lambda build: None)
        self.assertEqual(len(execute()["transactions"]), 2)
        self.assertEqual(signer.signed[1]["to"], SWAP)
        self.assertEqual(signer.signed[1]["gas"], 100_000)

    def test_a_service_that_lies_gets_no_signature(self) -> None:
        def fields(place: int, **changes: Any) -> Any:
            return lambda build: build["transactions"][place].update(changes)

        path = [USDB, TIDE, TOKEN]
        lies = {
            "another contract": fields(1, to=THIEF),
            "another chain": fields(1, chainId=1),
            "native coins": fields(1, value="1"),
            "a transfer": fields(1, to=USDB, data="0xa9059cbb" + word(THIEF) + word(AMOUNT)),
            "another amount": fields(1, data=buy_data(AMOUNT + 1, 99, path)),
            "another token": fields(1, data=buy_data(AMOUNT, 99, [USDB, TIDE, THIEF])),
            "less than quoted": fields(1, data=buy_data(AMOUNT, 0, path)),
            "another spender": fields(0, data=approve_data(THIEF, AMOUNT)),
            "a larger approval": fields(0, data=approve_data(SWAP, AMOUNT + 1)),
            "another approved token": fields(0, to=TOKEN),
            "a fortune of gas": fields(1, maxFeePerGas=str(10**13)),
            "a gap of nonces": fields(1, nonce=7),
            "cut data": fields(1, data=buy_data(AMOUNT, 99, path)[:-64]),
            "another wallet": lambda build: build["calls"].update({"from": THIEF}),
            "a third transaction": lambda build: build["transactions"].insert(0, build["transactions"][0]),
        }
        for name, lie in lies.items():
            with self.subTest(name):
                signer, execute = self.execute(lie)
                self.assertRaises(UnexpectedTransactionError, execute)
                self.assertEqual(signer.signed, [])


class Bonds(unittest.TestCase):
    """A bond that grows between build and block is approved anew, once."""

    @staticmethod
    def reverting(code: str, times: int) -> tuple[list[int], Any]:
        runs: list[int] = []

        def run() -> Any:
            runs.append(len(runs))
            if len(runs) <= times:
                raise TransactionRevertedError("reverted", code=code)
            return {"quote": {}, "transactions": [], "events": []}

        return runs, run

    def test_is_proposed_once_more(self) -> None:
        runs, run = self.reverting("BondGrown", 1)
        again_if_bond_grew(run)
        self.assertEqual(len(runs), 2)

    def test_is_given_up_when_it_grows_again_and_for_other_reasons(self) -> None:
        for code, times, expected in (("BondGrown", 2, 2), ("AlreadyProposed", 1, 1)):
            runs, run = self.reverting(code, times)
            self.assertRaises(TransactionRevertedError, again_if_bond_grew, run)
            self.assertEqual(len(runs), expected)


if __name__ == "__main__":
    unittest.main()
