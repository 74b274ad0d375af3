"""The client of one service, for one wallet."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any
from urllib.parse import urlsplit

import httpx

from .errors import (
    ActionBlockedError,
    AtollError,
    NetworkError,
    TransactionRevertedError,
    read_retry_after,
    to_error,
)
from .resources import Actions, Agents, Loans, Markets, Me, Reef, Tokens, Updown, Vault, Vesting
from .signing import Signer
from .verification import Action, verify_build

_TRANSIENT = {429, 502, 503, 504}
_REPEATABLE = ("/api/v1/quote", "/api/v1/transactions/build", "/api/v1/transactions/send")
_RENEWABLE = {"UNAUTHENTICATED", "API_KEY_REQUIRED", "INVALID_API_KEY"}
_MOST_PAUSE = 30.0
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class Atoll:
    """Reads, and with a signer acts. Without a key the signer signs in when the service first asks for it."""

    def __init__(
        self,
        url: str,
        *,
        signer: Signer | None = None,
        key: str | None = None,
        contracts: dict[str, Any] | None = None,
        max_native_cost: int = 10**17,
        retries: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.signer = signer
        self.key = key
        self._contracts = contracts
        self._max_native_cost = max_native_cost
        self._retries = retries
        self._http = httpx.Client(base_url=self.url, timeout=90, transport=transport)
        self.tokens, self.markets = Tokens(self), Markets(self)
        self.loans, self.vault, self.vesting = Loans(self), Vault(self), Vesting(self)
        self.updown, self.agents, self.me, self.reef = Updown(self), Agents(self), Me(self), Reef(self)
        self.leverage, self.faucet = Actions(self, "leverage"), Actions(self, "faucet")
        self.approvals = Actions(self, "approve")

    def close(self) -> None:
        self._http.close()

    # Requests

    def request(self, method: str, path: str, *, query: Any = None, body: Any = None) -> Any:
        """JSON of a successful answer; raises the error of any other."""
        response = self._send(method, path, query, body)
        if response.status_code == 401 and self.signer and _json(response).get("code") in _RENEWABLE:
            self.sign_in()
            response = self._send(method, path, query, body)
        if response.status_code >= 400:
            raise to_error(response.status_code, _json(response), response.headers)
        return response.json()

    def _send(self, method: str, path: str, query: Any, body: Any) -> httpx.Response:
        headers = {"x-api-key": self.key} if self.key else {}
        params = {name: value for name, value in (query or {}).items() if value is not None}
        most = self._retries if method == "GET" or path in _REPEATABLE else 0
        for attempt in range(most + 1):
            response: httpx.Response | None = None
            try:
                response = self._http.request(method, path, params=params, json=body, headers=headers)
                if response.status_code not in _TRANSIENT or attempt == most:
                    return response
            except httpx.TransportError as error:
                if attempt == most:
                    raise NetworkError(f"{self.url} cannot be reached", code="OFFLINE") from error
            pause = read_retry_after(response.headers) if response is not None else None
            if pause is not None and pause > _MOST_PAUSE and response is not None:
                return response
            time.sleep(0.25 * 2**attempt if pause is None else pause)
        raise AssertionError("the loop returns or raises")

    # Signing in

    def sign_in(self) -> str:
        """Signs in by EIP-4361 and creates an API key."""
        if self.signer is None:
            raise AtollError("There is neither a key nor a signer", code="NO_ACCOUNT")
        nonce = self._call("GET", f"/api/auth/nonce?address={self.signer.address}")
        self._require_own_domain(nonce)
        message = _write_message(nonce, self.signer.address)
        signature = self.signer.sign_message(message)
        # The session stays in the client's cookies.
        self._call("POST", "/api/auth/verify", {"message": message, "signature": signature})
        self.key = str(self._call("POST", "/api/v1/auth/keys", {"label": "atoll-sdk"})["key"])
        self._http.cookies.clear()
        return self.key

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        response = self._http.request(method, path, json=body)
        if response.status_code >= 400:
            raise to_error(response.status_code, _json(response), response.headers)
        return response.json()

    def _require_own_domain(self, nonce: Any) -> None:
        own, named = urlsplit(self.url), urlsplit(nonce["uri"])
        is_loopback = own.hostname in _LOOPBACK and named.hostname in _LOOPBACK
        if nonce["domain"] == named.netloc and (named.netloc == own.netloc or is_loopback):
            return
        message = f"The service at {own.netloc} asks to sign in to {nonce['domain']}"
        raise AtollError(message, code="DOMAIN_MISMATCH")

    # Actions

    def contracts(self) -> dict[str, Any]:
        if self._contracts is None:
            self._contracts = self.request("GET", "/contracts.json")
        return self._contracts

    def quote(self, action: Action) -> dict[str, Any]:
        """What an action would do in the next block."""
        return dict(self.request("POST", "/api/v1/quote", body=self._named(action)))

    def build(self, action: Action) -> dict[str, Any]:
        """Unsigned transactions of an action. `execute` verifies them before it signs."""
        return dict(self.request("POST", "/api/v1/transactions/build", body=self._named(action)))

    def send(self, signed: list[str], wait: str = "indexed") -> list[dict[str, Any]]:
        """Sends signed transactions. A second call with the same ones gives the same answer."""
        body = {"signed": signed, "wait": wait}
        return list(self.request("POST", "/api/v1/transactions/send", body=body)["transactions"])

    def execute(self, action: Action) -> dict[str, Any]:
        """Builds, verifies, signs and sends, and answers quote, transactions and indexed events."""
        if self.signer is None:
            raise AtollError("There is no signer", code="NO_ACCOUNT")
        named = self._named(action)
        build = self.build(named)
        blockers = [*build["quote"]["blockers"], build["simulation"]["revert"]]
        for blocker in filter(None, blockers):
            raise ActionBlockedError(blocker["message"], code=blocker["code"], remedy=blocker["remedy"])
        verify_build(build, named, self.signer.address, self.contracts(), self._max_native_cost)
        signed = [self.signer.sign_transaction(_to_transaction(each)) for each in build["transactions"]]
        transactions = self._send_until_indexed(signed)
        for each in transactions:
            if each["status"] == "reverted":
                why = each.get("error") or {"message": "It was reverted", "code": "REVERTED"}
                raise TransactionRevertedError(why["message"], code=why["code"], remedy=why.get("remedy"))
        events = [event for each in transactions for event in each["events"]]
        return {"quote": build["quote"], "transactions": transactions, "events": events}

    def _send_until_indexed(self, signed: list[str]) -> list[dict[str, Any]]:
        for _ in range(3):
            transactions = self.send(signed)
            if all(each["status"] != "pending" for each in transactions):
                return transactions
        return self.send(signed)

    def _named(self, action: Action) -> Action:
        if self.signer is None or "wallet" in action:
            return action
        return {**action, "wallet": self.signer.address}

    # Streams

    def stream(self, topics: list[str], after: str | None = None) -> Iterator[dict[str, Any]]:
        """Rows of topics as they come; goes on behind the last event after a lost connection."""
        cursor, failures, retry = after, 0, 2.0
        while True:
            headers = {"accept": "text/event-stream"}
            headers |= {"x-api-key": self.key} if self.key else {}
            headers |= {"last-event-id": cursor} if cursor is not None else {}
            try:
                params = {"topics": ",".join(topics)}
                # Two heartbeats of 15 seconds, and some more.
                timeout = httpx.Timeout(40)
                with self._http.stream(
                    "GET", "/api/v1/stream", params=params, headers=headers, timeout=timeout
                ) as response:
                    if response.status_code >= 400:
                        response.read()
                        raise to_error(response.status_code, _json(response), response.headers)
                    for fields in _read_blocks(response):
                        retry = float(fields.get("retry", retry * 1_000)) / 1_000
                        if "event" in fields and fields["event"] != "ready":
                            failures = 0
                            data = json.loads(fields["data"])
                            yield {"event": fields["event"], "id": fields.get("id", ""), "data": data}
                        cursor = fields.get("id", cursor)
            except httpx.TransportError:
                pass
            except AtollError as error:
                if error.status != 429 and error.status < 500:
                    raise
                time.sleep(error.retry_after or 0)
            time.sleep(min(retry * 2 ** min(failures, 5), 60))
            failures += 1


def _read_blocks(response: httpx.Response) -> Iterator[dict[str, str]]:
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        line = line.rstrip("\n")
        if line == "":
            yield fields
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            fields[name] = value.lstrip(" ")


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _write_message(nonce: Any, address: str) -> str:
    """The message of EIP-4361."""
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return (
        f"{nonce['domain']} wants you to sign in with your Ethereum account:\n{address}\n\n"
        f"{nonce['statement']}\n\nURI: {nonce['uri']}\nVersion: 1\nChain ID: {nonce['chainId']}\n"
        f"Nonce: {nonce['nonce']}\nIssued At: {now}"
    )


def _to_transaction(each: Any) -> dict[str, Any]:
    """The fields as eth-account names them."""
    amounts = ("value", "gas", "maxFeePerGas", "maxPriorityFeePerGas")
    return {
        "type": 2,
        "to": each["to"],
        "data": each["data"],
        "nonce": each["nonce"],
        "chainId": each["chainId"],
        **{name: int(each[name]) for name in amounts},
    }
