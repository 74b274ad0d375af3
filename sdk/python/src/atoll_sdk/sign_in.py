"""Signs in by EIP-4361, and makes and deletes the wallet's API key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from .errors import AtollError, NetworkError, to_error
from .transport import read_json

if TYPE_CHECKING:
    from .signing import Signer

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_KEYS = "/api/v1/auth/keys"


@dataclass(frozen=True)
class SignIn:
    http: httpx.Client
    url: str
    signer: Signer
    label: str
    #: Domain of the message, where it is not the host of the URL.
    domain: str | None
    #: Deletes the key that the wallet has.
    replace: bool

    def create_key(self) -> str:
        """A wallet has one key: KEY_LIMIT_REACHED where there is one that is not to be replaced."""
        try:
            self._open_session()
            if self.replace:
                self._delete_keys()
            return str(self._call("POST", _KEYS, {"label": self.label})["key"])
        finally:
            self.http.cookies.clear()

    def revoke_key(self) -> None:
        try:
            self._open_session()
            self._delete_keys()
        finally:
            self.http.cookies.clear()

    def _open_session(self) -> None:
        """The session stays in the client's cookies."""
        nonce = self._call("GET", f"/api/auth/nonce?address={self.signer.address}")
        self._require_own_domain(nonce)
        message = _write_message(nonce, self.signer.address)
        signature = self.signer.sign_message(message)
        self._call("POST", "/api/auth/verify", {"message": message, "signature": signature})

    def _delete_keys(self) -> None:
        for each in self._call("GET", _KEYS)["keys"]:
            self._call("DELETE", f"{_KEYS}/{each['id']}")

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        try:
            response = self.http.request(method, path, json=body)
        except httpx.TransportError as error:
            raise NetworkError(f"{self.url} cannot be reached", code="OFFLINE") from error
        if response.status_code >= 400:
            raise to_error(response.status_code, read_json(response), response.headers)
        return response.json()

    def _require_own_domain(self, nonce: Any) -> None:
        """A message for another site would sign in there: the service must name itself."""
        own, named = urlsplit(self.url), urlsplit(nonce["uri"])
        is_loopback = own.hostname in _LOOPBACK and named.hostname in _LOOPBACK
        is_own = nonce["domain"] == (self.domain or own.netloc) or is_loopback
        if nonce["domain"] == named.netloc and is_own:
            return
        raise AtollError(
            f"The service at {own.netloc} asks to sign in to {nonce['domain']}",
            code="DOMAIN_MISMATCH",
            remedy="Use the address under which the service knows itself, or name its domain.",
        )


def _write_message(nonce: Any, address: str) -> str:
    """The message of EIP-4361."""
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return (
        f"{nonce['domain']} wants you to sign in with your Ethereum account:\n{address}\n\n"
        f"{nonce['statement']}\n\nURI: {nonce['uri']}\nVersion: 1\nChain ID: {nonce['chainId']}\n"
        f"Nonce: {nonce['nonce']}\nIssued At: {now}"
    )
