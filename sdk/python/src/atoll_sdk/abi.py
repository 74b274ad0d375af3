"""Reads the arguments of contract calls; only the types that the calls of actions have."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

CALLS: dict[str, dict[str, Any]] = json.loads(
    resources.files("atoll_sdk").joinpath("calls.json").read_text()
)

_WORD = 32


def decode(name: str, data: str) -> list[Any] | None:
    """Arguments of the call that calls.json describes under a name; None for any other call."""
    call = CALLS[name]
    if not data.startswith(call["selector"]):
        return None
    try:
        body = bytes.fromhex(data[10:])
        return [_read(kind, body, place * _WORD, body) for place, kind in enumerate(call["types"])]
    except (ValueError, IndexError):
        return None


def _uint(body: bytes, at: int) -> int:
    word = body[at : at + _WORD]
    if len(word) != _WORD:
        raise ValueError("the data ends early")
    return int.from_bytes(word, "big")


def _read(kind: str, frame: bytes, at: int, body: bytes) -> Any:
    if kind.endswith("[]"):
        start = _uint(frame, at)
        count, rest = _uint(frame, start), frame[start + _WORD :]
        if count > 1_000:
            raise ValueError("the list is too long")
        return [_read(kind[:-2], rest, place * _WORD, rest) for place in range(count)]
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
    return value
