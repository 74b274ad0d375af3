"""Reads the arguments of contract calls; only the types that the calls of actions have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_WORD = 32
_MOST_ITEMS = 1_000


def decode(selector: str, types: Sequence[str], data: str) -> list[Any] | None:
    """Arguments of a call; None for that of another function."""
    if not data.startswith(selector):
        return None
    try:
        body = bytes.fromhex(data[10:])
        return [_read(kind, body, place * _WORD) for place, kind in enumerate(types)]
    except ValueError:
        return None


def _uint(body: bytes, at: int) -> int:
    word = body[at : at + _WORD]
    if len(word) != _WORD:
        raise ValueError("the data ends early")
    return int.from_bytes(word, "big")


def _read(kind: str, frame: bytes, at: int) -> Any:
    if kind.endswith("[]"):
        start = _uint(frame, at)
        count, rest = _uint(frame, start), frame[start + _WORD :]
        if count > _MOST_ITEMS:
            raise ValueError("the list is too long")
        return [_read(kind[:-2], rest, place * _WORD) for place in range(count)]
    if kind == "string":
        start = _uint(frame, at)
        size = _uint(frame, start)
        text = frame[start + _WORD : start + _WORD + size]
        if len(text) != size:
            raise ValueError("the text ends early")
        return text.decode()
    value = _uint(frame, at)
    if kind == "address":
        if value >> 160:
            raise ValueError("no address")
        return f"0x{value:040x}"
    if kind == "bool":
        if value > 1:
            raise ValueError("no truth value")
        return value == 1
    if kind == "uint8" and value > 0xFF:
        raise ValueError("no uint8")
    return value
