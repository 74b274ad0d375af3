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
from .expected import matches
from .limits import format_usdb, unreadable
from .rules import RULES, meets, read_amount, to_asset, with_defaults
from .verification import APPROVE_SELECTOR, Observation

_CENT = 10**16
_USDB = 10**18


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


@dataclass(frozen=True)
class Counted:
    """What an action takes from the wallet, in USDB. `is_whole` is false where something of unknown worth leaves the
    wallet besides."""

    usdb: int
    is_whole: bool


def count_usdb(
    action: Mapping[str, Any],
    build: Mapping[str, Any],
    book: Mapping[str, Any],
    observed: Observation | None = None,
) -> Counted:
    """What an action takes: the highest of the USDB that it names, that is approved, that the quote takes or that an
    own node saw leave; the worth of other things that it gives away; what the slippage of a sale may take; fees of
    loans."""
    rule = RULES.get(action["action"])
    if rule is None:
        return Counted(0, is_whole=False)
    fields, quote = with_defaults(rule, action), build["quote"]
    taken, seen = _sum_usdb(quote["in"], book), observed.taken if observed else 0
    paid = max(_named_usdb(rule, fields), taken, _approved_usdb(build, book), seen)
    given = _count_given(rule["gives"], fields, quote, book, observed) if "gives" in rule else 0
    fees = _sum_usdb(quote["fees"], book) if rule.get("paysFees") else 0
    is_told = not rule.get("takesUsdb") or taken > 0 or seen > 0
    lost = _slippage_of(quote, book) if rule.get("sells") else 0
    return Counted(max(paid, given or 0, fees) + lost, is_whole=is_told and given is not None)


def beyond_day(spent: int, amount: int, most: int) -> LimitError:
    return LimitError(
        f"{format_usdb(amount)} USDB more than the {format_usdb(spent)} of today exceed the daily limit of"
        f" {format_usdb(most)} USDB",
        code="LIMIT_PER_DAY",
        remedy="Wait until the next UTC day, or raise the limit.",
    )


def _sum_usdb(flows: Any, book: Any) -> int:
    return sum(int(each["amount"]) for each in flows if each["asset"].lower() == book["usdb"].lower())


def _named_usdb(rule: Mapping[str, Any], fields: Mapping[str, Any]) -> int:
    """The USDB that the action itself names."""
    usdb = rule.get("usdb")
    return int(fields[usdb["field"]]) if usdb and meets(usdb.get("when", {}), fields) else 0


def _approved_usdb(build: Any, book: Any) -> int:
    return sum(
        _approved_amount(each["data"])
        for each in build["transactions"]
        if each["kind"] == "approve" and each["to"].lower() == book["usdb"].lower()
    )


def _approved_amount(data: str) -> int:
    args = decode(APPROVE_SELECTOR, ["address", "uint256"], data)
    return int(args[1]) if args else 0


def _count_given(gives: Any, fields: Any, quote: Any, book: Any, observed: Observation | None) -> int | None:
    """The worth of what is given away, by an own node or else by the quote; None where it is unknown."""
    if "unless" in gives and meets(gives["unless"], fields):
        return 0
    asset = None if gives["asset"] is None else to_asset(gives["asset"], fields, book)
    amount = None if gives["amount"] is None else read_amount(fields.get(gives["amount"]["field"]))
    named = [
        each
        for each in quote.get(gives["in"], [])
        if each["usd"] > 0
        and (asset is None or matches(asset, each["asset"], quote, 0))
        and (amount is None or int(each["amount"]) == amount)
    ]
    worth = sum(_worth(each["usd"]) for each in named) if named else None
    if observed and observed.given is not None:
        worth = observed.given
    if worth is None or amount is None or "askedPrice" not in gives:
        return worth
    return max(0, worth - read_amount(fields.get(gives["askedPrice"])) * amount // _USDB)


def _worth(usd: float) -> int:
    """Dollars are rounded down to cents."""
    return (math.ceil(usd * 100) + 1) * _CENT


def _slippage_of(quote: Any, book: Any) -> int:
    """What a sale may give less than is quoted."""
    total = 0
    for each in quote["out"]:
        amount = int(each["amount"])
        lost = amount - int(each["minAmount"])
        if lost <= 0:
            continue
        is_dollar = each["asset"].lower() == book["usdb"].lower()
        total += lost if is_dollar else -(-_worth(each["usd"]) * lost // amount)
    return total


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
