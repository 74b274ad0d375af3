"""What signs. The private key stays in the caller's process."""

from __future__ import annotations

from typing import Any, Protocol


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
