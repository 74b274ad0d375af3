"""Signs as EthAccountSigner does, in plain Python: for tests where eth-account is not there. Not for money: its time
tells of the key."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from atoll_sdk.keccak import keccak

_PRIME = 2**256 - 2**32 - 977
_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_Point = tuple[int, int]
_BASE: _Point = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


class KeySigner:
    def __init__(self, private_key: str) -> None:
        self._key = int(private_key, 16)
        x, y = _multiply(self._key, _BASE)
        self.address = "0x" + keccak(x.to_bytes(32, "big") + y.to_bytes(32, "big"))[-20:].hex()

    def sign_transaction(self, transaction: dict[str, Any]) -> str:
        names = ("chainId", "nonce", "maxPriorityFeePerGas", "maxFeePerGas", "gas")
        fields: list[Any] = [transaction[name] for name in names]
        fields += [bytes.fromhex(transaction["to"][2:]), transaction["value"], bytes.fromhex(transaction["data"][2:]), []]
        r, s, parity = self._sign(keccak(b"\x02" + _encode(fields)))
        return "0x02" + _encode([*fields, parity, r, s]).hex()

    def sign_message(self, message: str) -> str:
        text = message.encode()
        r, s, parity = self._sign(keccak(b"\x19Ethereum Signed Message:\n%d" % len(text) + text))
        return f"0x{r:064x}{s:064x}{27 + parity:02x}"

    def _sign(self, digest: bytes) -> tuple[int, int, int]:
        nonce = _make_nonce(self._key, digest)
        x, y = _multiply(nonce, _BASE)
        r, parity = x % _ORDER, y & 1
        s = pow(nonce, -1, _ORDER) * (int.from_bytes(digest, "big") + r * self._key) % _ORDER
        return (r, _ORDER - s, 1 - parity) if s > _ORDER // 2 else (r, s, parity)


def _make_nonce(key: int, digest: bytes) -> int:
    """RFC 6979, whose first candidate is below the order but for once in 2^128 times."""
    seed = key.to_bytes(32, "big") + (int.from_bytes(digest, "big") % _ORDER).to_bytes(32, "big")
    mac, value = b"\x00" * 32, b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        mac = hmac.digest(mac, value + mark + seed, hashlib.sha256)
        value = hmac.digest(mac, value, hashlib.sha256)
    return int.from_bytes(hmac.digest(mac, value, hashlib.sha256), "big")


def _add(one: _Point | None, other: _Point | None) -> _Point | None:
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % _PRIME == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, _PRIME) if one == other else (y2 - y1) * pow(x2 - x1, -1, _PRIME)
    x = (slope * slope - x1 - x2) % _PRIME
    return x, (slope * (x1 - x) - y1) % _PRIME


def _multiply(factor: int, point: _Point) -> _Point:
    total: _Point | None = None
    power: _Point | None = point
    while factor:
        if factor & 1:
            total = _add(total, power)
        power, factor = _add(power, power), factor >> 1
    if total is None:
        raise ValueError("no such point")
    return total


def _encode(item: Any) -> bytes:
    """Recursive length prefix."""
    if isinstance(item, list):
        body, offset = b"".join(map(_encode, item)), 0xC0
    else:
        body = item.to_bytes((item.bit_length() + 7) // 8, "big") if isinstance(item, int) else item
        offset = 0x80
        if len(body) == 1 and body[0] < 0x80:
            return body
    if len(body) < 56:
        return bytes([offset + len(body)]) + body
    size = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([offset + 55 + len(size)]) + size + body
