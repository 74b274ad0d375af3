"""The client of one service, for one wallet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import httpx

from .actions import Executed, again_if_bond_grew, build_doable, is_lost, maybe_sent, send_until_known, sign_build, to_executed
from .errors import AtollError
from .generated import types
from .generated.actions import ApproveActions, LeverageActions
from .generated.api import Api
from .keys import KeyFile
from .node import create_own_node, observe_build
from .outbox import Memory, describe_wish, execute_once
from .resources import (
    Agents,
    Faucet,
    Loans,
    Markets,
    Me,
    Portfolio,
    Reef,
    Service,
    Tokens,
    Updown,
    Vault,
    Vesting,
    Wallets,
)
from .sign_in import SignIn
from .signing import Signer
from .streams import StreamEvent, read_stream
from .transport import Transport
from .verification import Observation, verify_build

_DEFAULT_NATIVE_COST = 10**17


class Atoll:
    """Reads, and with a signer acts. Without a key the signer signs in when the service first asks for it."""

    def __init__(
        self,
        url: str,
        *,
        #: Signs in and signs transactions. Its private key never leaves the process.
        signer: Signer | None = None,
        key: str | None = None,
        #: Is told a key that was created, so that it can be kept. Without it, and without `key`, the SDK keeps the key
        #: in `$XDG_CONFIG_HOME/atoll/keys`, and finds it, or that of the command, the next time.
        on_key: Callable[[str], None] | None = None,
        #: Name of a key that is created.
        label: str = "atoll-sdk",
        #: Deletes the wallet's key when there is one already, in place of KEY_LIMIT_REACHED: a wallet has one key.
        replace_key: bool = False,
        #: Wallet of quotes and builds without a signer.
        wallet: str | None = None,
        #: Addresses of the deployment. Without them those of /contracts.json are taken once: then the service itself
        #: says what may be signed for.
        contracts: types.AddressBook | None = None,
        #: Domain of sign-in messages, where it is not the host of the URL.
        domain: str | None = None,
        #: Most of the native coin, in wei, that one action may cost in gas and fees.
        max_native_cost: int = _DEFAULT_NATIVE_COST,
        #: How often a read or a sending is repeated after a failure.
        retries: int = 2,
        #: A node of your own, by JSON-RPC with eth_simulateV1. What the service says of amounts, prices and nonces is
        #: held against it before anything is signed; without one its word is taken for prices.
        rpc_url: str | None = None,
        #: Seconds in which it is checked whether something was sent, after an answer was lost.
        patience: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.signer = signer
        self._wallet, self._contracts = wallet, contracts
        self._max_native_cost = max_native_cost
        self._on_key, self._label, self._domain, self._replace_key = on_key, label, domain, replace_key
        # Whoever gives a key, or wants to be told one, keeps it.
        is_kept = signer is not None and key is None and on_key is None
        self._key_file = KeyFile(self.url, signer.address) if signer and is_kept else None
        self._refused_keys: set[str] = set()
        self._node = create_own_node(rpc_url, transport) if rpc_url else None
        self._patience, self._outbox = patience, Memory()
        key = key or self._find_kept_key()
        self._transport = Transport(self.url, key, self._renew_key, retries, transport)
        self._turn, self._signing_in = threading.Lock(), threading.Lock()
        #: Every operation of the service, typed.
        self.api = Api(self._transport)
        self.tokens, self.markets = Tokens(self), Markets(self)
        self.loans, self.leverage = Loans(self), LeverageActions(self)
        self.vault, self.vesting = Vault(self), Vesting(self)
        self.updown, self.faucet = Updown(self), Faucet(self)
        self.agents, self.approvals = Agents(self), ApproveActions(self)
        self.me, self.reef, self.wallets = Me(self), Reef(self), Wallets(self)
        self.portfolio, self.service = Portfolio(self), Service(self)

    def __enter__(self) -> Atoll:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._transport.http.close()

    @property
    def key(self) -> str | None:
        return self._transport.key

    def request(self, method: str, path: str, *, query: Any = None, body: Any = None) -> Any:
        """JSON of a successful answer; raises the error of any other."""
        return self._transport.request(method, path, query=query, body=body)

    # Signing in

    def sign_in(self) -> str:
        """The API key; signs in by EIP-4361 when there is none."""
        if self._transport.key is None:
            key = self._renew_key()
            if key is None:
                remedy = "Give Atoll a `key`, or a `signer` that signs in."
                raise AtollError("There is neither a key nor a signer", code="NO_ACCOUNT", remedy=remedy)
            self._transport.key = key
        return self._transport.key

    def _find_kept_key(self) -> str | None:
        kept = self._key_file.list() if self._key_file else []
        return next((key for key in kept if key not in self._refused_keys), None)

    def sign_out(self) -> None:
        """Deletes the wallet's key at the service; programs that use it lose it."""
        if self.signer is None:
            raise AtollError("There is no signer", code="NO_ACCOUNT")
        self._sign_in_as(self.signer).revoke_key()
        if self._key_file:
            self._key_file.remove()
        self._transport.key = None

    def _renew_key(self) -> str | None:
        if self.signer is None:
            return None
        with self._signing_in:
            if self._transport.key is not None:
                self._refused_keys.add(self._transport.key)
            kept = self._find_kept_key()
            if kept is not None:
                return kept
            key = self._sign_in_as(self.signer).create_key()
        if self._on_key:
            self._on_key(key)
        if self._key_file:
            self._key_file.write(key)
        return key

    def _sign_in_as(self, signer: Signer) -> SignIn:
        return SignIn(self._transport.http, self.url, signer, self._label, self._domain, self._replace_key)

    # Actions

    def contracts(self) -> types.AddressBook:
        """Addresses of the deployment."""
        if self._contracts is None:
            self._contracts = self.api.get_contracts_json()
        return self._contracts

    def quote(self, action: types.Action) -> types.Quote:
        """What an action would do in the next block."""
        return self.api.post_api_v1_quote(self._named(action))

    def build(self, action: types.Action) -> types.TransactionBuild:
        """Unsigned transactions of an action, verified against it."""
        return self.inspect(action)[0]

    def inspect(self, action: types.Action) -> tuple[types.TransactionBuild, Observation | None]:
        """The same, with what an own node says of it; None without one, and where nobody signs."""
        named = self._named(action)
        build = self.api.post_api_v1_transactions_build(named)
        # A build that is blocked may have no transactions, and is not signed.
        if not build["transactions"]:
            return build, None
        wallet, book = named.get("wallet"), self.contracts()
        verify_build(build, named, wallet, book, self._max_native_cost)
        if self._node is None or wallet is None:
            return build, None
        return build, observe_build(self._node, named, build, wallet, book)

    def send(
        self, signed: Sequence[str], wait: Literal["sent", "mined", "indexed"] = "indexed"
    ) -> list[types.SentTransaction]:
        """Sends signed transactions. A second call with the same ones gives the same answer. MaybeSentError where the
        answer is lost."""
        body: types.PostApiV1TransactionsSendBody = {"signed": list(signed), "wait": wait}
        try:
            return self.api.post_api_v1_transactions_send(body)["transactions"]
        except AtollError as error:
            if is_lost(error):
                raise maybe_sent(signed, error) from error
            raise

    def check_sent(self, signed: Sequence[str]) -> list[types.SentTransaction]:
        """What became of signed transactions whose answer was lost; sends nothing twice."""
        sender = self.signer.address if self.signer else self._wallet
        return send_until_known(signed, self.send, self._node, sender, self._patience)

    def execute(self, action: types.Action) -> Executed:
        """Builds, verifies, signs, sends and waits until the index has the rows."""
        if self.signer is None:
            raise AtollError(
                "There is no signer",
                code="NO_ACCOUNT",
                remedy="Give Atoll a signer, or sign the transactions of build() elsewhere.",
            )
        # One after the other: two transactions of a wallet must not have the same nonce.
        signer = self.signer

        def sign() -> tuple[types.Quote, list[str]]:
            build, _ = build_doable(self, action)
            return build["quote"], sign_build(signer, build)

        with self._turn:
            return again_if_bond_grew(
                lambda: execute_once(
                    self._outbox,
                    describe_wish(self.url, signer.address, self._named(action)),
                    sign,
                    lambda quote, signed: to_executed(quote, self.check_sent(signed)),
                )
            )

    def _named(self, action: types.Action) -> types.Action:
        wallet = action.get("wallet") or (self.signer.address if self.signer else self._wallet)
        given: Any = action
        named: types.Action = given if wallet is None else {**given, "wallet": wallet}
        return named

    # Streams

    def stream(self, topics: Sequence[str], after: str | None = None) -> Iterator[StreamEvent]:
        """Rows of topics as they come; goes on behind the last event after a lost connection."""
        return read_stream(self._transport, topics, after)
