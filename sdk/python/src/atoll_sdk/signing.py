"""What signs. The private key stays in the caller's process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .actions import Executed, again_if_bond_grew, build_doable, sign_build, to_executed
from .errors import LimitError
from .generated import types
from .limits import Limits, format_usdb, read_limits
from .outbox import Folder, describe_wish, execute_once
from .spending import DailySpending, beyond_day, count_usdb
from .verification import slippage_of

if TYPE_CHECKING:
    from .client import Atoll


class Signer(Protocol):
    """An account; `EthAccountSigner` is one with eth-account."""

    address: str

    def sign_transaction(self, transaction: dict[str, Any]) -> str:
        """The signed bytes of an EIP-1559 transaction, in hexadecimal digits."""
        ...

    def sign_message(self, message: str) -> str:
        """The signature of a text after EIP-191, in hexadecimal digits."""
        ...


class EthAccountSigner:
    """Signs with a private key, by eth-account."""

    def __init__(self, private_key: str) -> None:
        from eth_account import Account

        self._account = Account.from_key(private_key)
        self.address: str = self._account.address

    def sign_transaction(self, transaction: dict[str, Any]) -> str:
        signed = self._account.sign_transaction(transaction)
        raw = getattr(signed, "raw_transaction", None) or signed.rawTransaction
        return "0x" + bytes(raw).hex()

    def sign_message(self, message: str) -> str:
        from eth_account.messages import encode_defunct

        signature = self._account.sign_message(encode_defunct(text=message)).signature
        return "0x" + bytes(signature).hex()


@dataclass(frozen=True)
class CheckedAction:
    """An action that may be signed: within the limits, verified, and possible now."""

    build: types.TransactionBuild
    usdb: int
    limits: Limits


class LimitedSigner:
    """Signs actions within the limits of a file, which is read before each of them. `confirm` is asked above
    `confirm_above`; where it says no, nothing is signed. Programs go without it."""

    def __init__(
        self,
        signer: Signer,
        limits_file: str | Path,
        *,
        confirm: Callable[[CheckedAction], bool] | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        self.signer = signer
        self._limits_file = Path(limits_file)
        self._confirm, self._now = confirm, now
        self._daily = DailySpending(limits_file)
        self._outbox = Folder(Path(limits_file))
        self._turn = threading.Lock()

    def check(self, atoll: Atoll, action: types.Action) -> CheckedAction:
        """Everything but the signature: builds, verifies and holds the action against the limits."""
        limits, now = read_limits(self._limits_file), self._now()
        _require_allowed(limits, action["action"], now)
        _require_slippage(limits, slippage_of(action))
        own: Any = {**action, "wallet": self.signer.address}
        build, observed = build_doable(atoll, own)
        counted = count_usdb(own, build, atoll.contracts(), observed)
        if not counted.is_whole:
            _require_named(limits, action["action"])
        _require_amount(limits, counted.usdb, self._daily.spent_on(now))
        return CheckedAction(build, counted.usdb, limits)

    def execute(self, atoll: Atoll, action: types.Action) -> Executed:
        """Checks, counts, signs and sends, and answers the indexed rows. After MaybeSentError the same again goes on
        checking, also in another run, and sends nothing twice."""
        return again_if_bond_grew(lambda: self._execute_once(atoll, action))

    def _execute_once(self, atoll: Atoll, action: types.Action) -> Executed:
        with self._turn:
            executed: Executed = execute_once(
                self._outbox,
                describe_wish(atoll.url, self.signer.address, action),
                lambda: self._sign(atoll, action),
                lambda quote, signed: to_executed(quote, atoll.check_sent(signed)),
            )
            return executed

    def _sign(self, atoll: Atoll, action: types.Action) -> tuple[types.Quote, list[str]]:
        checked = self.check(atoll, action)
        limits, usdb = checked.limits, checked.usdb
        is_large = limits.confirm_above is not None and usdb > limits.confirm_above
        if is_large and self._confirm and not self._confirm(checked):
            raise _declined()
        wallet = self.signer.address
        reservation = self._daily.reserve(usdb, action["action"], wallet, limits.max_per_day, self._now())
        try:
            signed = sign_build(self.signer, checked.build)
        except BaseException:
            self._daily.release(reservation)
            raise
        # From here on it counts, whatever the service answers: it has what it needs to send it later.
        return checked.build["quote"], signed


def _require_allowed(limits: Limits, action: str, now: datetime) -> None:
    if limits.expires is not None and now >= limits.expires:
        raise LimitError(
            f"The limits of this signer ended at {limits.expires.isoformat()}",
            code="LIMITS_EXPIRED",
            remedy="Set a later `expires` in the file of the limits.",
        )
    if limits.actions is not None and action not in limits.actions:
        raise LimitError(
            f"This signer may not sign {action}",
            code="ACTION_NOT_ALLOWED",
            remedy="The owner of the key can allow it: `actions` in the file of the limits.",
        )


def _require_slippage(limits: Limits, slippage_bp: int) -> None:
    most = limits.max_slippage_bp
    if most is not None and slippage_bp > most:
        raise LimitError(
            f"A slippage of {slippage_bp / 100:g} % exceeds the limit of {most / 100:g} %",
            code="LIMIT_SLIPPAGE",
            remedy="Choose a smaller slippageBp, or raise maxSlippageBp in the file of the limits.",
        )


def _require_named(limits: Limits, action: str) -> None:
    """Nobody can say what it takes from the wallet: the owner of the key must have allowed just this action."""
    if limits.actions is None or action not in limits.actions:
        raise LimitError(
            f"What {action} is worth is not known, so that no limit can hold it",
            code="WORTH_UNKNOWN",
            remedy="Give Atoll a node of your own (`rpc_url`), which tells the worth, or name the action in `actions` in"
            " the file of the limits.",
        )


def _require_amount(limits: Limits, usdb: int, spent: int) -> None:
    most = limits.max_per_action
    if most is not None and usdb > most:
        raise LimitError(
            f"{format_usdb(usdb)} USDB exceed the limit of {format_usdb(most)} USDB per action",
            code="LIMIT_PER_ACTION",
            remedy="Choose a smaller amount, or raise maxPerAction in the file of the limits.",
        )
    if limits.max_per_day is not None and usdb > 0 and spent + usdb > limits.max_per_day:
        raise beyond_day(spent, usdb, limits.max_per_day)


def _declined() -> LimitError:
    return LimitError(
        "It was not confirmed",
        code="NOT_CONFIRMED",
        remedy="Confirm it, or raise confirmAbove in the file of the limits.",
    )
