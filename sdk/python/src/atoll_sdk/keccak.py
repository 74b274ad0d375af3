"""The hash of Ethereum, which the standard library does not have: transactions are found by it."""

from __future__ import annotations

_ROUNDS = 24
_LANES = 2**64 - 1
_RATE = 136


def _list_round_constants() -> list[int]:
    constants, state = [], 1
    for _ in range(_ROUNDS):
        constant = 0
        for place in range(7):
            constant |= (state & 1) << (2**place - 1)
            state = (state << 1) ^ (0x171 if state >> 7 else 0)
        constants.append(constant)
    return constants


_CONSTANTS = _list_round_constants()


def _rotate(lane: int, count: int) -> int:
    count %= 64
    return ((lane << count) | (lane >> (64 - count))) & _LANES


def _permute(lanes: list[list[int]]) -> list[list[int]]:
    for constant in _CONSTANTS:
        columns = [column[0] ^ column[1] ^ column[2] ^ column[3] ^ column[4] for column in lanes]
        mixed = [columns[(x + 4) % 5] ^ _rotate(columns[(x + 1) % 5], 1) for x in range(5)]
        lanes = [[lanes[x][y] ^ mixed[x] for y in range(5)] for x in range(5)]
        (x, y), moved = (1, 0), lanes[1][0]
        for step in range(_ROUNDS):
            x, y = y, (2 * x + 3 * y) % 5
            moved, lanes[x][y] = lanes[x][y], _rotate(moved, (step + 1) * (step + 2) // 2)
        lanes = [[lanes[x][y] ^ (~lanes[(x + 1) % 5][y] & lanes[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        lanes[0][0] ^= constant
    return lanes


def keccak(data: bytes) -> bytes:
    """Keccak-256 as Ethereum uses it, before it became SHA-3."""
    lanes = [[0] * 5 for _ in range(5)]
    padded = bytearray(data + b"\x01" + b"\x00" * (_RATE - 1 - len(data) % _RATE))
    padded[-1] |= 0x80
    for start in range(0, len(padded), _RATE):
        for place in range(_RATE // 8):
            at = start + place * 8
            lanes[place % 5][place // 5] ^= int.from_bytes(padded[at : at + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lanes[place % 5][place // 5].to_bytes(8, "little") for place in range(4))
