"""What becomes of an action whose answer is lost, and what an own node says of a build."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from atoll_sdk import Atoll, LimitedSigner, LimitError, MaybeSentError, NetworkError, UnexpectedTransactionError
from atoll_sdk.keccak import keccak
from atoll_sdk.node import hash_of
from test_client import AMOUNT, BOOK, TOKEN, FakeSigner, build_purchase, serve

ACTION: Any = {"action": "token.buy", "token": TOKEN, "amount": str(AMOUNT)}
#: A list of an EIP-1559 transaction, whose first two numbers are the chain and the nonce 5.
SIGNED = "0x02c4827a690580"
NODE = "http://node.test"


class Signer(FakeSigner):
    def sign_transaction(self, transaction: dict[str, Any]) -> str:
        super().sign_transaction(transaction)
        return SIGNED


def lost(signed: list[str]) -> httpx.Response:
    raise httpx.ConnectError("gone")


def done(status: str) -> Any:
    def answer(signed: list[str]) -> httpx.Response:
        sent = [{"hash": hash_of(each), "status": status, "blockNumber": 7, "events": []} for each in signed]
        return httpx.Response(200, json={"transactions": sent})

    return answer


def refused(signed: list[str]) -> httpx.Response:
    return httpx.Response(422, json={"error": "nonce too low", "code": "TRANSACTION_REFUSED"})


class World:
    """A service, and a node, whose answers a test chooses."""

    def __init__(self, *answers: Any, node: dict[str, Any] | None = None, change: Any = None) -> None:
        self.answers, self.node, self.change = list(answers), node, change
        self.builds, self.given = 0, 0

    def connect(self, **options: Any) -> Atoll:
        return serve(self.answer, signer=Signer(), contracts=BOOK, key="k", retries=0, patience=0, **options)[0]

    def answer(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        if str(request.url).startswith(NODE):
            return httpx.Response(200, json={"result": (self.node or {}).get(body["method"])})
        if request.url.path.endswith("/build"):
            self.builds += 1
            build = build_purchase()
            if self.change:
                self.change(build)
            return httpx.Response(200, json=build)
        self.given += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(body["signed"])


class Sending(unittest.TestCase):
    def test_says_that_it_may_have_been_sent_and_signs_nothing_anew(self) -> None:
        world = World(lost, lost, done("success"))
        atoll = world.connect()
        for _ in range(2):
            with self.assertRaises(MaybeSentError) as caught:
                atoll.execute(ACTION)
        error = caught.exception
        self.assertEqual(error.code, "MAYBE_SENT")
        self.assertIn(f"Checking whether it was sent: {hash_of(SIGNED)}", str(error))
        self.assertNotRegex(f"{error} {error.remedy}", "(?i)failed|try again")
        self.assertEqual(atoll.execute(ACTION)["transactions"][0]["status"], "success")
        self.assertEqual(world.builds, 1)
        atoll.execute(ACTION)
        self.assertEqual(world.builds, 2)

    def test_asks_again_by_itself(self) -> None:
        world = World(lost, done("success"))
        atoll = world.connect()
        atoll._patience = 5.0
        self.assertEqual(atoll.execute(ACTION)["transactions"][0]["status"], "success")
        self.assertEqual((world.builds, world.given), (1, 2))

    def test_does_again_what_was_refused_or_reverted(self) -> None:
        for second in (refused, done("reverted")):
            world = World(lost, second, done("success"))
            atoll = world.connect()
            self.assertRaises(MaybeSentError, atoll.execute, ACTION)
            atoll.execute(ACTION)
            self.assertEqual((world.builds, world.given), (2, 3))

    def test_another_run_goes_on(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "limits.json"
            world = World(lost, done("success"))
            self.assertRaises(MaybeSentError, LimitedSigner(Signer(), file).execute, world.connect(), ACTION)
            LimitedSigner(Signer(), file).execute(world.connect(), ACTION)
            self.assertEqual(world.builds, 1)
            self.assertEqual(list((Path(folder) / "limits.json.sending").iterdir()), [])

    def test_looks_for_it_on_an_own_node(self) -> None:
        # As the fields say: after the simulation nothing but the receipt is asked for.
        node = {"eth_getTransactionReceipt": {"status": "0x1", "blockNumber": "0x9"}}
        atoll = World(lost, node=node).connect(rpc_url=NODE)
        self.assertEqual(atoll.check_sent([SIGNED])[0]["blockNumber"], 9)
        world = World(lost, node={"eth_getTransactionCount": "0x5"})
        self.assertRaises(MaybeSentError, world.connect(rpc_url=NODE).check_sent, [SIGNED])
        world.node = {"eth_getTransactionCount": "0x6"}
        with self.assertRaises(Exception) as caught:
            world.connect(rpc_url=NODE).check_sent([SIGNED])
        self.assertIn("another transaction has taken its nonce", str(caught.exception))

    def test_hashes_as_ethereum_does(self) -> None:
        empty = "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
        self.assertEqual(keccak(b"").hex(), empty)


class OwnNode(unittest.TestCase):
    def build(self, gained: int, **changes: Any) -> None:
        word = lambda amount: {"status": "0x1", "returnData": f"0x{amount:064x}"}  # noqa: E731
        # USDB, then the token at two places; approval and action.
        calls = [*[word(0)] * 3, {"status": changes.pop("status", "0x1")}, {"status": "0x1"}, *[word(gained)] * 3]
        node = {
            **{"eth_chainId": "0x7a69", "eth_getTransactionCount": "0x4", "eth_simulateV1": [{"calls": calls}]},
            **changes,
        }
        World(done("success"), node=node).connect(rpc_url=NODE, wallet=FakeSigner.address).build(ACTION)

    def test_holds_the_service_to_what_it_says(self) -> None:
        self.build(100)
        self.build(101)
        for lie in ({"eth_chainId": "0x1"}, {"eth_getTransactionCount": "0x5"}, {"status": "0x0"}):
            self.assertRaises(UnexpectedTransactionError, self.build, 100, **lie)
        # 99 are accepted, of what gives 103.
        self.assertRaises(UnexpectedTransactionError, self.build, 103)

    def test_that_is_away_signs_nothing(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            if str(request.url).startswith(NODE):
                raise httpx.ConnectError("gone")
            return httpx.Response(200, json=build_purchase())

        atoll, _ = serve(answer, signer=FakeSigner(), contracts=BOOK, key="k", rpc_url=NODE)
        self.assertRaises(NetworkError, atoll.build, ACTION)


class Limits(unittest.TestCase):
    def refuse(self, code: str, action: Any, limits: str = "{}") -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "limits.json"
            file.write_text(limits)
            os.chmod(file, 0o600)
            with self.assertRaises(LimitError) as caught:
                LimitedSigner(Signer(), file).execute(World(done("success")).connect(), action)
            self.assertEqual(caught.exception.code, code)

    def test_hold_the_slippage(self) -> None:
        self.refuse("LIMIT_SLIPPAGE", {**ACTION, "slippageBp": 301})
        self.refuse("LIMIT_SLIPPAGE", ACTION, '{"maxSlippageBp": 99}')
        for wrong in ("5001", "-1", "1.5", "true", '"3"'):
            self.refuse("LIMITS_UNREADABLE", ACTION, f'{{"maxSlippageBp": {wrong}}}')


class Keys(unittest.TestCase):
    def test_are_kept_for_the_next_run(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": folder}):
            nonce = {"nonce": "a" * 24, "statement": "Sign in", "chainId": 31337}
            own = {**nonce, "domain": "atoll.test", "uri": "http://atoll.test", "keys": []}
            made: list[str] = []

            def answer(request: httpx.Request) -> httpx.Response:
                if request.url.path == "/api/v1/auth/keys" and request.method == "POST":
                    made.append(f"key-{len(made)}")
                    return httpx.Response(201, json={"key": made[-1]})
                if request.url.path == "/api/v1/me/stats" and request.headers.get("x-api-key") not in made[-1:]:
                    return httpx.Response(401, json={"code": "INVALID_API_KEY"})
                return httpx.Response(200, json=own)

            for _ in range(2):
                serve(answer, signer=FakeSigner())[0].me.stats()
            self.assertEqual(made, ["key-0"])
            made.append("another program's")
            serve(answer, signer=FakeSigner())[0].me.stats()
            self.assertEqual(made[-1], "key-2")
            [file] = (Path(folder) / "atoll" / "keys").iterdir()
            self.assertEqual(file.stat().st_mode & 0o777, 0o600)


if __name__ == "__main__":
    unittest.main()
