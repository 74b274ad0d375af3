"""What was signed for on a UTC day, counted together with the command and other programs of the same limits."""

from __future__ import annotations

import json
import math
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from .abi import decode
from .errors import LimitError
from .limits import format_usdb, unreadable
from .rules import RULES, meets, with_defaults
from .verification import APPROVE_SELECTOR

_CENT = 10**16


@dataclass(frozen=True)
class Reservation:
    """Something that was counted, and can be given back while nothing of it was sent."""

    id: str
    file: Path


class DailySpending:
    """Each reservation is appended to the day's file in one write, and counts together with what stands before it
    there: of two processes that reserve at the same time one is the first, whatever the order in which they read.
    Nothing waits for a lock, and none can be left behind."""

    def __init__(self, limits_file: str | Path) -> None:
        self._limits_file = Path(limits_file)

    def reserve(self, amount: int, action: str, wallet: str, max_per_day: int | None, now: datetime) -> Reservation:
        """Counts an amount, unless the day's sum would exceed the limit."""
        reservation = Reservation(str(uuid.uuid4()), self._file_of(now))
        reservation.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        line = {"id": reservation.id, "amount": str(amount), "action": action, "wallet": wallet}
        _append(reservation.file, line)
        before = _sum_before(_read_lines(reservation.file), reservation.id)
        if max_per_day is not None and amount > 0 and before + amount > max_per_day:
            self.release(reservation)
            raise beyond_day(before, amount, max_per_day)
        self._remove_old_days(now)
        return reservation

    def release(self, reservation: Reservation) -> None:
        _append(reservation.file, {"release": reservation.id})

    def spent_on(self, now: datetime) -> int:
        """What was counted on the day of a time."""
        return _sum_before(_read_lines(self._file_of(now)), None)

    def _file_of(self, now: datetime) -> Path:
        day = now.astimezone(timezone.utc).date().isoformat()
        return self._limits_file.with_name(f"{self._limits_file.name}.{day}.spent")

    def _remove_old_days(self, now: datetime) -> None:
        """The day before is kept: another process may still be giving something back."""
        kept = {self._file_of(now), self._file_of(now - timedelta(days=1))}
        for file in self._limits_file.parent.iterdir():
            is_spending = file.name.startswith(f"{self._limits_file.name}.") and file.name.endswith(".spent")
            if is_spending and file not in kept:
                file.unlink(missing_ok=True)


def count_usdb(action: Mapping[str, Any], build: Mapping[str, Any], book: Mapping[str, Any]) -> int:
    """The USDB that an action takes from the wallet, and the worth of other tokens that it pays with or gives away;
    the highest of what the action says, what is approved and what the quote takes. Sales and payouts take none."""
    rule, usdb = RULES[action["action"]], book["usdb"].lower()
    quoted = build["quote"]["in"]
    taken = sum(int(each["amount"]) for each in quoted if each["asset"].lower() == usdb)
    approved = sum(
        _approved_amount(each["data"])
        for each in build["transactions"]
        if each["kind"] == "approve" and each["to"].lower() == usdb
    )
    worth = sum(math.ceil(each["usd"] * 100) * _CENT for each in quoted) if rule.get("givesOther") else 0
    return max(_named_usdb(rule, action), taken, approved, worth)


def beyond_day(spent: int, amount: int, most: int) -> LimitError:
    return LimitError(
        f"{format_usdb(amount)} USDB more than the {format_usdb(spent)} of today exceed the daily limit of"
        f" {format_usdb(most)} USDB",
        code="LIMIT_PER_DAY",
        remedy="Wait until the next UTC day, or raise the limit.",
    )


def _named_usdb(rule: Mapping[str, Any], action: Mapping[str, Any]) -> int:
    """The USDB that the action itself names."""
    usdb, fields = rule.get("usdb"), with_defaults(rule, action)
    return int(fields[usdb["field"]]) if usdb and meets(usdb.get("when", {}), fields) else 0


def _approved_amount(data: str) -> int:
    args = decode(APPROVE_SELECTOR, ["address", "uint256"], data)
    return int(args[1]) if args else 0


def _append(file: Path, line: Mapping[str, str]) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, f"{json.dumps(line)}\n".encode())
    finally:
        os.close(handle)


def _read_lines(file: Path) -> list[dict[str, Any]]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise unreadable(f"{file} cannot be opened") from error
    return [_parse_line(file, line) for line in text.split("\n") if line]


def _parse_line(file: Path, text: str) -> dict[str, Any]:
    """A line that cannot be read may have counted: then nothing is signed."""
    try:
        line = json.loads(text)
        if isinstance(line, dict) and ("release" in line or int(line["amount"]) >= 0):
            return line
    except (KeyError, TypeError, ValueError):
        pass
    raise unreadable(f"{file} has a line that is not of this program")


def _sum_before(lines: list[dict[str, Any]], id: str | None) -> int:
    """The sum of what stands before a reservation and was not given back; of everything for None."""
    released = {line["release"] for line in lines if "release" in line}
    total = 0
    for line in lines:
        if "release" in line:
            continue
        if line["id"] == id:
            break
        if line["id"] not in released:
            total += int(line["amount"])
    return total
